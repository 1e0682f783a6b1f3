import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LogEntry, Scene } from "../src/api";
import { Play } from "../src/play/play";
import { change } from "../src/settings";
import { decidingOf } from "../src/ui/Cards";
import { board, entries, odds, scene } from "./fixture";

/** The other end of the wire. */
class Wire {
  static last: Wire;
  onopen: ((event: object) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: unknown = null;
  onerror: unknown = null;
  readyState = 1;
  constructor() {
    Wire.last = this;
  }
  readonly sent: { do: string; pick?: string }[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { do: string });
  }
  close(): void {}
  tell(told: object): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }
  /** An update with a whole scene, and entries of the log from one on. */
  show(scene: Scene, from?: number, ...entries: LogEntry[]): void {
    this.tell({ is: "update", state: scene.state, scene, ...(from === undefined ? {} : { log: { from, entries } }) });
  }
}

const info = { table: "t", game: "traces", scenario: "race", seed: null };
const asked: Scene = { ...scene, state: 8 };
const waiting: Scene = { ...scene, state: 7, offer: null };
const line = (n: number, roll?: LogEntry["roll"]): LogEntry => ({
  n,
  text: `line ${n}`,
  rules: [],
  hexes: entries[0]!.hexes,
  units: [],
  ...(roll ? { roll, card: { first: n, kind: "check", part: "check" } } : {}),
});
/** An entry of a combat that begins with another one. */
const fought = (n: number, first: number, part: "opens" | "before" | "decides" | "check" | "after", roll?: LogEntry["roll"]): LogEntry => ({
  ...line(n, roll),
  card: { first, kind: "combat", part },
});
const roll = { dice: 1, sides: 6, total: 4, modifier: 0, column: "3-1", result: "R" };

/** What of a browser a seat needs. */
function browser(): void {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", {
    baseURI: "http://test/",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    visibilityState: "visible",
  });
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes("/board") ? board : info))));
}

async function sit(): Promise<Play> {
  Wire.last = undefined as never;
  const play = new Play("t", "key", "en");
  await vi.waitFor(() => expect(Wire.last?.onmessage).toBeTruthy());
  Wire.last.onopen?.({});
  Wire.last.show(waiting, 0, line(0));
  return play;
}

