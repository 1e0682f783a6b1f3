// Made by `python -m stavka.server.typescript` of the server's OpenAPI description. Do not edit.

export interface AccountExport {
  name: string;
  created: number;
  sessions: SessionInfo[];
  devices: ExportedDevice[];
  seats: ExportedSeat[];
  chat: ExportedLine[];
}

export interface AccountInfo {
  name: string;
  csrf: string;
}

export interface AgreeMessage {
  id?: string | number | null;
  do: "agree";
}

export interface AnalyseMessage {
  id?: string | number | null;
  do: "analyse";
  stop?: boolean;
  again?: boolean;
}

export interface AnalysingSent {
  is: "analysing";
  share: number;
  done: boolean;
}

export interface AnalysisAnswer {
  running: boolean;
  share: number;
  found: AnalysisFound | null;
}

export interface AnalysisDecision {
  page: number;
  last: number;
  turn: number;
  side: string;
  moved: number;
  attacks: string[];
  plan: string;
  done: number;
  planned: number;
  difference: number;
  error: number;
  points: number;
}

export interface AnalysisFound {
  level: string;
  futures: number;
  whole: boolean;
  complete: boolean;
  sides: string[];
  curve: AnalysisPoint[];
  marks: StoryMark[];
  throws: AnalysisThrow[];
  luck: Record<string, LuckSum>;
  decisions: AnalysisDecision[];
  skill: Record<string, SkillSum>;
}

export interface AnalysisPoint {
  page: number;
  turn: number;
  side: string | null;
  seen: Record<string, Expected>;
  truth: Record<string, Expected> | null;
}

export interface AnalysisThrow {
  page: number;
  text: string;
  luck: Record<string, number>;
  points: Record<string, number>;
}

export interface AnswerSent {
  is: "answer";
  id: string | number | null;
  what?: string | null;
  [more: string]: unknown;
}

export interface Answered {
  id: string | number | null;
  left?: StaysBehind[];
}

export interface AnsweredQuestion {
  question: string;
  text: string;
}

export interface Answers {
  why: WhyAnswer;
  past: PastAnswer;
  story: StoryAnswer;
  analyse: AnalysisAnswer;
  plans: PlansAnswer;
  reach: Reach;
  path: Path;
  order: OrderLook;
  odds: Odds;
  overlay: Overlay;
  hex: HexAnswer;
}

export interface Area {
  kind: string;
  text: string;
  hexes: string[];
}

export interface AskMessage {
  id?: string | number | null;
  do: "ask";
  what: string;
  [more: string]: unknown;
}

export interface Board {
  game: string;
  title: string;
  lang: string;
  grid: BoardGrid;
  sides: BoardSide[];
  units: Record<string, BoardUnit>;
  options: Record<string, string>;
  keys: Record<string, string>;
  short: Record<string, string>;
  glossary: Record<string, string>;
  flags: Record<string, string>;
  overlays: BoardOverlay[];
  standing: BoardQuestion[];
  terrain: Record<string, string>;
  names: Record<string, string>;
  rules: Record<string, string>;
}

export interface BoardAnswer {
  key: string;
  text: string;
}

export interface BoardGrid {
  orientation: "rows" | "columns";
  size: number;
  width: number;
  height: number;
  hexes: Record<string, [number, number]>;
}

export interface BoardOverlay {
  key: string;
  name: string;
  letter: string;
  kind: "zone" | "supply" | "range" | "control" | "odds" | "formation";
  of: "side" | "unit" | "";
}

export interface BoardQuestion {
  key: string;
  text: string;
  rule: string;
  answers: BoardAnswer[];
  default: string;
}

export interface BoardSide {
  key: string;
  name: string;
  player: string;
  noun: string;
  adjective: string;
  ground: string;
  ink: string;
}

export interface BoardUnit {
  label: string;
  name: string;
  side: string;
  nation: string;
  type: string;
  symbol: string;
  echelon: string;
  formation: string;
  ground: string;
  ink: string;
  band: string;
}

export interface Box {
  name: string;
  lines: string[];
  units: string[];
  folded?: boolean;
}

export interface ChatMessage {
  id?: string | number | null;
  do: "chat";
  text: string;
}

export interface ChatSent {
  is: "chat";
  n: number;
  side: string | null;
  text: string;
  at: number;
}

export interface Chosen {
  units: string[];
  hexes: string[];
  options: ChosenOption[];
  drop: string[];
}

export interface ChosenOption {
  pick: string;
  text: string;
}

export type ClientMessage = PickMessage | OrderMessage | DropMessage | UndoMessage | WhyMessage | AskMessage | ShowMessage | ChatMessage | TypingMessage | ResignMessage | DrawMessage | TakebackMessage | AgreeMessage | PaceMessage | SkipMessage | HurryMessage | SitMessage | StandingMessage | PastMessage | StoryMessage | AnalyseMessage | HintMessage | PlansMessage;

