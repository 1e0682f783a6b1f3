/** The shapes and messages of decision 0004 (docs/decisions/0004-server-and-client.md), and nothing else.
 *
 * What is marked "beyond 0004" is optional: the page uses it where a server sends it and does without it otherwise.
 * docs/client.md lists these places. */

// -- what never changes -----------------------------------------------------------------------------------------------

export interface GameInfo {
  key: string;
  title: string;
  sides: string[];
  scenarios: { key: string; title: string; turns: number; about?: string }[];
  options: string[];
  option_titles?: Record<string, string>;
  /** The programs that can take a seat. */
  players?: string[];
  /** Beyond 0004: a sentence for each option; the names of the sides. */
  option_texts?: Record<string, string>;
  side_names?: Record<string, string>;
}

export interface Side {
  key: string;
  name: string;
  ground: string;
  ink: string;
}

export interface UnitInfo {
  label: string;
  name: string;
  side: string;
  nation: string;
  type?: string;
  /** An APP-6 code (letters or digits), or "hq". */
  symbol: string;
  echelon: string;
  formation: string;
  ground: string;
  ink: string;
  /** The colour of the formation's band; without it the page derives one from the name. */
  band?: string;
}

export type OverlayKind = "zone" | "supply" | "range" | "control" | "odds";

export interface OverlayInfo {
  key: string;
  name: string;
  letter: string;
  kind: OverlayKind;
  /** What it has to be asked for. */
  of?: "side" | "unit" | "";
}

export type Point = readonly [number, number];

export interface Board {
  game: string;
  title: string;
  lang?: string;
  /** What the flags of units mean. */
  flags?: Record<string, string>;
  grid: {
    rows: number;
    columns: number;
    /** "rows": rows of hexes run straight (corner at the top); "columns": columns do (side at the top). */
    orientation: string;
    hexes: Record<string, Point>;
    size: number;
    width: number;
    height: number;
  };
  sides: Side[];
  units: Record<string, UnitInfo>;
  options: Record<string, string>;
  keys: Record<string, string>;
  overlays: OverlayInfo[];
  terrain: Record<string, string>;
  names: Record<string, string>;
  rules?: Record<string, string>;
}

export interface Rule {
  id: string;
  title: string;
  text: string;
  refs: string[];
}

// -- what changes -----------------------------------------------------------------------------------------------------

export type Flag = "activated" | "moved" | "fought" | "oos" | "isolated" | "reduced" | (string & {});

export interface UnitState {
  hex?: string;
  box?: string;
  /** Where it is another than the board's. */
  label?: string;
  steps: number;
  of: number;
  factors: string;
  flags: Flag[];
  /** Its place in the stack: 0 lies on top. */
  top?: number;
}

export interface Line {
  rule: string;
  text: string;
  value: number;
}

export interface OddsLine extends Line {
  /** What the value is added to: the strengths, or the number of the column (a shift). */
  on?: "attack" | "defence" | "column";
}

export interface OddsResult {
  text: string;
  faces?: number[];
  share: number;
  means: string;
}

export interface Chances {
  column: string | null;
  results: OddsResult[];
  /** Side -> what the results cost on average. */
  losses: Record<string, number>;
}

export interface Odds extends Chances {
  hex?: string;
  units?: string[];
  attack: number;
  defence: number;
  allowed?: boolean;
  lines: OddsLine[];
  notes?: Line[];
  /** The same with support that may still be given. */
  support?: (Chances & { rule: string; text: string })[];
}

export type UndoKind = "free" | "rolls" | "passes" | "";
export type PickKind = "unit" | "hex" | "option";

export interface Pick {
  pick: string;
  kind: PickKind;
  text: string;
  key?: string | null;
  undo: UndoKind;
  note?: string | null;
  cost?: number | null;
}

export interface Offer {
  prompt: string;
  rule: string;
  picks: Pick[];
  chosen: { units: string[]; hexes: string[] };
  undo: boolean;
  odds: Odds | null;
}

export interface Result {
  key: string;
  winner: string;
  text: string;
}

export interface Scene {
  state?: number;
  seat: number | null;
  side: string | null;
  title: string;
  turn: { number: number; of: number; name: string };
  phase: string;
  result: Result | null;
  points: { value: number; of: number; lines: Line[] } | null;
  units: Record<string, UnitState>;
  marks: Record<string, { kind: string; text: string }[]>;
  owners: Record<string, string>;
  tracks: { name: string; cells: string[]; at: number }[];
  boxes: { name: string; lines: string[] }[];
  secrets: string[];
  waiting: string[];
  offer: Offer | null;
}

