import type {
  Board, HexAnswer, LogEntry, Odds, Offer, OverlayAnswer, PathAnswer, Pick, ReachAnswer, PastAnswer, Roll, Say, Scene, TableInfo, Told, WhyAnswer,
} from "./api";
import { memory } from "./keyring";
import { Geometry } from "./map/geometry";
import { makeOverlay, type Overlay } from "./map/patterns";
import { http } from "./net/http";
import { Refused, Seat, seatAddress, type Link } from "./net/socket";
import { settings } from "./settings";
import { Store } from "./store";

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
}

export interface Film {
  steps: LogEntry[];
  at: number;
  playing: boolean;
}

/** Entries of the log with dice, since the last pick; the odds are those of the first of them. */
export interface Thrown {
  rolls: Rolled[];
  odds: Odds | null;
}

export type Rolled = LogEntry & { roll: Roll };

const MOST_ROLLS = 12;

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
  drawOffer: string | null;
  takebackOffer: string | null;
  thinking: { side: string; share: number } | null;
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
  rule: string | null;
  notice: string | null;
  film: Film | null;
  fresh: LogEntry[];
  thrown: Thrown | null;
  curtain: string | null;
  fan: { hex: string; held: boolean } | null;
  error: string | null;
}

const START: PlayState = {
  link: "joining", board: null, geometry: null, scene: null, state: 0, log: [], logged: null, chat: [], unread: 0, info: null, mine: [],
  drawOffer: null, takebackOffer: null, thinking: null, seed: null, busy: null, hover: null, cursor: null, inspected: null, unit: null,
  hexFacts: null, reach: null, path: null, odds: null, overlays: [], why: null, rule: null, notice: null, film: null, fresh: [],
  thrown: null, curtain: null, fan: null, error: null,
};

/** What of a new log is kept: from `from` on it replaces what was there. */
export function joinLog(old: readonly LogEntry[], from: number, entries: readonly LogEntry[]): LogEntry[] {
  return [...old.filter((entry) => entry.n < from), ...entries];
}

export function picksByName(offer: Offer | null | undefined): Map<string, Pick> {
  return new Map((offer?.picks ?? []).map((pick) => [pick.pick, pick]));
}

/** The units in a hex, the one on top first. */
export function unitsIn(scene: Scene | null, hex: string | null): string[] {
  if (!scene || !hex) return [];
  return Object.entries(scene.units)
    .filter(([, unit]) => unit.hex === hex)
    .sort(([, a], [, b]) => (a.top ?? 0) - (b.top ?? 0))
    .map(([id]) => id);
}

/** What a click on a hex means: pick the only thing that can be picked there, choose among several, or ask why not. */
export type Meaning = { pick: Pick } | { choose: Pick[] } | { why: string };

export function meaningOf(scene: Scene, picks: ReadonlyMap<string, Pick>, hex: string): Meaning {
  const here = unitsIn(scene, hex);
  const found = [...here, hex].map((name) => picks.get(name)).filter((pick): pick is Pick => pick !== undefined);
  if (found.length === 1) return { pick: found[0]! };
  if (found.length) return { choose: found };
  const asksUnits = [...picks.values()].some((pick) => pick.kind === "unit");
  return { why: (asksUnits && here[0]) || hex };
}

/** The seat at a table: what it knows, and everything that can be done from it. */
export class Play {
  readonly store = new Store<PlayState>(START);
  private seat: Seat | null = null;
  private readonly reaches = new Map<string, Promise<ReachAnswer>>();
  private readonly paths = new Map<string, Promise<PathAnswer>>();
  private overlayKeys: string[] = [];
  private hoverTimer = 0;
  private filmTimer = 0;
  private noticeTimer = 0;
  private logRead = false;
  private filmDue = false;
  private lastOdds: Odds | null = null;
  /** The side whose player sits before this screen. */
  private seated: string | null = null;
  private readonly wake = () => {
    if (document.visibilityState === "visible") this.seat?.hurry();
  };

