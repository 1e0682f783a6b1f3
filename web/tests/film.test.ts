import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LogEntry, Scene } from "../src/api";
import { activations, Projector, summed } from "../src/play/film";
import { type Desk, type PlayState, START } from "../src/play/state";
import { Store } from "../src/store";
import { scene } from "./fixture";

const entry = (n: number, hexes: string[], kind?: string, part: "opens" | "decides" | "after" = "opens", first = n): LogEntry => ({
  n,
  text: `line ${n}`,
  rules: [],
  hexes,
  units: [],
  ...(kind ? { card: { first, kind, part } } : {}),
  ...(kind === "turn" ? { begins: "turn" } : kind === "draw" ? { begins: "activation" } : {}),
});

const LOG = [
  entry(0, [], "turn"),
  entry(1, [], "draw"),
  entry(2, ["0101", "0102"]),
  entry(3, ["0103", "0104"]),
  entry(4, ["0105"], "combat"),
  entry(5, ["0105"], "combat", "decides", 4),
  entry(6, [], "draw"),
  entry(7, ["0201", "0202"]),
  entry(8, [], "draw"),
];

describe("activations", () => {
  it("begin with a turn, a draw or a segment, and have something to show", () => {
    expect(activations(LOG).map((each) => [each.first, each.steps.map((step) => step.n)])).toEqual([[1, [2, 3, 4, 5]]]);
  });

  it("are summed up in moves and combats", () => {
    expect(summed(activations(LOG)[0]!.steps)).toEqual({ moves: 2, combats: 1 });
  });

  it("are listed with the latest first, and a combat is no move", () => {
    const log = [
      ...[entry(0, [], "draw"), entry(1, ["0101", "0102"]), entry(2, ["0103", "0104"])],
      ...[entry(3, [], "draw"), entry(4, ["0201", "0202"]), entry(5, ["0203", "0204"], "combat")],
    ];
    expect(activations(log).map((each) => each.first)).toEqual([3, 0]);
    expect(summed(activations(log)[0]!.steps)).toEqual({ moves: 1, combats: 1 });
  });
});

/** A desk whose server tells, for each question, the position that was asked for as its state: `logged` n is position 10 n. */
function desk(log: LogEntry[], waits = false) {
  const answers: (() => void)[] = [];
  const store = new Store<PlayState>({ ...START, log, scene });
  const asked: object[] = [];
  const shown = vi.fn();
  const ask = async (_what: string, of: { at: number; logged?: number }) => {
    asked.push(of.logged === undefined ? { at: of.at } : { logged: of.logged });
    if (waits) await new Promise<void>((go) => answers.push(go));
    const at = of.logged === undefined ? of.at : 10 * of.logged;
    return { at, scene: { ...scene, state: at } as Scene };
  };
  const made = { store, ask, notice: vi.fn(), hold: vi.fn(), shown } as unknown as Desk;
  return { store, asked, shown, answers, projector: new Projector(made, "t") };
}

describe("a film", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it("sets the board back to before its first step, and then to after each step", async () => {
    const { store, asked, projector } = desk(LOG);
    projector.watch(1);
    await settle();
    // entry 2 was logged by pick 30; the board before it is 29, and then the board after it is shown
    expect(asked).toEqual([{ logged: 3 }, { at: 29 }, { logged: 3 }]);
    expect(store.get().film!.scene!.state).toBe(30);
    projector.step(1);
    await settle();
    expect([store.get().film!.at, store.get().film!.scene!.state]).toEqual([1, 40]);
    projector.step(-1);
    await settle();
    expect([store.get().film!.at, store.get().film!.scene!.state]).toEqual([0, 30]);
    projector.step(-1);
    expect(store.get().film!.at).toBe(0);
  });

  it("shows no board that comes when the film has gone on", async () => {
    const { store, asked, projector, answers } = desk(LOG, true);
    projector.watch(1);
    projector.step(1);
    answers[1]!();
    await settle();
    expect(store.get().film!.scene!.state).toBe(40);
    answers[0]!();
    await settle();
    expect(asked).toEqual([{ logged: 3 }, { logged: 4 }]);
    expect([store.get().film!.at, store.get().film!.scene!.state]).toEqual([1, 40]);
  });

  it("goes on by itself, waits while it is paused, and ends after its last step; then all of it has been seen", async () => {
    const { store, shown, projector } = desk(LOG);
    projector.watch(1);
    projector.pause();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.get().film!.at).toBe(0);
    projector.pause();
    for (let at = 1; at < 4; at++) {
      await vi.advanceTimersToNextTimerAsync();
      expect(store.get().film!.at).toBe(at);
    }
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersToNextTimerAsync();
    expect(store.get().film).toBe(null);
    expect(shown).toHaveBeenCalledOnce();
    expect([...kept.values()]).toEqual(["8"]);
  });

  it("is offered once after an absence, from the entry after the last that was seen", async () => {
    const { store, projector } = desk(LOG);
    kept.set(`stavka.seen.t.${scene.side}`, "2");
    projector.due = true;
    projector.offer();
    expect(store.get().film!.steps.map((step) => step.n)).toEqual([3, 4, 5, 7]);
    store.set({ film: null });
    projector.offer();
    expect(store.get().film).toBe(null);
  });
});
