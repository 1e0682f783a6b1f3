/** The server's shapes (schema.ts, made of its OpenAPI description) by the names that the page uses. */

import type { AskMessage, ClientMessage, Entry, ServerMessage, Support } from "./schema";

export type {
  AccountInfo,
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
  MadeTable,
  MyTable,
  NewKey,
  NewTable,
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
  WhyAnswer,
} from "./schema";

export type PickKind = "unit" | "hex" | "option";
export type UndoKind = "free" | "rolls" | "passes" | "";
export type Point = readonly [number, number];
export type Chances = Omit<Support, "rule" | "text">;
export type LogEntry = Entry;
/** "me", "friend", or the name of a program. */
export type SeatChoice = string;

export type Ask =
  | { what: "reach"; unit: string }
  | { what: "path"; unit: string; hex: string }
  | { what: "odds"; hex: string; units?: string[] }
  | { what: "overlay"; overlay: string; side?: string; unit?: string }
  | { what: "hex"; hex: string };

export type Say = Exclude<ClientMessage, AskMessage> | ({ do: "ask"; id?: string | number | null } & Ask);
export type Told = ServerMessage;
