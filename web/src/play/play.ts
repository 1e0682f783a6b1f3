import type { Answers, Deed, Order, PastAnswer, Questions, Scene, StaysBehind, Told, Update } from "../api";
import { memory } from "../keyring";
import { Geometry } from "../map/geometry";
import { http } from "../net/http";
import { type Link, LOGGED_OUT, Refused, Seat, seatAddress } from "../net/socket";
import { settings, themeOf } from "../settings";
import { Store } from "../store";
import { Projector } from "./film";
import { LogBook } from "./log";
import { Looking } from "./looking";
import { Marching } from "./marching";
import { hexOf, meaningOf, picksByName, takeable, unitsIn } from "./offer";
import { Overlays } from "./overlays";
import { Misfit, nextScene } from "./patch";
import { type Desk, type PlayState, START } from "./state";

/** Milliseconds for which the others see that somebody writes. */
const TYPING = 5000;
/** Milliseconds within which a second click belongs to the first. */
const DOUBLE = 350;

/** The seat at a table: what it hears, and what is done from it. */
export class Play implements Desk {
  readonly store = new Store<PlayState>(START);
  readonly look = new Looking(this);
  readonly march = new Marching(this);
  readonly overlays = new Overlays(this);
  readonly film: Projector;
  private readonly book = new LogBook(this);
  private seat: Seat | null = null;
  /** The last scene that was told, which the next one is told against; null until a whole one comes. */
  private base: { state: number; scene: Scene } | null = null;
  private missing = false; // a whole scene has been asked for
  private noticeTimer = 0;
  private typingTimer = 0;
  private typedAt = -Infinity; // when the others were told last that this player writes
  /** A pick whose answer dice or the other side give. */
  private fateful = false;
  private doubted = -Infinity; // when a pick was last asked for a second time
  /** An order that waits for its confirmation: units and hex. */
  private unsure = "";
  private undos = 0; // asked for while something was under way
  /** The units that are being put down. */
  private lowering: string[] = [];
  /** The units that were put down last, and the state since: undo takes them up again while nothing else has been done. */
  private lowered = { units: [] as string[], state: -1 };
  /** Picks that were made while another one was under way, each with the question that it answers. */
  private queue: { name: string; rule: string }[] = [];
  /** The clicks and orders made while a request was under way. */
  private next: (() => void) | null = null;
  /** The side whose player sits before this screen. */
  private seated: string | null = null;
  private readonly wake = () => {
    if (document.visibilityState === "visible") this.seat?.hurry();
  };

  constructor(
    readonly table: string,
    readonly key: string | null,
    readonly lang: string,
    readonly replaying = false,
  ) {
    this.film = new Projector(this, table);
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      const info = await http.facts(this.table);
      // the map comes beside the board; who draws it asks for it again, and says what is wrong if it does not come
      void http.map(info.game, this.lang, themeOf(settings.get().theme), info.data).catch(() => undefined);
      const board = await http.board(info.game, this.lang, info.data);
      this.store.set({ info, board, geometry: new Geometry(board.grid), seed: info.seed });
    } catch (error) {
      this.store.set({ error: error instanceof Error ? error.message : String(error) });
      return;
    }
    this.seat = new Seat(
      seatAddress(this.table, this.key, this.lang),
      (told) => this.hear(told),
      (link, code) => this.linked(link, code),
    );
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  close(): void {
    this.seat?.close();
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.film.close();
    this.look.close();
    this.march.close();
    clearTimeout(this.noticeTimer);
    clearTimeout(this.typingTimer);
    this.book.forget();
  }

  private linked(link: Link, code?: number): void {
    if (code === LOGGED_OUT) {
      // what the seat saw is not shown to the player who sits here now
      memory.set("account", "ended");
      this.clear({ scene: null, error: "logged out" });
    }
    this.base = null;
    this.missing = false;
    this.store.set({ link, busy: link === "open" ? this.store.get().busy : null });
    if (link === "open" && this.key && settings.get().pace !== 500) this.seat?.say({ do: "pace", ms: settings.get().pace });
  }