export interface ClockSetting {
  start: number;
  increment?: number;
}

export interface CoverCounter {
  info: BoardUnit;
  state: SceneUnit;
}

export interface CoverInfo {
  period: string;
  scale: string;
  level: number;
  counters: CoverCounter[];
}

export interface Credentials {
  name: string;
  password: string;
}

export interface DiceInfo {
  ok: boolean;
  rolls: number;
}

export interface DrawMessage {
  id?: string | number | null;
  do: "draw";
  answer?: boolean;
}

export interface DropMessage {
  id?: string | number | null;
  do: "drop";
  state: number;
  units?: string[];
}

export interface Entry {
  n: number;
  text: string;
  rules: string[];
  hexes: string[];
  units: string[];
  roll?: Roll;
  begins?: "turn" | "activation" | "combat" | "other" | null;
  odds?: Odds;
  summary?: string | null;
  card?: EntryCard | null;
}

export interface EntryCard {
  first: number;
  kind: string;
  part: "opens" | "before" | "decides" | "check" | "after";
}

export interface ExampleInfo {
  id: string;
  given: string;
  expect: string;
}

export interface Expected {
  chance: number;
  points: number;
}

export interface ExportedDevice {
  created: number;
  used: number;
}

export interface ExportedLine {
  table: string;
  text: string;
  at: number;
}

export interface ExportedSeat {
  table: string;
  game: string;
  scenario: string;
  side: string;
  email: string | null;
  standing: Record<string, string>;
  result: string;
  created: number;
  updated: number;
}

export interface Fault {
  error: string;
}

export interface GameInfo {
  key: string;
  title: string;
  about: string;
  cover: CoverInfo;
  sides: SideInfo[];
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  results: Record<string, string>;
  players: string[];
  usual_player: string;
}

export interface Guide {
  title: string;
  aim: GuideText[];
  turn: GuideText[];
  topics: GuideTopic[];
  counter: GuideCounter;
  numbers: GuideText[];
  colours: GuideCounter[];
  types: GuideCounter[];
  flags: GuideSign[];
  marks: GuideSign[];
  map: GuideTable[];
  tables: GuideTable[];
  words: GuideWord[];
  formations: GuideWord[];
}

export interface GuideCounter {
  unit: string;
  state: SceneUnit;
  text: string;
}

export interface GuideRow {
  name: string;
  hex: string;
  cells: string[];
}

export interface GuideSign {
  key: string;
  letter: string;
  text: string;
  rule: string;
}

export interface GuideTable {
  title: string;
  rule: string;
  note: string;
  columns: string[];
  rows: GuideRow[];
}

export interface GuideText {
  text: string;
  rule: string;
}

export interface GuideTopic {
  title: string;
  texts: GuideText[];
}

export interface GuideWord {
  short: string;
  text: string;
}

export interface Health {
  ok: boolean;
  mail: boolean;
}

export interface HexAnswer {
  hex: string;
  title: string;
  lines: string[];
  units: HexUnit[];
}

export interface HexUnit {
  unit: string;
  text: string;
}

export interface HintArrow {
  kind: "move" | "attack";
  hexes: string[];
  units: string[];
}

export interface HintMessage {
  id?: string | number | null;
  do: "hint";
}

export interface HintSent {
  is: "hint";
  state: number;
  side: string;
  text: string;
  arrows: HintArrow[];
}

export interface HurryMessage {
  id?: string | number | null;
  do: "hurry";
}

export interface ImportedTable {
  record: string;
  seats: Record<string, unknown>;
  pace?: number | null;
}

export interface Invitation {
  invitation: string;
}

export interface Keys {
  keys: string[];
}

export interface Line {
  rule: string;
  text: string;
  value: number;
}

export interface ListPatch {
  at: number;
  cut: number;
  put: unknown[];
}

export interface LogPart {
  from: number;
  entries: Entry[];
}

export interface LuckSum {
  chance: number;
  points: number;
  throws: number;
}

export interface MadeTable {
  table: string;
  keys: Record<string, string>;
  invitations: Record<string, string>;
  host: string;
  commitment: string;
}

export interface Mark {
  kind: string;
  text: string;
  letter: string;
}

export interface Marker {
  text: string;
  at: number;
}

export interface MyTable {
  table: string;
  game: string;
  title: string;
  scenario: string;
  sides: string[];
  players: Record<string, string>;
  is_my_move: boolean;
  result: string;
  turn: number;
  updated: number;
}

export interface NewKey {
  key: string;
}

