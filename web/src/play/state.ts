import type {
  Answers,
  Board,
  HexAnswer,
  Hint,
  LogEntry,
  Odds,
  Offer,
  OrderLook,
  PathAnswer,
  Questions,
  ReachAnswer,
  Roll,
  Scene,
  TableInfo,
} from "../api";
import type { Geometry } from "../map/geometry";
import type { Overlay } from "../map/patterns";
import type { Link } from "../net/socket";
import type { Store } from "../store";

export interface Said {
  n: number;
  side: string | null;
  text: string;
}

export interface Why {
  pick: string;
  hex: string | null;
  rule: string;
  text: string;
  /** Whether the player only looked: the inspector then gives the reason in a line. */
  quiet: boolean;
  /** The reasons of the units of a stack, if they differ. */
  each: Reason[];
}

export interface Reason {
  units: string[];
  rule: string;
  text: string;
}

export interface Film {
  steps: LogEntry[];
  at: number;
  playing: boolean;
  /** The position at this step, from the server; null until it has come. */
  scene: Scene | null;
}

/** The entries of the log that belong together, as the game declares it: those of a combat, of a draw. */
export interface Card {
  /** The number of its first entry. */
  first: number;
  kind: string;
  entries: LogEntry[];
}

/** The events since the last pick, card by card, and the card that is shown. */
export interface Thrown {
  cards: Card[];
  at: number;
  rolling: boolean;
}

export type Rolled = LogEntry & { roll: Roll };

/** The knowledge of a seat and the state of its screen. */
export interface PlayState {
  link: Link;
  board: Board | null;
  geometry: Geometry | null;
  scene: Scene | null;
  state: number;
  log: LogEntry[];
  /** The unit or hex whose log entries alone are shown; empty: all entries. */
  sought: string;
  /** The length of the log, in a replay. */
  logged: number | null;
  chat: Said[];
  /** The sides whose players are typing a message. */
  typing: string | null;
  unread: number;
  info: TableInfo | null;
  mine: string[];
  /** Whether this device may invite players to the table. */
  isHost: boolean;
  drawOffer: string | null;
  takebackOffer: string | null;
  /** The standing answers, by side and question. */
  standing: Record<string, Record<string, string>>;
  thinking: { side: string; share: number } | null;
  /** The reason why the computer players of this table do not play on now, in the words of the server. */
  queued: string | null;
  /** How far the analysis of the game is. */
  analysing: { share: number; done: boolean } | null;
  /** A proposal for the present state, and whether one is being worked out. */
  hint: Hint | null;
  hinting: boolean;
  seed: string | null;
  /** A pick is on its way: its name. */
  busy: string | null;
  hover: string | null;
  cursor: string | null;
  inspected: string | null;
  unit: string | null;
  hexFacts: HexAnswer | null;
  reach: ReachAnswer | null;
  path: PathAnswer | null;
  odds: Odds | null;
  overlays: Overlay[];
  why: Why | null;
  /** The pick that gives something up for good and has been asked for once. */
  sure: string | null;
  /** The units that the next order is for, where they are more than what is in hand. */
  group: ReadonlySet<string>;
  /** The units that are to stay where they are in this phase. */
  stay: ReadonlySet<string>;
  /** Whether the next unit is taken by itself when one has moved. */
  inTurn: boolean;
  /** The unit that a grip takes alone out of the stack under the pointer. The pointer's part of the hex decides which. */
  aim: string | null;
  /** The effect of an order to the hex under the pointer. */
  plan: OrderLook | null;
  /** The rule that the rulebook is open at; "" for none of them, null while it is closed. */
  rule: string | null;
  notice: string | null;
  film: Film | null;
  fresh: LogEntry[];
  thrown: Thrown | null;
  /** The question that follows as soon as the events before it have been shown. */
  held: Offer | null;
  curtain: string | null;
  fan: { hex: string; held: boolean } | null;
  error: string | null;
}

export const START: PlayState = {
  link: "joining",
  board: null,
  geometry: null,
  scene: null,
  state: 0,
  log: [],
  sought: "",
  logged: null,
  chat: [],
  typing: null,
  unread: 0,
  info: null,
  mine: [],
  isHost: false,
  drawOffer: null,
  takebackOffer: null,
  standing: {},
  thinking: null,
  queued: null,
  analysing: null,
  hint: null,
  hinting: false,
  seed: null,
  busy: null,
  hover: null,
  cursor: null,
  inspected: null,
  unit: null,
  hexFacts: null,
  reach: null,
  path: null,
  odds: null,
  overlays: [],
  why: null,
  sure: null,
  group: new Set(),
  stay: new Set(),
  inTurn: false,
  aim: null,
  plan: null,
  rule: null,
  notice: null,
  film: null,
  fresh: [],
  thrown: null,
  held: null,
  curtain: null,
  fan: null,
  error: null,
};

/** The state that the parts of a seat share. */
export interface Desk {
  readonly store: Store<PlayState>;
  /** Ask the server; refused at once if there is no connection. */
  ask<W extends keyof Answers>(what: W, about: Questions[W]): Promise<Answers[W]>;
  notice(text: string): void;
  /** A film begins: what is asked waits for its end. */
  hold(): void;
  /** A film or the dice have been shown: what waited for it is asked now. */
  shown(): void;
}