  // -- hearing ----------------------------------------------------------------------------------------------------

  private hear(told: Told): void {
    switch (told.is) {
      case "update":
        this.hearUpdate(told);
        break;
      case "refused":
        this.store.set({ busy: null, hinting: false });
        if (told.id === undefined || told.id === null) this.notice(told.text);
        break;
      case "chat": {
        const { chat, unread } = this.store.get();
        const n = told.n ?? chat.length;
        if (chat.some((line) => line.n === n)) break;
        this.store.set({ chat: [...chat, { n, side: told.side, text: told.text }], unread: unread + 1, typing: null });
        break;
      }
      case "typing":
        this.store.set({ typing: told.side });
        clearTimeout(this.typingTimer);
        this.typingTimer = window.setTimeout(() => this.store.set({ typing: null }), TYPING);
        break;
      case "thinking":
        this.store.set({ thinking: { side: told.side, share: told.share }, queued: null });
        break;
      case "analysing":
        this.store.set({ analysing: { share: told.share, done: told.done } });
        break;
      case "hint":
        this.store.set({ hinting: false, hint: told.state === this.store.get().state ? told : null });
        break;
      case "queued":
        this.store.set({ queued: told.text, thinking: null });
        break;
      case "table":
        if ((this.store.get().info ?? told.table).data !== told.table.data) {
          location.reload(); // the game goes on with other data: another board, another map
          break;
        }
        this.store.set({
          info: told.table,
          mine: told.mine,
          isHost: told.is_host,
          drawOffer: told.draw,
          takebackOffer: told.takeback,
          standing: told.standing,
          seed: told.table.seed,
        });
        break;
      default:
        break;
    }
  }

  /** The scene that an update tells; null where it belongs to one that is not here: then a whole one is asked for. */
  private sceneOf({ state, scene, patch }: Update): Scene | null {
    try {
      const made = scene ?? (patch && this.base?.state === patch.base ? nextScene(this.base.scene, patch.changes) : null);
      if (made) {
        this.base = { state, scene: made };
        this.missing = false;
        return made;
      }
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
    }
    this.base = null;
    if (!this.missing) this.missing = this.seat?.say({ do: "show", since: (this.store.get().log.at(-1)?.n ?? -1) + 1 }) ?? false;
    return null;
  }

  private hearUpdate(told: Update): void {
    const before = this.store.get();
    if (told.over) this.store.set({ seed: told.over.seed });
    if (before.curtain && !told.scene) {
      // behind the curtain nothing is kept: the player who sits down is told everything; everybody may see the end of the game
      if (told.over) this.seat?.say({ do: "show", since: 0 });
      return;
    }
    const scene = this.sceneOf(told);
    if (!scene) return;
    if (this.hides(scene)) {
      this.base = null;
      this.clear({ curtain: scene.side });
      return;
    }
    this.seated = scene.side;
    const { first, change } = told.log ? this.book.hear(before, told.log) : { first: false, change: {} };
    if (first) this.film.due = true;
    if (this.replaying && before.scene) this.store.set(change);
    else this.show(before, told.state, scene, change);
  }

  private show(before: PlayState, state: number, scene: Scene, change: Partial<PlayState>): void {
    // what led to a question is seen before it is asked
    const watching = before.film !== null || change.thrown?.rolling === true;
    const held = watching && this.newsMayCome(before) ? scene.offer : null;
    this.fateful = false;
    if (this.lowering.length) this.lowered = { units: this.lowering, state };
    this.lowering = [];
    this.look.forget();
    this.store.set({
      ...change,
      scene: held ? { ...scene, offer: null } : scene,
      held,
      state,
      busy: null,
      thinking: scene.offer !== null || scene.result ? null : before.thinking,
      queued: null,
      reach: null,
      path: null,
      sure: null,
      ...this.march.after(before, scene),
      odds: held ? null : (scene.offer?.odds ?? null),
      fan: null,
      notice: null,
      curtain: null,
      hint: null,
    });
    if (!this.replaying) this.film.offer();
    if (before.inspected && this.isOver(before, scene)) this.store.set({ inspected: null, unit: null, hexFacts: null });
    else if (before.inspected) void this.look.at(before.inspected, before.unit);
    this.overlays.refresh();
    if (this.store.get().held) return;
    this.goOn();
    this.march.goOn(before);
  }