export interface NewTable {
  game: string;
  scenario: string;
  options?: Record<string, unknown>;
  seats: Record<string, unknown>;
  seed?: string | null;
  clock?: ClockSetting | null;
  pace?: number | null;
  may_take_back?: boolean;
}

export interface NotifySetting {
  email: string | null;
}

export interface ObjectPatch {
  set?: Record<string, unknown>;
  drop?: string[];
  in?: Record<string, ObjectPatch | ListPatch>;
}

export interface Objective {
  value: number;
  side: string | null;
  danger: boolean;
}

export interface Odds {
  column: string;
  modifier: number;
  results: OddsResult[];
  losses: Record<string, number>;
  title: string;
  hexes: string[];
  units: string[];
  labels: OddsLabels;
  attack: number;
  defence: number;
  allowed: boolean;
  lines: OddsLine[];
  notes: Line[];
  support: Support[];
}

export interface OddsLabels {
  attack: string;
  defence: string;
  column: string;
}

export interface OddsLine {
  rule: string;
  text: string;
  value: number;
  on: "attack" | "defence" | "column" | "roll";
}

export interface OddsResult {
  text: string;
  rolls: number[];
  share: number;
  means: string;
  losses: Record<string, number>;
}

export interface Ok {
  ok?: boolean;
}

export interface OptionInfo {
  key: string;
  title: string;
  about: string;
}

export interface OrderLook {
  ways: OrderWay[];
  left: StaysBehind[];
}

export interface OrderMessage {
  id?: string | number | null;
  do: "order";
  state: number;
  units: string[];
  to?: string | null;
  via?: string[];
  towards?: boolean;
  sure?: boolean;
}

export interface OrderWay {
  units: string[];
  hexes: string[];
  cost: number | null;
}

export interface Over {
  result: string;
  seed: string;
}

export interface Overlay {
  overlay: string;
  side: string | null;
  unit: string | null;
  areas: Area[];
  lines: string[][];
  values: Record<string, Value>;
  notes: Line[];
}

export interface PaceMessage {
  id?: string | number | null;
  do: "pace";
  ms: number;
}

export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PasswordChange {
  old: string;
  new: string;
}

export interface PasswordProof {
  password: string;
}

export interface PastAnswer {
  at: number;
  last: number;
  scene: Scene;
  logged: number;
}

export interface PastMessage {
  id?: string | number | null;
  do: "past";
  at: number;
  logged?: number | null;
  side?: string | null;
}

export interface Path {
  unit: string;
  steps: PathStep[];
  cost: number;
  left: number;
}

export interface PathStep {
  hex: string;
  cost: number;
  lines: Line[];
}

export interface PickMessage {
  id?: string | number | null;
  do: "pick";
  state: number;
  pick: string;
}

export interface PlanTold {
  page: number;
  side: string;
  text: string;
}

export interface PlansAnswer {
  plans: PlanTold[];
}

export interface PlansMessage {
  id?: string | number | null;
  do: "plans";
}

export interface Points {
  value: number;
  of: number | null;
  text: string;
  lines: Line[];
  ended: Projection;
}

export interface Projection {
  value: number;
  text: string;
}

export interface QueuedSent {
  is: "queued";
  text: string;
}

export interface Reach {
  unit: string;
  hex: string;
  points: number;
  hexes: Record<string, ReachHex>;
  road: Record<string, ReachHex>;
}

export interface ReachHex {
  cost: number;
  left: number;
  attack: boolean;
}

export interface Ready {
  ok: boolean;
  wrong: string[];
}

export interface RefusedSent {
  is: "refused";
  id: string | number | null;
  rule: string;
  text: string;
  state: number;
}

export interface ResignMessage {
  id?: string | number | null;
  do: "resign";
}

export interface Result {
  key: string;
  winner: string;
  text: string;
}

export interface Roll {
  dice: number;
  sides: number;
  total: number;
  modifier: number;
  column: string;
  result: string;
}

export interface RuleInfo {
  id: string;
  chapter: string;
  title: string;
  text: string;
  refs: string[];
  examples: ExampleInfo[];
}

export interface RulesChanged {
  what: ("data" | "rules")[];
  agreed: string[];
}

export interface ScenarioInfo {
  key: string;
  title: string;
  turns: number;
  about: string;
}

export interface Scene {
  state: number;
  seat: number | null;
  side: string | null;
  title: string;
  turn: Turn;
  phase: string;
  result: Result | null;
  points: Points;
  units: Record<string, SceneUnit>;
  marks: Record<string, Mark[]>;
  owners: Record<string, string>;
  objectives: Record<string, Objective>;
  tracks: Track[];
  boxes: Box[];
  secrets: string[];
  waiting: string[];
  offer: SceneOffer | null;
  part?: Part;
}