describe("what is asked", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    browser();
    change({ calm: false });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    change({ calm: false });
  });

  it("waits until the dice that led to it lie", async () => {
    const play = await sit();
    Wire.last.show(asked, 1, fought(1, 1, "opens"), fought(2, 1, "decides", roll));
    expect(play.store.get().scene!.offer).toBeNull();
    expect(play.store.get().thrown).toMatchObject({ rolling: true, at: 0, cards: [{ first: 1, kind: "combat" }] });
    vi.advanceTimersByTime(400);
    expect(play.store.get().scene!.offer).toBeNull();
    vi.advanceTimersByTime(100);
    expect(play.store.get().thrown!.rolling).toBe(false);
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    play.close();
  });

  it("cards that are to be brief go away by themselves", async () => {
    change({ cards: "brief" });
    const play = await sit();
    Wire.last.show(asked, 1, fought(1, 1, "opens"), fought(2, 1, "decides", roll));
    vi.advanceTimersByTime(3000);
    expect(play.store.get().thrown).not.toBeNull();
    vi.advanceTimersByTime(2000);
    expect(play.store.get().thrown).toBeNull();
    change({ cards: "stay" });
    play.close();
  });

  it("comes at once where nothing was rolled, and with the dice where nothing moves", async () => {
    const play = await sit();
    Wire.last.show(asked, 1, line(1));
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    change({ calm: true });
    Wire.last.show({ ...waiting, state: 11 });
    Wire.last.show({ ...asked, state: 12 }, 2, line(2, roll));
    expect(play.store.get().thrown!.rolling).toBe(false);
    expect(play.store.get().held).toBeNull();
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    play.close();
  });

  it("space shows the dice at once, and then it is asked", async () => {
    const play = await sit();
    Wire.last.show(asked, 1, line(1, roll));
    expect(play.store.get().scene!.offer).toBeNull();
    play.skip();
    expect(play.store.get().thrown).toMatchObject({ rolling: false });
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    play.close();
  });

  it("is shown with what is said of it in one step", async () => {
    const play = await sit();
    const seen: [number, number, boolean][] = [];
    play.store.watch(() => {
      const { state, log, thrown } = play.store.get();
      seen.push([state, log.length, thrown !== null]);
    });
    Wire.last.show(asked, 1, line(1, roll));
    expect(seen).toEqual([[8, 2, true]]);
    play.close();
  });

  it("space hurries the computer, whatever dice lie there", async () => {
    const play = await sit();
    const skips = () => Wire.last.sent.filter((said) => said.do === "skip").length;
    Wire.last.show({ ...waiting, state: 8 }, 1, line(1, roll));
    vi.advanceTimersByTime(500);
    expect(play.store.get().thrown).toMatchObject({ rolling: false });
    play.skip();
    expect(play.store.get().thrown).toBeNull();
    expect(skips()).toBe(1);
    // not where a person is asked
    Wire.last.show({ ...asked, state: 9 });
    play.skip();
    expect(skips()).toBe(1);
    play.close();
  });

  it("waits while what happened is shown again", async () => {
    const play = await sit();
    Wire.last.show(asked);
    play.store.set({ log: [line(0), line(1), line(2)] });
    play.film.again();
    expect(play.store.get().scene!.offer).toBeNull();
    expect(play.store.get().held).toEqual(asked.offer);
    play.pick(asked.offer!.picks[0]!.pick);
    expect(Wire.last.sent.filter((said) => said.do === "pick")).toEqual([]);
    play.skip();
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    play.close();
  });

  it("waits for the end of the film of what happened", async () => {
    const play = await sit();
    play.store.set({ log: [line(0), line(1), line(2)] });
    play.film.again();
    Wire.last.show(asked, 3, line(3));
    vi.advanceTimersByTime(100);
    expect(play.store.get().film).not.toBeNull();
    expect(play.store.get().scene!.offer).toBeNull();
    play.skip();
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    play.close();
  });
});

describe("what is inspected", () => {
  beforeEach(browser);
  afterEach(() => void vi.unstubAllGlobals());

  it("is forgotten when its phase ends and nothing is asked about it", async () => {
    const play = await sit();
    const hex = asked.offer!.picks.find((pick) => pick.kind === "hex")!.pick;
    const far = Object.keys(board.grid.hexes).find(
      (each) => !asked.offer!.picks.some((pick) => pick.pick === each || asked.units[pick.pick]?.hex === each),
    )!;
    play.store.set({ inspected: far });
    Wire.last.show(asked);
    expect(play.store.get().inspected).toBe(far); // the same phase
    Wire.last.show({ ...asked, state: 9, phase: "another" });
    expect(play.store.get().inspected).toBeNull();
    play.store.set({ inspected: hex });
    Wire.last.show({ ...asked, state: 10, phase: "a third" });
    expect(play.store.get().inspected).toBe(hex); // it is asked about
    play.close();
  });
});