  /** The requests made while another one was under way. */
  private goOn(): void {
    if (this.undos > 0) {
      this.undos -= 1;
      this.undo();
    }
    const { scene } = this.store.get();
    const queued = this.queue.shift();
    if (queued) {
      if (scene?.offer?.rule === queued.rule && scene.offer.picks.some((pick) => pick.pick === queued.name)) this.pick(queued.name);
      else this.queue = [];
    }
    const next = this.next;
    this.next = null;
    if (scene?.offer) next?.();
  }

  /** Drop the waiting requests: something went wrong, or another player sits here. */
  private drop(): void {
    this.undos = 0;
    this.queue = [];
    this.next = null;
  }

  /** Whether something may have happened since the last scene that has to be seen before the next question. */
  private newsMayCome({ scene }: PlayState): boolean {
    return !this.replaying && scene !== null && (this.fateful || scene.offer === null);
  }

  /** Whether what is inspected belongs to something that has ended: another phase, and nothing is asked about it. */
  private isOver({ scene: before, inspected }: PlayState, scene: Scene): boolean {
    if (!before || before.phase === scene.phase || !inspected) return false;
    const { picks = [], chosen } = scene.offer ?? {};
    const asked = [...picks.map((pick) => pick.pick), ...(chosen?.units ?? []), ...(chosen?.hexes ?? [])];
    return !asked.some((name) => name === inspected || scene.units[name]?.hex === inspected);
  }

  /** Send the request that was held back, unless something is still being shown. */
  shown(): void {
    const { scene, held, film, thrown } = this.store.get();
    if (!scene || !held || film || thrown?.rolling) return;
    this.store.set({ scene: { ...scene, offer: held }, held: null, odds: held.odds });
    this.goOn();
  }

  /** A film has begun: what is asked waits for its end. */
  hold(): void {
    const { scene, film } = this.store.get();
    if (film && scene?.offer) this.store.set({ scene: { ...scene, offer: null }, held: scene.offer, odds: null });
  }

  /** Space: whatever is being shown ends now. */
  skip(): void {
    const { film, thrown, scene, held } = this.store.get();
    if (film) this.film.end();
    else if (thrown?.rolling) this.book.stop();
    else if (thrown) this.store.set({ thrown: null });
    if (!film && scene && !scene.offer && !held && !scene.result) this.seat?.say({ do: "skip" });
  }

  /** The computer player that thinks decides now. */
  hurry(): void {
    this.seat?.say({ do: "hurry" });
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
  }

  /** Forget everything of one player while the scene of the other one is on its way. */
  private clear(change: Partial<PlayState>): void {
    this.book.forget();
    this.look.forget();
    this.drop();
    this.store.set({
      scene: null,
      log: [],
      sought: "",
      fresh: [],
      inspected: null,
      unit: null,
      hexFacts: null,
      thrown: null,
      cursor: null,
      hover: null,
      reach: null,
      path: null,
      odds: null,
      overlays: [],
      film: null,
      held: null,
      fan: null,
      notice: null,
      busy: null,
      hint: null,
      ...change,
    });
  }

  // -- doing ------------------------------------------------------------------------------------------------------

  ask<W extends keyof Answers>(what: W, about: Questions[W]): Promise<Answers[W]> {
    return this.seat?.ask(what, about) ?? Promise.reject(new Error("offline"));
  }

