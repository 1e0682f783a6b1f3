import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Scene } from "../src/api";
import { arrowsOf } from "../src/map/MapView";
import { Play } from "../src/play/play";
import { board, scene } from "./fixture";

/** The other end of the wire, which keeps what it is sent. */
class Wire {
  static last: Wire;
  onopen: ((event: object) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: unknown = null;
  onerror: unknown = null;
  readyState = 1;
  readonly sent: { do: string; id?: number; pick?: string; sure?: boolean; units?: string[]; towards?: boolean }[] = [];
  constructor() {
    Wire.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { do: string });
  }
  close(): void {}
  tell(told: object): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }
  show(now: Scene): void {
    this.tell({ is: "update", state: now.state, scene: now });
  }
  of(what: string) {
    return this.sent.filter((message) => message.do === what);
  }
}

const info = { table: "t", game: "traces", scenario: "race", seed: null };
const hex = scene.offer!.picks.find((pick) => pick.kind === "hex")!.pick;
const unit = Object.keys(scene.units).find((id) => scene.units[id]!.hex)!;
/** A unit is in hand, and its move would be the last of the phase. */
const last: Scene = {
  ...scene,
  state: 8,
  offer: {
    ...scene.offer!,
    hand: { units: [unit], ends: false, others: [] },
    picks: [{ pick: hex, kind: "hex", text: hex, note: "", undo: "rolls", sure: "It ends the phase." }],
  },
};

describe("what ends a phase by itself", () => {
  let play: Play;
  let now = 1000;
  beforeEach(async () => {
    vi.spyOn(performance, "now").mockImplementation(() => now);
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("document", {
      baseURI: "http://test/",
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      visibilityState: "visible",
    });
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("removeEventListener", () => undefined);
    vi.stubGlobal("WebSocket", Wire);
    vi.stubGlobal("fetch", (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes("/board") ? board : info))));
    Wire.last = undefined as never;
    play = new Play("t", "key", "en");
    await vi.waitFor(() => expect(Wire.last?.onmessage).toBeTruthy());
    Wire.last.onopen?.({});
    Wire.last.show(last);
  });
  afterEach(() => {
    play.close();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it("is asked for twice beside its hex, and a double click does not confirm it", () => {
    play.touch(hex);
    expect(Wire.last.of("pick")).toEqual([]);
    expect(play.store.get()).toMatchObject({ sure: hex, why: { pick: hex, hex, text: "It ends the phase.", quiet: false } });
    now += 200;
    play.touch(hex);
    expect(Wire.last.of("pick")).toEqual([]);
    now += 200;
    play.touch(hex);
    expect(Wire.last.of("pick")).toMatchObject([{ pick: hex }]);
  });

  it("is ordered again to confirm it, and only that unit to that hex", async () => {
    const answer = async () => {
      const { id } = Wire.last.of("order").at(-1)!;
      Wire.last.tell({ is: "answer", id, left: [{ units: [unit], rule: "", text: "The last move.", ends: true }] });
      Wire.last.show({ ...last, state: play.store.get().state + 1 });
      await vi.waitFor(() => expect(play.store.get().busy).toBeNull());
      await new Promise((done) => setTimeout(done));
    };
    for (const [units, to] of [
      [[unit, "another"], hex],
      [[unit], "9999"],
      [[unit], "9999"],
    ] as const) {
      void play.order({ units: [...units], to, towards: true });
      await answer();
    }
    expect(Wire.last.of("order").map((order) => order.sure)).toEqual([undefined, undefined, true]);
  });

  it("the arrows of a move that is taken back go with it", () => {
    const moves = (n: number) => ({ n, text: `${n} moves`, rules: [], hexes: ["3035", "3036"], units: [unit] });
    const hear = (from: number, ...entries: ReturnType<typeof moves>[]) =>
      Wire.last.tell({ is: "update", state: 9, scene: last, log: { from, entries } });
    hear(0);
    hear(0, moves(0), moves(1), moves(2));
    expect(arrowsOf(play.store.get())).toHaveLength(3);
    hear(1);
    expect(arrowsOf(play.store.get())).toHaveLength(1);
    expect(play.store.get().log).toHaveLength(1);
  });

  it("a laid out stack is put away by a click elsewhere", () => {
    const elsewhere = Object.keys(board.grid.hexes).find((each) => !Object.values(scene.units).some((one) => one.hex === each))!;
    Wire.last.show({ ...last, state: 9, offer: { ...last.offer!, hand: null } });
    play.store.set({ fan: { hex: scene.units[unit]!.hex!, held: true } });
    play.touch(elsewhere);
    expect(play.store.get().fan).toBeNull();
  });

  it("a drag of what was not taken before goes to the hex itself or nowhere", () => {
    const from = scene.units[unit]!.hex!;
    const elsewhere = Object.values(scene.units).find((each) => each.hex && each.hex !== from)!.hex!;
    expect([play.march.isTaken(from), play.march.isTaken(elsewhere)]).toEqual([true, false]);
    play.march.send("9999", [], [unit], play.march.isTaken(elsewhere));
    expect(Wire.last.of("order").at(-1)).toMatchObject({ units: [unit], towards: false });
  });

  it("a film goes back to the position before its first step, and on from there", async () => {
    const moves = (n: number, who = unit) => ({ n, text: `${n} moves`, rules: [], hexes: ["3035", "3036"], units: [who] });
    const enemy = Object.keys(board.units).find((id) => board.units[id]!.side !== board.units[unit]!.side)!;
    Wire.last.tell({
      is: "update",
      state: 9,
      scene: { ...last, side: board.units[unit]!.side },
      log: { from: 0, entries: [{ ...moves(0), begins: "activation" }, moves(1, enemy), { ...moves(2), begins: "activation" }, moves(3)] },
    });
    play.film.remember();
    play.film.again();
    expect(play.store.get().film!.steps.map((step) => step.n)).toEqual([0, 1, 2, 3]);
    const told = async (asked: object, at: number, title: string) => {
      await vi.waitFor(() => expect(Wire.last.of("ask").length + Wire.last.of("past").length).toBeGreaterThan(0));
      const question = Wire.last.sent.at(-1)!;
      expect(question).toMatchObject(asked);
      Wire.last.tell({ is: "answer", id: question.id, what: "past", at, last: 9, logged: 0, scene: { ...last, title } });
      await new Promise((done) => setTimeout(done));
    };
    await told({ do: "past", logged: 1 }, 5, "after the first");
    expect(play.store.get().film!.scene).toBeNull();
    await told({ do: "past", at: 4 }, 4, "before");
    expect(play.store.get().film!.scene!.title).toBe("before");
    await told({ do: "past", logged: 1 }, 5, "after the first");
    expect(play.store.get().film!.scene!.title).toBe("after the first");
    play.film.step(1);
    await told({ do: "past", logged: 2 }, 6, "after the second");
    expect(play.store.get().film!.scene!.title).toBe("after the second");
    play.film.end();
    expect(play.store.get().film).toBeNull();
  });
});