describe("a pick that was made while another one was under way", () => {
  beforeEach(browser);
  afterEach(() => void vi.unstubAllGlobals());
  const [first, second] = asked.offer!.picks.filter((pick) => pick.kind === "hex").map((pick) => pick.pick) as [string, string];
  const free: Scene = {
    ...asked,
    offer: { ...asked.offer!, picks: asked.offer!.picks.map((pick) => ({ ...pick, undo: "free" as const })) },
  };
  const picked = () => Wire.last.sent.filter((said) => said.do === "pick").map((said) => said.pick);
  const other = board.sides.find((side) => side.key !== asked.side)!.key;

  async function busy(): Promise<Play> {
    const play = await sit();
    Wire.last.show(free);
    play.shown();
    play.pick(first);
    play.pick(first); // a double click
    play.pick(second);
    expect(picked()).toEqual([first]);
    return play;
  }

  it("follows when the same is asked again", async () => {
    const play = await busy();
    Wire.last.show({ ...free, state: 9 });
    expect(picked()).toEqual([first, second]);
    play.close();
  });

  it("is dropped when something else is asked", async () => {
    const play = await busy();
    Wire.last.show({ ...free, state: 9, offer: { ...free.offer!, rule: "another" } });
    expect(picked()).toEqual([first]);
    play.close();
  });

  it("is not made for the next player at the same screen", async () => {
    const play = await busy();
    play.store.set({ mine: [asked.side!, other] });
    const theirs: Scene = { ...free, state: 9, side: other };
    Wire.last.show(theirs);
    expect(play.store.get().curtain).toBe(other);
    play.sit(other);
    Wire.last.show(theirs);
    play.shown();
    expect(play.store.get().scene!.offer).not.toBeNull();
    expect(picked()).toEqual([first]);
    play.close();
  });

  it("one card has all of a combat, and what follows from it later", async () => {
    const play = await sit();
    const titled = (title: string) => ({ ...odds, title });
    // two checks that end alike, then the die that decides: each has its own odds
    const first = { ...fought(2, 1, "before", { ...roll, total: 5 }), odds: titled("first") };
    const second = { ...fought(3, 1, "before", { ...roll, total: 1 }), odds: titled("second") };
    const decides = { ...fought(4, 1, "decides", roll), odds: titled("combat") };
    Wire.last.show(asked, 1, fought(1, 1, "opens"), first, second, decides);
    const [card] = play.store.get().thrown!.cards;
    expect(card!.entries.map((entry) => [entry.n, entry.roll?.total, entry.odds?.title])).toEqual([
      [1, undefined, undefined],
      [2, 5, "first"],
      [3, 1, "second"],
      [4, 4, "combat"],
    ]);
    expect(decidingOf(card!)!.n).toBe(4);
    // a loss that follows goes onto the card that is still shown
    Wire.last.show({ ...asked, state: 9 }, 5, fought(5, 1, "after"));
    expect(play.store.get().thrown!.cards[0]!.entries.at(-1)!.n).toBe(5);
    // once the player has gone on, what only follows shows nothing again
    play.skip();
    play.skip();
    expect(play.store.get().thrown).toBeNull();
    Wire.last.show({ ...asked, state: 10 }, 6, fought(6, 1, "after"));
    expect(play.store.get().thrown).toBeNull();
    play.close();
  });

  it("of several checks none decides, and one alone does", async () => {
    const play = await sit();
    Wire.last.show(asked, 1, fought(1, 1, "opens"), fought(2, 1, "check", roll));
    expect(decidingOf(play.store.get().thrown!.cards[0]!)!.n).toBe(2);
    Wire.last.show({ ...asked, state: 9 }, 3, fought(3, 1, "check", roll));
    expect(decidingOf(play.store.get().thrown!.cards[0]!)).toBeUndefined();
    // what decides without dice decides all the same
    Wire.last.show({ ...asked, state: 10 }, 4, fought(4, 1, "decides"));
    expect(decidingOf(play.store.get().thrown!.cards[0]!)!.n).toBe(4);
    play.close();
  });

  it("of several cards the newest is shown, and the others can be looked at", async () => {
    const play = await sit();
    Wire.last.show({ ...waiting, state: 8 }, 1, fought(1, 1, "opens"), fought(2, 1, "decides", roll));
    Wire.last.show({ ...waiting, state: 9 }, 3, line(3), fought(4, 4, "opens"));
    expect(play.store.get().thrown).toMatchObject({ at: 1, cards: [{ first: 1 }, { first: 4 }] });
    play.close();
  });
});

describe("a table of programs that waits for others", () => {
  beforeEach(browser);
  afterEach(() => void vi.unstubAllGlobals());

  it("says what the server says, until a program thinks or plays", async () => {
    const play = await sit();
    Wire.last.tell({ is: "thinking", side: "axis", share: 0.5 });
    Wire.last.tell({ is: "queued", text: "later" });
    expect(play.store.get()).toMatchObject({ queued: "later", thinking: null });
    Wire.last.tell({ is: "thinking", side: "axis", share: 0.1 });
    expect(play.store.get().queued).toBeNull();
    Wire.last.tell({ is: "queued", text: "later" });
    Wire.last.show({ ...waiting, state: 8 });
    expect(play.store.get().queued).toBeNull();
    play.close();
  });
});