  /** `again`: the player means the same pick twice; otherwise the second one counts as a double click. */
  pick(name: string, again = false): void {
    const { scene, state, busy, film } = this.store.get();
    if (!scene?.offer || !this.seat) return;
    if (busy) {
      if (again || (this.queue.at(-1)?.name ?? busy) !== name) this.queue.push({ name, rule: scene.offer.rule });
      return;
    }
    const asked = scene.offer.picks.find((pick) => pick.pick === name);
    if (asked?.sure && this.store.get().sure !== name) {
      this.store.set({ sure: name });
      this.doubted = performance.now();
      if (asked.kind === "option") this.look.hush();
      else this.store.set({ why: { pick: name, hex: hexOf(this.store.get(), name), rule: "", text: asked.sure, quiet: false, each: [] } });
      return;
    }
    // a double click on the map does not confirm what it has only just asked
    if (asked?.sure && asked.kind !== "option" && performance.now() - this.doubted < DOUBLE) return;
    if (film) this.film.end();
    this.fateful = asked?.undo !== "free";
    this.film.remember();
    this.look.hush();
    this.store.set({ busy: name, sure: null, fresh: [], thrown: null, fan: null, unit: null });
    void this.send({ do: "pick", state, pick: name });
  }

  /** Take back what was done last: a unit that was put down is in hand again, and else the last pick is undone. If nothing
   * can be taken back, the server says why. With a question that was answered for the player, go back to it. */
  undo(question?: string): void {
    const { scene, state, busy } = this.store.get();
    if (scene?.side == null) return;
    if (busy) {
      if (!question) this.undos += 1; // after what is under way
      return;
    }
    const { units } = this.lowered;
    if (!question && this.lowered.state === state && units.every((id) => scene.offer?.hand?.others.includes(id))) {
      void this.order({ units });
      return;
    }
    this.look.hush();
    this.store.set({ busy: "undo", thrown: null });
    void this.send(question ? { do: "undo", state, question } : { do: "undo", state });
  }

  /** Enter: the option with which most players go on. What cannot be taken back while there is more to choose wants a second one. */
  goOnWith(): void {
    const { scene, sure, busy } = this.store.get();
    const { main, picks } = scene?.offer ?? { main: "", picks: [] };
    const asked = picks.find((pick) => pick.pick === main);
    if (!asked || busy) return;
    const more = picks.some((pick) => pick.kind !== "option");
    if (asked.undo !== "free" && more && sure !== main) this.store.set({ sure: main });
    else this.pick(main);
  }

  /** Take units, move them, put them down: the server makes picks of it. Who cannot go along says why. */
  async order(order: Order): Promise<void> {
    const { scene, state, busy, film } = this.store.get();
    if (!scene?.offer?.hand || !this.seat) return;
    if (busy) {
      this.next = () => void this.order(order);
      return;
    }
    if (film) this.film.end();
    this.fateful = true;
    this.film.remember();
    this.look.hush();
    this.store.set({ busy: "order", sure: null, fresh: [], thrown: null, fan: null, unit: null });
    this.lowering = order.units.length ? [] : scene.offer.hand.units;
    const meant = (units: string[]) => JSON.stringify([units, order.to ?? null]);
    const sure = this.unsure !== "" && this.unsure === meant(order.units);
    this.unsure = "";
    const left = await this.send({ do: "order", state, ...order, ...(sure ? { sure } : {}) });
    const last = left.find((each) => each.ends);
    if (last) this.unsure = meant(last.units);
    const [first] = left;
    if (!first) return;
    const { rule, text } = first;
    const hex = order.to ?? hexOf(this.store.get(), first.units[0] ?? "");
    this.store.set({ why: { pick: first.units[0] ?? "", hex, rule, text, quiet: false, each: left } });
  }

  /** Take out units that were chosen; none: those that the column of an attack does not need. */
  leaveOut(units: string[]): void {
    const { scene, state, busy } = this.store.get();
    if (!scene?.offer || busy) return;
    this.look.hush();
    this.store.set({ busy: "drop", sure: null, thrown: null, fan: null });
    void this.send({ do: "drop", state, units });
  }

