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
    Wire.last.show(asked, 1, line(1), line(2, roll));
    expect(play.store.get().scene!.offer).toBeNull();
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

  it("dice belong to the odds that the log names, and no others", async () => {
    const play = await sit();
    const checked = (state: number, title: string): Scene => ({ ...asked, state, offer: { ...asked.offer!, odds: { ...odds, title } } });
    // somebody else's dice, then a check of one's own
    Wire.last.show(checked(8, "first"), 1, line(1, roll));
    expect(play.store.get().thrown!.odds).toBeNull();
    play.skip();
    // that check is rolled, and another one is asked for
    play.pick(play.store.get().scene!.offer!.picks[0]!.pick);
    const made = { ...line(3, roll), odds: { state: 8, support: 1 } };
    Wire.last.show(checked(9, "second"), 2, line(2, roll), made, line(4, roll));
    expect(play.store.get().thrown!.odds!.title).toBe("first");
    expect(play.store.get().thrown!.rolls.map((each) => [each.n, each.odds?.support])).toEqual([
      [3, 1],
      [2, undefined],
      [4, undefined],
    ]);
    // dice that name a question which is not here any more are shown without its odds
    play.skip();
    play.pick(play.store.get().scene!.offer!.picks[0]!.pick);
    Wire.last.show({ ...waiting, state: 10 });
    Wire.last.show({ ...asked, state: 11 }, 5, { ...line(5, roll), odds: { state: 8, support: null } });
    expect(play.store.get().thrown!.odds).toBeNull();
    play.close();
  });

  it("dice are shown with the odds of the last question, though the other side has decided since", async () => {
    const play = await sit();
    Wire.last.show({ ...asked, offer: { ...asked.offer!, odds } }, 1, line(1));
    play.pick(play.store.get().scene!.offer!.picks[0]!.pick);
    Wire.last.show({ ...waiting, state: 9 });
    Wire.last.show({ ...waiting, state: 10 }, 2, { ...line(2, roll), odds: { state: 8, support: null } });
    expect(play.store.get().thrown!.odds!.title).toBe(odds.title);
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