  constructor(
    readonly table: string,
    readonly key: string | null,
    readonly lang: string,
    private readonly replaying = false,
  ) {
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      const info = await http.facts(this.table);
      const board = await http.board(info.game, this.lang);
      this.store.set({ info, board, geometry: new Geometry(board.grid), seed: info.seed });
    } catch (error) {
      this.store.set({ error: error instanceof Error ? error.message : String(error) });
      return;
    }
    this.seat = new Seat(seatAddress(this.table, this.key, this.lang), (told) => this.hear(told), (link) => this.linked(link));
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  close(): void {
    this.seat?.close();
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.filmTimer);
    clearTimeout(this.hoverTimer);
    clearTimeout(this.noticeTimer);
  }

  private linked(link: Link): void {
    this.store.set({ link, busy: link === "open" ? this.store.get().busy : null });
    if (link !== "open") return;
    const last = this.store.get().log.at(-1);
    this.seat?.say({ do: "log", since: this.logRead && last ? last.n + 1 : 0 });
    if (this.key && settings.get().pace !== 500) this.seat?.say({ do: "pace", ms: settings.get().pace });
  }

  // -- hearing ----------------------------------------------------------------------------------------------------

  private hear(told: Told): void {
    switch (told.is) {
      case "scene":
        this.hearScene(told.state, told.scene);
        break;
      case "log":
        this.hearLog(told.from, told.entries);
        break;
      case "refused":
        this.store.set({ busy: null });
        if (told.id === undefined || told.id === null) this.notice(told.text);
        break;
      case "chat": {
        const { chat, unread } = this.store.get();
        const n = told.n ?? chat.length;
        if (chat.some((line) => line.n === n)) break;
        this.store.set({ chat: [...chat, { n, side: told.side, text: told.text }], unread: unread + 1 });
        break;
      }
      case "thinking":
        this.store.set({ thinking: { side: told.side, share: told.share } });
        break;
      case "table":
        this.store.set({ info: told.table, mine: told.mine, drawOffer: told.draw, takebackOffer: told.takeback, seed: told.table.seed });
        break;
      case "over":
        this.store.set({ seed: told.seed ?? this.store.get().seed });
        break;
      default:
        break;
    }
  }

  private hearScene(state: number, scene: Scene): void {
    const before = this.store.get();
    if (this.replaying && before.scene) return;
    if (this.hides(scene)) {
      this.clear({ curtain: scene.side });
      return;
    }
    this.seated = scene.side;
    if (before.scene && state < before.state && scene.side === before.scene.side) return;
    if (before.scene?.offer?.odds) this.lastOdds = before.scene.offer.odds;
    if (scene.offer?.odds) this.lastOdds = scene.offer.odds;
    const own = scene.offer !== null;
    this.reaches.clear();
    this.paths.clear();
    this.store.set({
      scene, state, busy: null, thinking: own || scene.result ? null : before.thinking, reach: null, path: null, why: null,
      odds: scene.offer?.odds ?? null, fan: null, notice: null, cursor: before.cursor ?? null, curtain: null,
    });
    this.offerFilm();
    if (before.inspected) void this.lookAt(before.inspected, before.unit);
    if (this.overlayKeys.length) void this.loadOverlays();
  }

  private hearLog(from: number, entries: LogEntry[]): void {
    const before = this.store.get();
    const first = !this.logRead;
    // a part of a log whose beginning is on its way, or one that belongs behind the curtain
    if (before.curtain || (first && from > 0)) return;
    this.logRead = true;
    const log = joinLog(before.log, from, entries);
    const known = before.log.at(-1)?.n ?? -1;
    const fresh = entries.filter((entry) => entry.n > known);
    this.store.set({ log, fresh: first ? [] : [...before.fresh, ...fresh].slice(-60) });
    if (!first) this.showDice(fresh);
    if (first) {
      this.filmDue = true;
      this.offerFilm();
    }
  }

  private showDice(fresh: readonly LogEntry[]): void {
    const rolled = fresh.filter((entry): entry is Rolled => Boolean(entry.roll));
    if (!rolled.length) return;
    const { thrown } = this.store.get();
    if (this.lastOdds || !thrown) this.store.set({ thrown: { rolls: rolled.slice(0, MOST_ROLLS), odds: this.lastOdds } });
    else this.store.set({ thrown: { ...thrown, rolls: [...thrown.rolls, ...rolled].slice(0, MOST_ROLLS) } });
    this.lastOdds = null;
  }

  // -- the film ---------------------------------------------------------------------------------------------------

  private seenName(): string {
    return `seen.${this.table}.${this.store.get().scene?.side ?? ""}`;
  }

  private remember(): void {
    const last = this.store.get().log.at(-1);
    if (last) memory.set(this.seenName(), String(last.n));
  }

  /** Entries since this seat's last pick that can be shown on the map. */
  private unseen(): LogEntry[] {
    const kept = memory.get(this.seenName());
    if (kept === null) return [];
    return this.store.get().log.filter((entry) => entry.n > Number(kept) && (entry.hexes.length > 0 || entry.units.length > 0));
  }

  /** Once both the log and the scene are there: what has happened since the last pick. */
  private offerFilm(): void {
    const { scene } = this.store.get();
    if (!this.filmDue || this.replaying || scene?.side == null) return;
    this.filmDue = false;
    const steps = this.unseen();
    if (steps.length < 2 || !settings.get().film) return;
    this.playFilm(steps);
  }

  /** Show again what has happened since the last pick, or the last thirty entries. */
  replayRecent(): void {
    const shown = this.store.get().log.filter((entry) => entry.hexes.length > 0 || entry.units.length > 0);
    const steps = this.unseen();
    this.playFilm(steps.length ? steps : shown.slice(-30));
  }

  playFilm(steps: LogEntry[]): void {
    if (!steps.length) return;
    this.store.set({ film: { steps, at: 0, playing: true }, why: null, fan: null });
    this.roll();
  }

  private roll(): void {
    clearTimeout(this.filmTimer);
    const film = this.store.get().film;
    if (!film?.playing) return;
    const long = film.steps[film.at]?.text.length ?? 0;
    const wait = Math.max(350, Math.min(2600, settings.get().pace * 1.6 + long * 9));
    this.filmTimer = window.setTimeout(() => this.filmStep(1), wait);
  }

  filmStep(by: number): void {
    const film = this.store.get().film;
    if (!film) return;
    const at = film.at + by;
    if (at >= film.steps.length) return this.endFilm();
    this.store.set({ film: { ...film, at: Math.max(0, at) } });
    this.roll();
  }

  filmPause(): void {
    const film = this.store.get().film;
    if (!film) return;
    this.store.set({ film: { ...film, playing: !film.playing } });
    this.roll();
  }

  endFilm(): void {
    clearTimeout(this.filmTimer);
    this.store.set({ film: null });
    this.remember();
  }

  /** Space: whatever is being shown ends now. */
  skip(): void {
    const { film, thrown, scene } = this.store.get();
    if (film) this.endFilm();
    else if (thrown) this.store.set({ thrown: null });
    else if (scene && !scene.offer && !scene.result) this.seat?.say({ do: "skip" });
  }

  // -- seats at one screen ----------------------------------------------------------------------------------------

  /** Whether a scene is for another player at this screen than the one who sits before it. */
  private hides(scene: Scene): boolean {
    const several = this.store.get().mine.length > 1 && !this.replaying;
    return several && settings.get().curtain && !scene.result && scene.side !== null && scene.side !== this.seated;
  }

  /** The next player sits down at this screen. */
  sit(side: string): void {
    this.seated = side;
    this.clear({ curtain: null });
    this.seat?.say({ do: "sit", side });
    this.seat?.say({ do: "log", since: 0 });
  }

  /** Nothing of one player stays while the scene of the other one is on its way. */
  private clear(change: Partial<PlayState>): void {
    this.logRead = false;
    this.lastOdds = null;
    this.store.set({
      scene: null, log: [], fresh: [], inspected: null, unit: null, hexFacts: null, why: null, thrown: null, cursor: null, hover: null,
      reach: null, path: null, odds: null, overlays: [], film: null, fan: null, notice: null, busy: null, ...change,
    });
  }

  // -- doing ------------------------------------------------------------------------------------------------------

  pick(name: string): void {
    const { scene, state, busy, film } = this.store.get();
    if (busy || !scene?.offer || !this.seat) return;
    if (film) this.endFilm();
    this.remember();
    this.store.set({ busy: name, why: null, fresh: [], thrown: null, fan: null, unit: null });
    this.send({ do: "pick", state, pick: name });
  }

  undo(): void {
    const { scene, state, busy } = this.store.get();
    if (busy || !scene?.offer?.undo) return;
    this.store.set({ busy: "undo", why: null, thrown: null });
    this.send({ do: "undo", state });
  }

  private send(message: Say): void {
    if (!this.seat) return;
    this.seat.ask(message).then(
      () => undefined,
      (error: unknown) => {
        this.store.set({ busy: null });
        if (error instanceof Refused && error.rule && error.rule !== "stale" && message.do === "pick")
          this.store.set({ why: { pick: message.pick, hex: this.hexOf(message.pick), rule: error.rule, text: error.message } });
        else this.notice(error instanceof Refused ? error.message : "offline");
      },
    );
  }

  resign = (): void => this.send({ do: "resign" });
  offerDraw = (answer?: boolean): void => this.send(answer === undefined ? { do: "draw" } : { do: "draw", answer });
  askTakeback = (answer?: boolean): void => this.send(answer === undefined ? { do: "takeback" } : { do: "takeback", answer });
  say = (text: string): void => this.send({ do: "chat", text });
  pace = (ms: number): void => void this.seat?.say({ do: "pace", ms });

  notice(text: string): void {
    this.store.set({ notice: text });
    clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => this.store.set({ notice: null }), 6000);
  }

  // -- looking ----------------------------------------------------------------------------------------------------

  hexOf(name: string): string | null {
    const { scene, geometry } = this.store.get();
    if (geometry?.has(name)) return name;
    return scene?.units[name]?.hex ?? null;
  }

  /** A click or Enter on a hex. */
  touch(hex: string): void {
    const { scene } = this.store.get();
    if (!scene) return;
    const picks = picksByName(scene.offer);
    if (!scene.offer) {
      this.store.set({ fan: unitsIn(scene, hex).length > 1 ? { hex, held: true } : null });
      void this.lookAt(hex, null);
      return;
    }
    const meaning = meaningOf(scene, picks, hex);
    if ("pick" in meaning) this.pick(meaning.pick.pick);
    else if ("choose" in meaning) {
      this.store.set({ fan: { hex, held: true }, why: null });
      void this.lookAt(hex, null);
    } else {
      void this.lookAt(hex, null);
      void this.askWhy(meaning.why);
    }
  }

  async askWhy(pick: string): Promise<void> {
    try {
      const told = await this.seat?.ask<WhyAnswer>({ do: "why", pick });
      if (told?.text) this.store.set({ why: { pick, hex: this.hexOf(pick), rule: told.rule, text: told.text } });
    } catch (error) {
      if (error instanceof Refused) this.store.set({ why: { pick, hex: this.hexOf(pick), rule: error.rule, text: error.message } });
    }
  }

  async lookAt(hex: string, unit: string | null): Promise<void> {
    this.store.set({ inspected: hex, unit });
    if (this.store.get().hexFacts?.hex !== hex) this.store.set({ hexFacts: null });
    try {
      const facts = await this.seat?.ask<HexAnswer>({ do: "ask", what: "hex", hex });
      if (facts && this.store.get().inspected === hex) this.store.set({ hexFacts: facts });
    } catch {
      // the board's own sentence is shown
    }
  }

  async askOdds(hex: string): Promise<void> {
    try {
      const odds = await this.seat?.ask<Odds>({ do: "ask", what: "odds", hex });
      if (odds) this.store.set({ odds, inspected: hex });
    } catch (error) {
      this.notice(error instanceof Error ? error.message : String(error));
    }
  }

  showReach(unit: string | null): void {
    if (!unit) {
      if (this.store.get().reach) this.store.set({ reach: null });
      return;
    }
    let told = this.reaches.get(unit);
    if (!told && this.seat) {
      told = this.seat.ask<ReachAnswer>({ do: "ask", what: "reach", unit });
      this.reaches.set(unit, told);
    }
    told?.then(
      (reach) => {
        const { hover, unit: inspectedUnit, scene } = this.store.get();
        const wanted = inspectedUnit === unit || (hover !== null && scene?.units[unit]?.hex === hover);
        if (wanted && reach?.hexes) this.store.set({ reach });
      },
      () => undefined,
    );
  }

  /** The mouse, or the keyboard's cursor, comes to a hex. */
  point(hex: string | null): void {
    const { hover, scene, fan } = this.store.get();
    if (hex === hover) return;
    this.store.set({ hover: hex, path: null, reach: this.store.get().unit ? this.store.get().reach : null });
    if (fan && !fan.held && fan.hex !== hex) this.store.set({ fan: null });
    clearTimeout(this.hoverTimer);
    if (!hex || !scene) return;
    this.hoverTimer = window.setTimeout(() => this.linger(hex), 130);
  }

  private linger(hex: string): void {
    const { scene, fan, hover, cursor } = this.store.get();
    if (!scene || (hover !== hex && cursor !== hex)) return;
    const picks = picksByName(scene.offer);
    const here = unitsIn(scene, hex);
    const offered = picks.get(hex);
    const mover = scene.offer?.chosen.units.length === 1 ? scene.offer.chosen.units[0] : undefined;
    if (mover && offered?.kind === "hex" && offered.cost != null) this.showPath(mover, hex);
    else if (!offered) {
      const unit = here.find((id) => picks.has(id));
      if (unit) this.showReach(unit);
    }
    if (offered && here.length && !scene.offer?.odds) {
      const side = scene.side;
      const board = this.store.get().board;
      if (here.some((id) => board?.units[id]?.side !== side)) void this.peekOdds(hex);
    }
    if (here.length > 1 && !fan?.held && hover === hex) this.store.set({ fan: { hex, held: false } });
  }

  private async peekOdds(hex: string): Promise<void> {
    try {
      const odds = await this.seat?.ask<Odds>({ do: "ask", what: "odds", hex });
      const { hover, cursor, scene } = this.store.get();
      if (odds && (hover === hex || cursor === hex) && !scene?.offer?.odds) this.store.set({ odds });
    } catch {
      // nothing to reckon there
    }
  }

  private showPath(unit: string, hex: string): void {
    const name = `${unit}>${hex}`;
    let told = this.paths.get(name);
    if (!told && this.seat) {
      told = this.seat.ask<PathAnswer>({ do: "ask", what: "path", unit, hex });
      this.paths.set(name, told);
    }
    told?.then(
      (path) => {
        const { hover, cursor } = this.store.get();
        if (path?.steps && (hover === hex || cursor === hex)) this.store.set({ path });
      },
      () => undefined,
    );
  }

  // -- overlays ---------------------------------------------------------------------------------------------------

  toggleOverlay(key: string): void {
    this.overlayKeys = this.overlayKeys.includes(key) ? this.overlayKeys.filter((each) => each !== key) : [...this.overlayKeys, key];
    void this.loadOverlays();
  }

  private async loadOverlays(): Promise<void> {
    const { board, geometry, unit, scene } = this.store.get();
    if (!board || !geometry || !this.seat) return;
    const wanted = [...this.overlayKeys];
    const shown: Overlay[] = [];
    for (const key of wanted) {
      const info = board.overlays.find((each) => each.key === key);
      if (!info) continue;
      const sides = info.of === "side" ? board.sides.map((side) => side.key) : [undefined];
      const asked = info.kind === "odds" && scene?.side ? [scene.side] : sides;
      const chosen = info.of === "unit" ? (unit ?? scene?.offer?.chosen.units[0]) : undefined;
      const told = await Promise.allSettled(
        asked.map((side) =>
          this.seat!.ask<OverlayAnswer>({ do: "ask", what: "overlay", overlay: key, ...(side ? { side } : {}), ...(chosen ? { unit: chosen } : {}) }),
        ),
      );
      const answers = told.flatMap((each) => (each.status === "fulfilled" && each.value?.areas ? [each.value] : []));
      const failed = told.find((each) => each.status === "rejected");
      if (!answers.length && failed?.status === "rejected") this.notice(String((failed.reason as Error).message));
      if (answers.length) shown.push(makeOverlay(info, answers, board, geometry));
      else this.overlayKeys = this.overlayKeys.filter((each) => each !== key);
    }
    if (this.overlayKeys.every((key) => wanted.includes(key))) this.store.set({ overlays: shown.filter((each) => this.overlayKeys.includes(each.info.key)) });
  }

  // -- replays ----------------------------------------------------------------------------------------------------

  /** The scene after so many picks; of another side when the game is over. */
  past(at: number, side: string | null): Promise<PastAnswer> {
    if (!this.seat) return Promise.reject(new Error("offline"));
    return this.seat.ask<PastAnswer>({ do: "past", at, side });
  }

  showPast(told: PastAnswer): void {
    this.store.set({ scene: told.scene, state: told.at, logged: told.logged, reach: null, path: null, why: null });
  }
}
