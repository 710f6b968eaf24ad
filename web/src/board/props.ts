import type { BattleSheet, Bubble, Insets, Marks, Piece } from "./types";

export interface BoardProps {
  sheet: BattleSheet;
  /** The server's map; empty while it is fetched. */
  svg: string;
  pieces: Piece[];
  marks?: Marks;
  bubble?: Bubble | null;
  selected?: readonly string[];
  /** Counters that may act. */
  actors?: ReadonlySet<string>;
  attackers?: ReadonlySet<string>;
  targeted?: ReadonlySet<string>;
  dimmed?: ReadonlySet<string>;
  showZones?: boolean;
  showGrid?: boolean;
  showNumbers?: boolean;
  showCounters?: boolean;
  overview?: boolean;
  nationMarks?: boolean;
  /** What lies over the edges of the board, such as the prompt. */
  insets?: Insets;
  onhex?: (hex: string) => void;
  oncounter?: (id: string, hex: string) => void;
  onhover?: (hex: string | null) => void;
  ondropped?: (id: string, hex: string) => void;
  onrule?: (rule: string) => void;
  ondouble?: (hex: string) => void;
}
