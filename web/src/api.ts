/** The server's shapes (schema.ts, made of its OpenAPI description) by the names that the page uses. */

import type {
  AnalyseMessage,
  Answers,
  AskMessage,
  ClientMessage,
  Entry,
  PastMessage,
  PlansMessage,
  ServerMessage,
  StoryMessage,
  Support,
  WhyMessage,
} from "./schema";

export type {
  AccountInfo,
  AnalysisAnswer,
  AnalysisDecision,
  AnalysisFound,
  Answered,
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
  GuideTopic,
  GuideWord,
  Health,
  HexAnswer,
  HintSent as Hint,
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
  OrderLook,
  Overlay as OverlayAnswer,
  PasswordChange,
  PastAnswer,
  Path as PathAnswer,
  PlanTold,
  Reach as ReachAnswer,
  ReachHex,
  Result,
  Roll,
  RuleInfo as Rule,
  Scene,
  SceneHand as Hand,
  SceneOffer as Offer,
  ScenePick as Pick,
  SceneUnit as UnitState,
  SeatInfo,
  SessionInfo,
  StaysBehind,
  StoryAnswer,
  StoryMark,
  StoryThrow,
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

/** Units, and where they are to go: by which way, if the player has drawn one; towards: as near as they can come;
 * sure: also if that ends the phase and cannot be taken back. */
export interface Order {
  units: string[];
  to?: string;
  via?: string[];
  towards?: boolean;
  sure?: boolean;
}

/** The questions about a position; the server's `Answers` has the answer to each. */
export interface Questions extends Record<keyof Answers, object> {
  why: { pick: string };
  past: { at: number; side: string | null; logged?: number };
  story: Record<string, never>;
  analyse: { stop?: boolean; again?: boolean };
  plans: Record<string, never>;
  reach: { unit: string };
  path: { unit: string; hex: string };
  order: Order;
  odds: { hex: string; units?: string[] };
  overlay: { overlay: string; side?: string; unit?: string };
  hex: { hex: string };
}
/** The messages that do something, or ask for it; the server answers with what follows from them. */
export type Deed = Exclude<ClientMessage, AskMessage | WhyMessage | PastMessage | StoryMessage | AnalyseMessage | PlansMessage>;
export type Told = ServerMessage;
