import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LogEntry, Scene } from "../src/api";
import { Play } from "../src/play/play";
import { change } from "../src/settings";
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
  ...(roll ? { roll } : {}),
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
  Wire.last.tell({ is: "scene", is_told: true, state: 7, scene: waiting });
  Wire.last.tell({ is: "log", from: 0, entries: [line(0)] });
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
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: asked });
    expect(play.store.get().scene!.offer).toBeNull();
    Wire.last.tell({ is: "log", from: 1, entries: [line(1), line(2, roll)] });
    expect(play.store.get().thrown).toMatchObject({ rolling: true, lead: "line 1" });
    vi.advanceTimersByTime(400);
    expect(play.store.get().scene!.offer).toBeNull();
    vi.advanceTimersByTime(100);
    expect(play.store.get().thrown!.rolling).toBe(false);
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    play.close();
  });

  it("comes at once where nothing was rolled, and with the dice where nothing moves", async () => {
    const play = await sit();
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: asked });
    Wire.last.tell({ is: "log", from: 1, entries: [line(1)] });
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    Wire.last.tell({ is: "scene", is_told: true, state: 9, scene: { ...waiting, state: 9 } });
    Wire.last.tell({ is: "scene", is_told: true, state: 10, scene: { ...asked, state: 10 } });
    vi.advanceTimersByTime(5000);
    expect(play.store.get().held).toEqual(asked.offer); // however long the log takes
    Wire.last.tell({ is: "log", from: 2, entries: [line(2)] });
    Wire.last.tell({ is: "scene", is_told: false, state: 10, scene: { ...asked, state: 10 } });
    expect(play.store.get().held).toBeNull();
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    change({ calm: true });
    Wire.last.tell({ is: "scene", is_told: true, state: 11, scene: { ...waiting, state: 11 } });
    Wire.last.tell({ is: "scene", is_told: true, state: 12, scene: { ...asked, state: 12 } });
    Wire.last.tell({ is: "log", from: 3, entries: [line(3, roll)] });
    expect(play.store.get().thrown!.rolling).toBe(false);
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    play.close();
  });

  it("space shows the dice at once, and then it is asked", async () => {
    const play = await sit();
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: asked });
    Wire.last.tell({ is: "log", from: 1, entries: [line(1, roll)] });
    expect(play.store.get().scene!.offer).toBeNull();
    play.skip();
    expect(play.store.get().thrown).toMatchObject({ rolling: false });
    expect(play.store.get().scene!.offer).toEqual(asked.offer);
    play.close();
  });

  it("space hurries the computer, whatever dice lie there", async () => {
    const play = await sit();
    const skips = () => Wire.last.sent.filter((said) => said.do === "skip").length;
    Wire.last.tell({ is: "log", from: 1, entries: [line(1, roll)] });
    vi.advanceTimersByTime(500);
    expect(play.store.get().thrown).toMatchObject({ rolling: false });
    play.skip();
    expect(play.store.get().thrown).toBeNull();
    expect(skips()).toBe(1);
    // not where a person is asked
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: asked });
    play.skip();
    expect(skips()).toBe(1);
    play.close();
  });

  it("waits for the end of the film of what happened", async () => {
    const play = await sit();
    play.store.set({ log: [line(0), line(1), line(2)] });
    play.film.again();
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: asked });
    Wire.last.tell({ is: "log", from: 3, entries: [line(3)] });
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
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: asked });
    expect(play.store.get().inspected).toBe(far); // the same phase
    Wire.last.tell({ is: "scene", is_told: true, state: 9, scene: { ...asked, state: 9, phase: "another" } });
    expect(play.store.get().inspected).toBeNull();
    play.store.set({ inspected: hex });
    Wire.last.tell({ is: "scene", is_told: true, state: 10, scene: { ...asked, state: 10, phase: "a third" } });
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
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: free });
    play.shown();
    play.pick(first);
    play.pick(first); // a double click
    play.pick(second);
    expect(picked()).toEqual([first]);
    return play;
  }

  it("follows when the same is asked again", async () => {
    const play = await busy();
    Wire.last.tell({ is: "scene", is_told: true, state: 9, scene: { ...free, state: 9 } });
    expect(picked()).toEqual([first, second]);
    play.close();
  });

  it("is dropped when something else is asked", async () => {
    const play = await busy();
    Wire.last.tell({ is: "scene", is_told: true, state: 9, scene: { ...free, state: 9, offer: { ...free.offer!, rule: "another" } } });
    expect(picked()).toEqual([first]);
    play.close();
  });

  it("is not made for the next player at the same screen", async () => {
    const play = await busy();
    play.store.set({ mine: [asked.side!, other] });
    const theirs: Scene = { ...free, state: 9, side: other };
    Wire.last.tell({ is: "scene", is_told: true, state: 9, scene: theirs });
    expect(play.store.get().curtain).toBe(other);
    play.sit(other);
    Wire.last.tell({ is: "scene", is_told: true, state: 9, scene: theirs });
    play.shown();
    expect(play.store.get().scene!.offer).not.toBeNull();
    expect(picked()).toEqual([first]);
    play.close();
  });

  it("dice belong to the odds that were shown before them, never to those of the next question", async () => {
    const play = await sit();
    const checked = (state: number, title: string): Scene => ({ ...asked, state, offer: { ...asked.offer!, odds: { ...odds, title } } });
    // somebody else's dice, then a check of one's own
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: checked(8, "first") });
    Wire.last.tell({ is: "log", from: 1, entries: [line(1, roll)] });
    expect(play.store.get().thrown!.odds).toBeNull();
    play.skip();
    // that check is rolled, and another one is asked for
    play.pick(play.store.get().scene!.offer!.picks[0]!.pick);
    Wire.last.tell({ is: "scene", is_told: true, state: 9, scene: checked(9, "second") });
    const made = { ...roll, column: odds.column, modifier: odds.modifier, result: odds.results[0]!.text };
    const other = { ...roll, column: "", result: "passed" };
    Wire.last.tell({ is: "log", from: 2, entries: [line(2, other), line(3, made), line(4, other)] });
    expect(play.store.get().thrown!.odds!.title).toBe("first");
    expect(play.store.get().thrown!.rolls.map((each) => each.n)).toEqual([3, 2, 4]);
    play.close();
  });

  it("dice at odds that the other side has changed are shown without them", async () => {
    const play = await sit();
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: { ...asked, state: 8, offer: { ...asked.offer!, odds } } });
    Wire.last.tell({ is: "log", from: 1, entries: [line(1)] });
    play.skip();
    play.pick(play.store.get().scene!.offer!.picks[0]!.pick);
    Wire.last.tell({ is: "scene", is_told: true, state: 9, scene: { ...asked, state: 9 } });
    const made = { ...roll, column: odds.column, modifier: 5, result: odds.results[0]!.text };
    Wire.last.tell({ is: "log", from: 2, entries: [line(2, made)] });
    expect(play.store.get().thrown!.rolls).toHaveLength(1);
    expect(play.store.get().thrown!.odds).toBeNull();
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
    Wire.last.tell({ is: "scene", is_told: true, state: 8, scene: { ...waiting, state: 8 } });
    expect(play.store.get().queued).toBeNull();
    play.close();
  });
});
