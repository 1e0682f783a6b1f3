import type {
  Answers,
  Board,
  HexAnswer,
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
  /** Somebody only looked: the inspector says it in a line. */
  quiet: boolean;
  /** Where the units of a stack have different reasons: each of them. */
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
}

/** The entries of the log that belong together, as the game declares it: those of a combat, of a draw. */
export interface Card {
  /** The number of its first entry. */
  first: number;
  kind: string;
  entries: LogEntry[];
}

/** What has happened since the last pick, card by card, and the one that is shown. */
export interface Thrown {
  cards: Card[];
  at: number;
  rolling: boolean;
}

export type Rolled = LogEntry & { roll: Roll };

/** What a seat knows and what its screen shows. */
export interface PlayState {
  link: Link;
  board: Board | null;
  geometry: Geometry | null;
  scene: Scene | null;
  state: number;
  log: LogEntry[];
  /** Of the log only what names this unit or hex is shown; empty: all of it. */
  sought: string;
  /** How much of the log there was, in a replay. */
  logged: number | null;
  chat: Said[];
  /** Who writes a message just now. */
  typing: string | null;
  unread: number;
  info: TableInfo | null;
  mine: string[];
  /** Whether this device may invite players to the table. */
  isHost: boolean;
  drawOffer: string | null;
  takebackOffer: string | null;
  /** What has been answered once for all, by side and question. */
  standing: Record<string, Record<string, string>>;
  thinking: { side: string; share: number } | null;
  /** Why the programs of this table do not play on now, as the server says it. */
  queued: string | null;
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
  /** The unit of the stack under the pointer that is taken alone: the part of the hex where the pointer is says which. */
  aim: string | null;
  /** What an order to the hex under the pointer would do. */
  plan: OrderLook | null;
  /** The rule that the rulebook is open at; "" for none of them, null while it is closed. */
  rule: string | null;
  notice: string | null;
  film: Film | null;
  fresh: LogEntry[];
  thrown: Thrown | null;
  /** What is asked as soon as what led to it has been shown. */
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

/** What the parts of a seat share. */
export interface Desk {
  readonly store: Store<PlayState>;
  /** Ask the server; refused at once where there is no connection. */
  ask<W extends keyof Answers>(what: W, about: Questions[W]): Promise<Answers[W]>;
  notice(text: string): void;
  /** A film or the dice have been shown: what waited for it is asked now. */
  shown(): void;
}