  private send(message: Deed): Promise<StaysBehind[]> {
    return (this.seat?.carryOut(message) ?? Promise.reject(new Error("offline"))).catch((error: unknown) => {
      this.drop();
      this.lowering = [];
      this.store.set({ busy: null, hinting: false });
      const about =
        message.do === "pick" ? message.pick : message.do === "order" ? (message.units[0] ?? "") : message.do === "undo" ? "undo" : null;
      if (error instanceof Refused && about !== null && (error.rule || about === "undo"))
        this.store.set({
          why: { pick: about, hex: hexOf(this.store.get(), about), rule: error.rule, text: error.message, quiet: false, each: [] },
        });
      else this.notice(error instanceof Refused ? error.message : "offline");
      return [];
    });
  }

  /** Ask what the planner would do: the hint comes by itself. */
  hint(): void {
    const { hinting, scene } = this.store.get();
    if (hinting || !scene?.offer) return;
    this.store.set({ hinting: true, hint: null });
    void this.send({ do: "hint" });
  }

  agree = (): void => void this.send({ do: "agree" });
  resign = (): void => void this.send({ do: "resign" });
  offerDraw = (answer?: boolean): void => void this.send(answer === undefined ? { do: "draw" } : { do: "draw", answer });
  askTakeback = (answer?: boolean): void => void this.send(answer === undefined ? { do: "takeback" } : { do: "takeback", answer });
  stand = (question: string, answer: string | null): void => void this.send({ do: "standing", question, answer });
  say = (text: string): void => void this.send({ do: "chat", text });
  /** The player writes: the others are told now and then. */
  typing(): void {
    const now = performance.now();
    if (now - this.typedAt < TYPING / 2) return;
    this.typedAt = now;
    this.seat?.say({ do: "typing" });
  }

  pace = (ms: number): void => void this.seat?.say({ do: "pace", ms });

  notice(text: string): void {
    this.store.set({ notice: text });
    clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => this.store.set({ notice: null }), 6000);
  }

  /** A click or Enter on a hex. add: also select its units; go: send the selected units there, whatever is in it. */
  touch(hex: string, how: { add?: boolean; go?: boolean } = {}): void {
    const { scene, group, busy } = this.store.get();
    if (!scene) return;
    if (busy && scene.offer?.hand) {
      this.next = () => this.touch(hex, how);
      return;
    }
    if (how.add && scene.offer?.hand) {
      this.march.toggle(takeable(scene, hex));
      return;
    }
    if (how.go && scene.offer?.hand) {
      this.march.send(hex);
      return;
    }
    const picks = picksByName(scene.offer);
    if (!scene.offer) {
      this.store.set({ fan: unitsIn(scene, hex).length > 1 ? { hex, held: true } : null });
      void this.look.at(hex, null);
      return;
    }
    const meaning = meaningOf(scene, picks, hex, group);
    if (this.store.get().fan?.hex !== hex) this.store.set({ fan: null });
    if ("pick" in meaning) this.pick(meaning.pick.pick);
    else if ("take" in meaning) this.march.take(meaning.take);
    else if ("send" in meaning) this.march.send(meaning.send);
    else if ("drop" in meaning) this.leaveOut([meaning.drop]);
    else if ("putDown" in meaning) void this.letGo(hex);
    else if ("choose" in meaning) {
      this.look.hush();
      this.store.set({ fan: { hex, held: true } });
      void this.look.at(hex, null);
    } else {
      this.look.hush();
      void this.look.at(hex, null);
      void this.look.why(meaning.why, true, meaning.others);
    }
  }

  /** Put down what is in hand, by a click on it. */
  private async letGo(hex: string): Promise<void> {
    await this.order({ units: [] });
    void this.look.at(hex, null);
  }

  // -- replays ----------------------------------------------------------------------------------------------------

  /** The scene after a number of picks; of another side only when the game is over. */
  past(at: number, side: string | null): Promise<PastAnswer> {
    return this.ask("past", { at, side });
  }

  showPast(told: PastAnswer): void {
    this.look.hush();
    this.store.set({ scene: told.scene, state: told.at, logged: told.logged, reach: null, path: null });
  }
}
