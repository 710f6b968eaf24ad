/** Games begun on this page: whoever began one sits before the screen. */
const begun = new Set<string>();

export const noteBegun = (game: string): void => void begun.add(game);

/** True once for a game that was begun here. */
export const takeBegun = (game: string): boolean => begun.delete(game);
