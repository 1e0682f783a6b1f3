import type { Answers, Board, HexAnswer, LogEntry, Odds, Offer, PathAnswer, Questions, ReachAnswer, Roll, Scene, TableInfo } from "../api";
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

/** Entries of the log with dice, since the last pick. With odds, the first was thrown at them; without, the newest is first. */
export interface Thrown {
  rolls: Rolled[];
  odds: Odds | null;
  /** What was said before the first of them: who attacks whom. */
  lead: string;
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
  /** How much of the log there was, in a replay. */
  logged: number | null;
  chat: Said[];
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
  /** Who could be taken instead of the unit in hand. */
  others: ReadonlySet<string>;
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
  logged: null,
  chat: [],
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
  others: new Set(),
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