export interface SceneHand {
  units: string[];
  ends: boolean;
  others: string[];
}

export interface SceneOffer {
  prompt: string;
  rule: string;
  picks: ScenePick[];
  barred: ScenePick[];
  chosen: Chosen;
  hand: SceneHand | null;
  undo: boolean;
  odds: Odds | null;
  standing: string;
  answered: AnsweredQuestion[];
  main: string;
  hover: string;
}

export interface ScenePatch {
  base: number;
  changes: ObjectPatch;
}

export interface ScenePick {
  pick: string;
  kind: "unit" | "hex" | "option";
  text: string;
  note: string;
  undo: "free" | "rolls" | "passes" | "";
  cost?: number;
  sure?: string;
  must?: boolean;
}

export interface SceneUnit {
  hex?: string;
  box?: string;
  label?: string;
  steps: number;
  of: number;
  factors: string;
  flags: string[];
  top: number;
  rating?: string;
}

export interface SeatInfo {
  side: string;
  player: string;
  is_connected: boolean;
  connections: number;
  is_invited: boolean;
  is_taken: boolean;
  seconds: number | null;
}

export type ServerMessage = UpdateSent | AnswerSent | RefusedSent | ChatSent | TypingSent | ThinkingSent | AnalysingSent | HintSent | QueuedSent | TableSent;

export interface SessionInfo {
  id: string;
  created: number;
  used: number;
  agent: string;
  is_this: boolean;
}

export interface ShowMessage {
  id?: string | number | null;
  do: "show";
  since?: number | null;
}

export interface SideInfo {
  key: string;
  name: string;
}

export interface SitMessage {
  id?: string | number | null;
  do: "sit";
  side: string;
}

export interface SkillSum {
  difference: number;
  error: number;
  points: number;
  decisions: number;
  of: number;
}

export interface SkipMessage {
  id?: string | number | null;
  do: "skip";
}

export interface StandingMessage {
  id?: string | number | null;
  do: "standing";
  question: string;
  answer?: string | null;
}

export interface StaysBehind {
  units: string[];
  rule: string;
  text: string;
  ends?: boolean;
}

export interface StoryAnswer {
  last: number;
  marks: StoryMark[];
  points: StoryPoint[];
  throws: StoryThrow[];
  losses: StoryLoss[];
  step_points: Record<string, number>;
}

export interface StoryLoss {
  page: number;
  lost: Record<string, number>;
}

export interface StoryMark {
  page: number;
  kind: string;
  text: string;
}

export interface StoryMessage {
  id?: string | number | null;
  do: "story";
}

export interface StoryPoint {
  page: number;
  turn: number;
  value: number;
}

export interface StoryThrow {
  page: number;
  title: string;
  die: number;
  result: string;
  share: number;
  losses: Record<string, number>;
  expected: Record<string, number>;
  swing: Record<string, number>;
}

export interface Support {
  column: string;
  modifier: number;
  results: OddsResult[];
  losses: Record<string, number>;
  rule: string;
  text: string;
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
  is_seed_known: boolean;
  takebacks: number;
  may_take_back: boolean;
  pace: number;
  hints: number;
  can_analyse: boolean;
  clock: ClockSetting | null;
  created: number;
  changed: RulesChanged | null;
  newer: RulesChanged | null;
  data: string | null;
}

export interface TableSent {
  is: "table";
  table: TableInfo;
  mine: string[];
  is_host: boolean;
  draw: string | null;
  takeback: string | null;
  standing: Record<string, Record<string, string>>;
}

export interface TakebackMessage {
  id?: string | number | null;
  do: "takeback";
  answer?: boolean;
}

export interface TakenSeat {
  side: string;
  key: string;
}

export interface ThinkingSent {
  is: "thinking";
  side: string;
  share: number;
}

export interface Track {
  name: string;
  cells: string[];
  at: number;
  markers: Marker[];
}

export interface Turn {
  number: number;
  of: number;
  name: string;
}

export interface TypingMessage {
  id?: string | number | null;
  do: "typing";
}

export interface TypingSent {
  is: "typing";
  side: string;
}

export interface UndoMessage {
  id?: string | number | null;
  do: "undo";
  state: number;
  question?: string | null;
}

export interface UpdateSent {
  is: "update";
  state: number;
  scene?: Scene;
  patch?: ScenePatch | null;
  log?: LogPart | null;
  answer?: Answered | null;
  over?: Over | null;
}

export interface Value {
  text: string;
  value: number;
}

export interface WhyAnswer {
  pick: string;
  offered: boolean;
  rule: string;
  text: string;
}

export interface WhyMessage {
  id?: string | number | null;
  do: "why";
  pick: string;
}
