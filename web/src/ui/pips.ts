type Pip = readonly [x: number, y: number];

const ONE: Pip[] = [[0, 0]];
const TWO: Pip[] = [
  [-1, -1],
  [1, 1],
];
const FOUR: Pip[] = [...TWO, [1, -1], [-1, 1]];
const FACES = [ONE, TWO, [...ONE, ...TWO], FOUR, [...ONE, ...FOUR], [...FOUR, [-1, 0], [1, 0]]] as Pip[][];

/** Where the pips of a die's face are, from -1 to 1 both ways; nothing for a number that no die has. */
export function pipsOf(value: number): readonly Pip[] | undefined {
  return FACES[value - 1];
}
