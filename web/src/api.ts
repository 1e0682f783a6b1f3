/** The server's shapes (schema.ts, made of its OpenAPI description) by the names that the page uses. */

import type { Answers, AskMessage, ClientMessage, Entry, PastMessage, ServerMessage, Support, WhyMessage } from "./schema";

export type {
  AccountInfo,
  Answers,
  Board,
  BoardOverlay as OverlayInfo,
  BoardQuestion,
  BoardSide as Side,
  BoardUnit as UnitInfo,
  ChatSent as ChatLine,
  ClockSetting,
  Credentials,
  DiceInfo,
  GameInfo,
  Guide,
  GuideCounter,
  GuideSign,
  GuideTable,
  GuideText,
  GuideWord,
  Health,
  HexAnswer,
  ImportedTable,
  Invitation,
  Line,
  ListPatch,
  LogPart,
  MadeTable,
  MyTable,
  NewKey,
  NewTable,
  ObjectPatch,
  Odds,
  OddsLine,
  OddsResult,
  Overlay as OverlayAnswer,
  PasswordChange,
  PastAnswer,
  Path as PathAnswer,
  Reach as ReachAnswer,
  ReachHex,
  Result,
  Roll,
  RuleInfo as Rule,
  Scene,
  SceneOffer as Offer,
  ScenePick as Pick,
  SceneUnit as UnitState,
  SeatInfo,
  SessionInfo,
  TableInfo,
  TakenSeat,
  UpdateSent as Update,
  WhyAnswer,
} from "./schema";

export type PickKind = "unit" | "hex" | "option";
export type UndoKind = "free" | "rolls" | "passes" | "";
export type Point = readonly [number, number];
export type Chances = Omit<Support, "rule" | "text">;
export type LogEntry = Entry;
/** "me", "friend", or the name of a program. */
export type SeatChoice = string;

/** What can be asked about a position; the server's `Answers` has an answer to each. */
export interface Questions extends Record<keyof Answers, object> {
  why: { pick: string };
  past: { at: number; side: string | null };
  reach: { unit: string };
  path: { unit: string; hex: string };
  odds: { hex: string; units?: string[] };
  overlay: { overlay: string; side?: string; unit?: string };
  hex: { hex: string };
}
/** What can be done, or asked to be done; it is answered by what follows. */
export type Deed = Exclude<ClientMessage, AskMessage | WhyMessage | PastMessage>;
export type Told = ServerMessage;
