import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ObjectPatch } from "../src/api";
import { Misfit, nextScene, patched } from "../src/play/patch";
import { Play } from "../src/play/play";
import { START } from "../src/play/state";
import { partsOf, Store } from "../src/store";
import { board, later, patch, scene } from "./fixture";

describe("a patch", () => {
  it("gives the next scene of one, as the server has told both", () => {
    expect(nextScene(scene, patch)).toEqual(later);
  });
  it("sets, drops and goes inside; of a list it changes one piece", () => {
    const old = { a: { x: 1, y: [1, 2, 3, 4] }, b: { z: 0 }, c: null, d: 5 };
    const inside = { set: { x: 2 }, in: { y: { at: 1, cut: 2, put: [9] } } };
    const made = patched(old, { set: { c: { fresh: true }, e: null }, drop: ["d"], in: { a: inside } });
    expect(made).toEqual({ a: { x: 2, y: [1, 9, 4] }, b: { z: 0 }, c: { fresh: true }, e: null });
    expect(old).toEqual({ a: { x: 1, y: [1, 2, 3, 4] }, b: { z: 0 }, c: null, d: 5 });
  });
  it("leaves what has not changed the same object, so that nobody draws it again", () => {
    const made = nextScene(scene, patch);
    const moved = Object.keys(scene.units).filter((id) => made.units[id] !== scene.units[id]);
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.sort()).toEqual(
      Object.keys(scene.units)
        .filter((id) => JSON.stringify(later.units[id]) !== JSON.stringify(scene.units[id]))
        .sort(),
    );
    expect(made.marks).toBe(scene.marks);
    expect(made.owners).toBe(scene.owners);
    expect(made.tracks).toBe(scene.tracks);
    expect(made.points).toBe(scene.points);
  });
  it("that does not fit is not tried", () => {
    expect(() => patched([1], { at: 1, cut: 1, put: [] })).toThrow(Misfit);
    expect(() => patched({ a: 1 }, { at: 0, cut: 0, put: [] })).toThrow(Misfit);
    expect(() => patched([1], { set: { a: 1 } })).toThrow(Misfit);
    expect(() => patched({ a: null }, { in: { a: { set: { b: 1 } } } })).toThrow(Misfit);
    expect(() => patched({}, { in: { a: { set: { b: 1 } } } })).toThrow(Misfit);
  });
});

describe("whoever shows parts of what is known", () => {
  it("has the same object as long as these parts are the same", () => {
    const store = new Store({ ...START, board, scene });
    const get = partsOf(store, ["board", "scene", "why"]);
    const before = get();
    store.set({ hover: "3035", path: null, fan: { hex: "3035", held: false } });
    expect(get()).toBe(before); // a pointer that moves renders nothing of the table
    store.set({ scene: nextScene(scene, patch) });
    expect(get()).not.toBe(before);
    expect(get().scene!.marks).toBe(before.scene!.marks);
  });
});

describe("a seat that is told patches", () => {
  const sent: Record<string, unknown>[] = [];
  let socket: { onopen?: (event: object) => void; onmessage?: (event: object) => void; onclose?: (event: object) => void };
  const hear = (told: object) => socket.onmessage!({ data: JSON.stringify(told) });
  const patchOf = (base: number, changes: ObjectPatch) => ({ is: "update", state: later.state, patch: { base, changes } });

  beforeEach(() => {
    sent.length = 0;
    socket = undefined as never;
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("document", { baseURI: "http://test/", addEventListener: () => undefined, removeEventListener: () => undefined });
    vi.stubGlobal(
      "WebSocket",
      class {
        constructor() {
          socket = this as never;
        }
        send(text: string) {
          sent.push(JSON.parse(text));
        }
        close() {}
      },
    );
    const info = { table: "t", game: "traces", scenario: "race", seed: null };
    vi.stubGlobal("fetch", (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes("/board") ? board : info))));
  });
  afterEach(() => void vi.unstubAllGlobals());

  async function sit(): Promise<Play> {
    socket = undefined as never;
    const play = new Play("t", null, "en");
    await vi.waitFor(() => expect(socket?.onmessage).toBeTruthy());
    socket.onopen!({});
    hear({ is: "update", state: scene.state, scene, log: { from: 0, entries: [] } });
    return play;
  }
  const shows = () => sent.filter((each) => each.do === "show");

  it("shows what they make of its scene", async () => {
    const play = await sit();
    hear(patchOf(scene.state, patch));
    expect(play.store.get().scene).toEqual(later);
    expect(play.store.get().state).toBe(later.state);
    expect(shows()).toEqual([]);
    play.close();
  });

  it("asks once for the whole scene where one does not belong to its own, and goes on from there", async () => {
    for (const odd of [patchOf(scene.state - 1, patch), patchOf(scene.state, { in: { nothing: { set: {} } } })]) {
      sent.length = 0;
      const play = await sit();
      hear(odd);
      hear(odd);
      expect(shows()).toEqual([{ do: "show", since: 0 }]);
      expect(play.store.get().scene).toEqual(scene);
      hear({ is: "update", state: scene.state, scene });
      hear(patchOf(scene.state, patch));
      expect(play.store.get().scene).toEqual(later);
      expect(shows()).toHaveLength(1);
      play.close();
    }
  });

  it("knows nothing of the scene of a connection that was cut", async () => {
    const play = await sit();
    const before = socket;
    socket.onclose!({ code: 1006 });
    await vi.waitFor(() => expect(socket).not.toBe(before), 2000);
    socket.onopen!({});
    hear(patchOf(scene.state, patch));
    expect(play.store.get().scene).toEqual(scene);
    expect(shows()).toHaveLength(1);
    play.close();
  });

  it("keeps nothing behind the curtain, and is told everything when somebody sits down", async () => {
    const play = await sit();
    const other = board.sides.find((side) => side.key !== scene.side)!.key;
    play.store.set({ mine: [scene.side!, other] });
    hear({ is: "update", state: 90, scene: { ...scene, state: 90, side: other } });
    expect(play.store.get()).toMatchObject({ curtain: other, scene: null });
    hear({ is: "update", state: 91, patch: { base: 90, changes: { set: { state: 91 } } } });
    expect(play.store.get().scene).toBeNull();
    expect(shows()).toEqual([]);
    hear({ is: "update", state: 92, patch: { base: 91, changes: { set: { state: 92 } } }, over: { result: "draw", seed: "s" } });
    expect(shows()).toEqual([{ do: "show", since: 0 }]); // the end of the game is for all to see
    play.sit(other);
    expect(sent.at(-1)).toEqual({ do: "sit", side: other });
    play.close();
  });
});