export interface Roll {
  dice: number[];
  modifier?: number;
  column?: string;
  result?: string;
}

export interface LogEntry {
  n: number;
  text: string;
  rules: string[];
  hexes: string[];
  units: string[];
  /** Beyond 0004: the dice behind the entry, shown with the result's row of the odds table. */
  roll?: Roll;
}

export interface ChatLine {
  n?: number;
  side: string | null;
  text: string;
  at?: number;
}

// -- tables -----------------------------------------------------------------------------------------------------------

export type SeatChoice = "me" | "friend" | (string & {});

export interface NewTable {
  game: string;
  scenario: string;
  options: Record<string, boolean>;
  seats: Record<string, SeatChoice>;
  seed?: string;
  pace?: number;
}

export interface ImportedTable {
  record: string;
  seats: Record<string, SeatChoice>;
}

export interface MadeTable {
  table: string;
  /** The secret key of each person's seat; seats of one person have the same. */
  keys: Record<string, string>;
  host?: string;
  commitment: string;
}

export interface SeatInfo {
  side: string;
  /** "person", or the name of a program. */
  player: string;
  is_connected?: boolean;
  seconds?: number | null;
}

export interface TableInfo {
  table: string;
  game: string;
  title: string;
  scenario: string;
  options: Record<string, boolean>;
  seats: SeatInfo[];
  turn: number;
  waiting: string[];
  result: string;
  commitment: string;
  seed: string | null;
  takebacks?: number;
  pace?: number;
}

export interface MyTable {
  table: string;
  game: string;
  title: string;
  scenario: string;
  /** Mine. */
  sides: string[];
  players: Record<string, string>;
  is_my_move: boolean;
  result: string;
  turn: number;
  updated?: number;
}

// -- the WebSocket ----------------------------------------------------------------------------------------------------

export type Ask =
  | { what: "reach"; unit: string }
  | { what: "path"; unit: string; hex: string }
  | { what: "odds"; hex: string; units?: string[] }
  | { what: "overlay"; overlay: string; side?: string; unit?: string }
  | { what: "hex"; hex: string }
  /** Beyond 0004, for replays: the scene at an earlier state, where the seat may see it. */
  | { what: "scene"; state: number };

export type Say =
  | { do: "pick"; state: number; pick: string }
  | { do: "undo"; state: number }
  | { do: "why"; pick: string }
  | ({ do: "ask" } & Ask)
  | { do: "log"; since: number }
  | { do: "chat"; text: string }
  | { do: "resign" }
  | { do: "draw"; answer?: boolean }
  | { do: "takeback"; answer?: boolean }
  /** For a key that holds several seats: show this one. */
  | { do: "sit"; side: string }
  | { do: "pace"; ms: number }
  | { do: "skip" };

export type Sent = Say & { id?: string | number };

export type Told =
  | { is: "scene"; state: number; scene: Scene }
  | { is: "log"; from: number; entries: LogEntry[] }
  | ({ is: "answer"; id?: string | number } & Record<string, unknown>)
  | { is: "refused"; id?: string | number; rule: string; text: string; state?: number }
  | { is: "chat"; n?: number; side: string | null; text: string; at?: number }
  | { is: "thinking"; side: string; share: number }
  /** Who is there and what has been proposed: no part of the position. */
  | { is: "table"; table: TableInfo; mine: string[]; draw: string | null; takeback: string | null }
  | { is: "over"; result: string; seed?: string };

// -- answers to `ask` and `why` ---------------------------------------------------------------------------------------

export interface ReachHex {
  cost: number;
  left?: number;
  /** Whether the unit could attack from there after its move. */
  attack?: boolean;
}

export interface ReachAnswer {
  unit: string;
  points?: number;
  hexes: Record<string, ReachHex>;
  /** By another kind of movement, where the game has one. */
  road?: Record<string, ReachHex>;
}

export interface PathAnswer {
  unit: string;
  steps: { hex: string; cost: number; lines?: Line[] }[];
  cost: number;
  left?: number;
}

export interface OverlayAnswer {
  overlay: string;
  side: string | null;
  unit: string | null;
  areas: { kind: string; text: string; hexes: string[] }[];
  lines: string[][];
  values: Record<string, { text: string; value: number }>;
  notes: Line[];
}

export interface HexAnswer {
  hex: string;
  title: string;
  lines: string[];
  units: { unit: string; text: string }[];
}

export interface WhyAnswer {
  rule: string;
  text: string;
}

export interface SceneAnswer {
  state: number;
  last: number;
  scene: Scene;
}
