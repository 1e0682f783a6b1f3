import i18next from "i18next";
import { describe, expect, it, vi } from "vitest";
import type { ReachAnswer, Scene } from "../src/api";
import { keyring } from "../src/keyring";
import { optionKeys } from "../src/keys";
import { bandOf, contrast, inkOn } from "../src/map/colour";
import { framed, isHeadquarters, pips } from "../src/map/counter";
import { wanted } from "../src/map/MapView";
import { stacksOf } from "../src/map/picture";
import { written } from "../src/numbers";
import { findHex } from "../src/play/finding";
import { joinLog } from "../src/play/log";
import { Looking } from "../src/play/looking";
import { common } from "../src/play/marching";
import { meaningOf, picksByName, takeable, unitsIn } from "../src/play/offer";
import { type Desk, type PlayState, START } from "../src/play/state";
import { invitationLink, readRoute, writeRoute } from "../src/route";
import { Store } from "../src/store";
import { timeText } from "../src/ui/Clocks";
import { commitment } from "../src/ui/Fair";
import { remember } from "../src/ui/Lobby";
import { pieces } from "../src/ui/Log";
import { shownValue } from "../src/ui/Odds";
import { abbreviated } from "../src/ui/Spelled";
import { type Asked, dutiesFirst, splitNumbers, withGone } from "../src/ui/WhatNow";
import { groundOf, percent, signed } from "../src/ui/words";
import { board, entries, odds, scene } from "./fixture";

describe("the log", () => {
  const entry = (n: number) => ({ n, text: String(n), rules: [], hexes: [], units: [] });
  it("goes on where it was", () => {
    expect(joinLog([entry(0), entry(1)], 2, [entry(2)]).map((e) => e.n)).toEqual([0, 1, 2]);
  });
  it("is cut where something was taken back", () => {
    expect(joinLog([entry(0), entry(1), entry(2)], 1, []).map((e) => e.n)).toEqual([0]);
  });
  it("says nothing twice after a reconnect", () => {
    expect(joinLog([entry(0), entry(1)], 0, [entry(0), entry(1)]).map((e) => e.n)).toEqual([0, 1]);
  });
  it("links the hexes and units that a sentence names, and keeps every letter of it", () => {
    for (const each of entries) {
      const cut = pieces(each, board);
      expect(cut.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("")).toBe(each.text);
      const linked = new Set(cut.flatMap((piece) => (typeof piece === "string" ? [] : [piece.text])));
      const hexes = each.hexes.filter((hex) => each.text.includes(hex));
      const labels = each.units.flatMap((id) => board.units[id]?.label ?? []).filter((label) => each.text.includes(label));
      expect(linked).toEqual(new Set([...hexes, ...labels]));
    }
  });
  it("links a unit by its name where a sentence says the name and not the label", () => {
    const [unit, info] = Object.entries(board.units)[0]!;
    const numbered = { ...board, units: { [unit]: { ...info, label: "1", name: "1st Battalion" } } };
    const cut = pieces({ ...entry(0), text: "1st Battalion loses a step (1 left).", units: [unit] }, numbered);
    expect(cut).toEqual([{ unit, text: "1st Battalion" }, " loses a step (1 left)."]);
  });
  it("does not link a number inside another", () => {
    const cut = pieces({ ...entry(0), text: "21 moves 3210-3211.", units: [], hexes: ["3211"] }, board);
    expect(cut).toEqual(["21 moves 3210-", { hex: "3211", text: "3211" }, "."]);
  });
});

describe("abbreviations", () => {
  const glossary = { AS: "air support", HQ: "headquarters", C3I: "command" };
  const shorts = (text: string) => abbreviated(text, glossary).flatMap((piece) => (typeof piece === "string" ? [] : [piece.short]));
  it("are spelled out, also in the plural and in brackets, and every letter stays", () => {
    const text = "With Offensive AS: 2 HQs (C3I).";
    expect(shorts(text)).toEqual(["AS", "HQ", "C3I"]);
    const cut = abbreviated(text, glossary);
    expect(cut.map((piece) => (typeof piece === "string" ? piece : piece.short)).join("")).toBe(text);
  });
  it("are not found in other words or in the labels of units", () => {
    expect(shorts("ASIA, BASE, AS-2 and 4HQ")).toEqual([]);
    expect(abbreviated("AS", {})).toEqual(["AS"]);
  });
});

describe("the lines of the odds", () => {
  it("have a 0 in sums only", () => {
    expect([shownValue(0, "sum"), shownValue(0, "shift"), shownValue(0, "note")]).toEqual(["0", "", ""]);
    expect([shownValue(4, "sum"), shownValue(1, "shift"), shownValue(-2, "shift")]).toEqual(["4", "+1", "−2"]);
  });
});

describe("a click", () => {
  const picks = picksByName(scene.offer);
  const idle: Scene = { ...scene, offer: { ...scene.offer!, hand: null } };
  it("on the only thing that can be picked picks it", () => {
    const hex = scene.offer!.picks.find((pick) => pick.kind === "hex")!.pick;
    expect(meaningOf(idle, picks, hex)).toEqual({ pick: picks.get(hex) });
  });
  it("on several lets choose", () => {
    const stack = [...stacksOf(scene)].find(([, units]) => units.length > 1)!;
    const many: Scene = {
      ...scene,
      offer: { ...scene.offer!, hand: null, picks: stack[1].map((id) => ({ pick: id, kind: "unit", text: id, note: "", undo: "free" })) },
    };
    const meaning = meaningOf(many, picksByName(many.offer), stack[0]);
    expect("choose" in meaning && meaning.choose.length).toBe(stack[1].length);
  });
  it("on anything else asks why not", () => {
    const hex = Object.keys(board.grid.hexes).find((each) => !picks.has(each) && !unitsIn(scene, each).length)!;
    expect(meaningOf(idle, picks, hex)).toEqual({ why: hex, others: [] });
  });
  it("on a stack of which nobody can be picked asks for each of them", () => {
    const [hex] = [...stacksOf(scene)].find(([, units]) => units.length > 1)!;
    const elsewhere = Object.keys(scene.units).find((id) => scene.units[id]!.hex && scene.units[id]!.hex !== hex)!;
    const offer = {
      ...scene.offer!,
      hand: null,
      picks: [{ pick: elsewhere, kind: "unit" as const, text: "", note: "", undo: "free" as const }],
    };
    const [first, ...others] = unitsIn(scene, hex);
    expect(meaningOf({ ...scene, offer }, picksByName(offer), hex)).toEqual({ why: first, others });
  });
});

describe("a click while a unit is in hand", () => {
  const alone = Object.keys(scene.units).filter((each) => scene.units[each]!.hex && unitsIn(scene, scene.units[each]!.hex!).length === 1);
  const [held, friend, stranger] = alone as [string, string, string];
  const at = (id: string) => scene.units[id]!.hex!;
  const [near, far] = Object.keys(board.grid.hexes).filter((hex) => !unitsIn(scene, hex).length) as [string, string];
  const asked = (change: object, hexes: string[] = [near]) => {
    const offer = {
      ...scene.offer!,
      picks: hexes.map((pick) => ({ pick, kind: "hex" as const, text: pick, note: "", undo: "free" as const })),
      hand: { units: [held], ends: false, others: [friend], ...change },
    };
    return [{ ...scene, offer }, picksByName(offer)] as const;
  };
  it("takes a friend that can be taken, even where the unit could go", () => {
    expect(meaningOf(...asked({}), at(friend))).toEqual({ take: friend });
    expect(meaningOf(...asked({}, [near, at(friend)]), at(friend))).toEqual({ take: friend });
  });
  it("moves it to ground that it can reach, and onto friends that cannot be taken", () => {
    expect(meaningOf(...asked({}), near)).toMatchObject({ pick: { pick: near } });
    expect(meaningOf(...asked({}, [at(stranger)]), at(stranger))).toMatchObject({ pick: { pick: at(stranger) } });
  });
  it("puts it down on itself, unless that would end its move, and keeps it where other ground says why not", () => {
    expect(meaningOf(...asked({}), at(held))).toEqual({ putDown: at(held) });
    expect(meaningOf(...asked({}), far)).toEqual({ why: far, others: [] });
    expect(meaningOf(...asked({ ends: true }), at(held))).toHaveProperty("why");
    expect(meaningOf(...asked({ ends: true }), far)).toEqual({ why: far, others: [] });
  });
  it("asks why not of a unit that can neither be taken nor entered", () => {
    expect(meaningOf(...asked({}), at(stranger))).toEqual({ why: stranger, others: [] });
  });
  it("sends selected units to ground, and takes one of them alone", () => {
    const group = new Set([held, friend]);
    expect(meaningOf(...asked({}), far, group)).toEqual({ send: far });
    expect(meaningOf(...asked({}), at(friend), group)).toEqual({ take: friend });
  });
  it("knows who can be taken in a hex, with what is in hand as long as it has not set out", () => {
    expect(takeable(asked({})[0], at(friend))).toEqual([friend]);
    expect(takeable(asked({})[0], at(held))).toEqual([held]);
    expect(takeable(asked({ ends: true })[0], at(held))).toEqual([]);
    expect(takeable(scene, null)).toEqual([]);
  });
});

describe("the reach of several units", () => {
  const reached = (cost: number, left: number, attack = true) => ({ cost, left, attack });
  it("is what all of them reach, at the cost of the slowest", () => {
    const unit = { unit: "a", hex: "0101", points: 6, road: {} };
    const told: ReachAnswer[] = [
      { ...unit, hexes: { "0102": reached(1, 5), "0103": reached(2, 4), "0104": reached(6, 0) } },
      { ...unit, unit: "b", points: 4, hexes: { "0102": reached(2, 2, false), "0103": reached(4, 0) } },
    ];
    expect(common(told)?.hexes).toEqual({ "0102": reached(2, 2, false), "0103": reached(4, 0) });
    expect(common([])).toBeNull();
  });
});

describe("go to", () => {
  const sheets = {
    ...board,
    grid: { ...board.grid, hexes: { N2018: [0, 0], N2019: [0, 9], S2018: [50, 0], S3018: [50, 9] } },
    names: { S3018: "Tomarovka" },
  } as unknown as typeof board;
  it("finds a hex by its number, in any letters", () => {
    expect(findHex(sheets, null, " s2018 ", null)).toBe("S2018");
    expect(findHex(sheets, null, "N2018", "S3018")).toBe("N2018");
    expect(findHex(sheets, null, "3035", null)).toBeNull();
  });
  it("finds a number without its letter on the sheet in view, else on the first that has it", () => {
    expect(findHex(sheets, null, "2018", null)).toBe("N2018");
    expect(findHex(sheets, null, "2018", "S3018")).toBe("S2018");
    expect(findHex(sheets, null, "3018", "N2019")).toBe("S3018");
  });
  it("finds a place by the beginning of its name, and a unit that is on the map", () => {
    expect(findHex(sheets, null, "toma", null)).toBe("S3018");
    const [id, { hex }] = Object.entries(scene.units).find(([, unit]) => unit.hex)!;
    expect(findHex(board, scene, board.units[id]!.name, null)).toBe(hex);
    // of two of the same name the one that is there
    const twins = { ...board, units: { away: board.units[id]!, ...board.units } };
    expect(
      findHex(
        twins,
        { ...scene, units: { ...scene.units, away: (({ hex: _, ...rest }) => rest)(scene.units[id]!) } },
        board.units[id]!.name,
        null,
      ),
    ).toBe(hex);
  });
});

describe("where the map goes", () => {
  it("to the units that a question is for, where only options are asked", () => {
    const [id] = Object.keys(scene.units).filter((each) => scene.units[each]!.hex) as [string];
    const offer = {
      ...scene.offer!,
      picks: [{ pick: "mode", kind: "option" as const, text: "Mode", note: "", undo: "free" as const }],
      chosen: { units: [id], hexes: [], options: [], drop: [] },
    };
    expect(wanted({ ...scene, offer })).toEqual([scene.units[id]!.hex]);
    expect(wanted(scene)).not.toContain(undefined);
  });
  it("a hex is called once by its number and its name", () => {
    const named = { ...board, terrain: { "3035": "3035 Belgorod, Clear, City. NE 3135 railway." } };
    expect(groundOf(named, "3035")).toBe("Clear, City. NE 3135 railway.");
    expect(groundOf(named, "9999")).toBe("");
  });
});

describe("why not", () => {
  /** Somebody whose questions are answered when the test says so. */
  const desk = () => {
    const store = new Store<PlayState>({ ...START, board, scene });
    const answers: ((told: { rule: string; text: string }) => void)[] = [];
    const look = new Looking({
      store,
      ask: () => new Promise((done) => answers.push(done as never)),
      notice: () => undefined,
    } as unknown as Desk);
    const answer = async (at: number) => {
      answers[at]!({ rule: "9.1b", text: "Too far." });
      await new Promise((done) => setTimeout(done));
    };
    return { store, look, answers, answer };
  };
  it("is told of each unit of a stack, once for those that have the same reason", async () => {
    const { store, look, answers, answer } = desk();
    void look.why("a", true, ["b", "c", "d"]);
    answers[1]!({ rule: "7.2", text: "It has fired." });
    answers[2]!({ rule: "9.1b", text: "Too far." });
    answers[3]!({ rule: "", text: "" });
    expect(store.get().why).toBeNull();
    await answer(0);
    expect(store.get().why).toMatchObject({ pick: "a", text: "Too far.", quiet: true });
    expect(store.get().why!.each).toEqual([
      { units: ["a", "c"], rule: "9.1b", text: "Too far." },
      { units: ["b"], rule: "7.2", text: "It has fired." },
    ]);
  });
  it("is one sentence where all have the same reason", async () => {
    const { store, look, answers, answer } = desk();
    void look.why("a", true, ["b"]);
    answers[1]!({ rule: "9.1b", text: "Too far." });
    await answer(0);
    expect(store.get().why).toMatchObject({ pick: "a", each: [] });
  });
  it("is shown when its answer comes", async () => {
    const { store, look, answer } = desk();
    void look.why("3211");
    await answer(0);
    expect(store.get().why).toMatchObject({ pick: "3211", rule: "9.1b", text: "Too far." });
  });
  it("is not shown any more when somebody has gone on before the answer came", async () => {
    for (const goOn of ["hush", "forget"] as const) {
      const { store, look, answer } = desk();
      void look.why("3211");
      look[goOn]();
      await answer(0);
      expect(store.get().why).toBeNull();
    }
  });
  it("of the last question only", async () => {
    const { store, look, answer } = desk();
    void look.why("3211");
    void look.why("3311");
    await answer(1);
    await answer(0);
    expect(store.get().why).toMatchObject({ pick: "3311" });
  });
});

describe("options of one question", () => {
  const option = (pick: string) => ({ pick, kind: "option" as const, text: pick, note: "", undo: "free" as const });
  const shown = (asked: Asked, rule: string, ...names: string[]) =>
    withGone(asked, rule, names.map(option)).map(([pick, gone]) => (gone ? `(${pick.pick})` : pick.pick));
  it("keep their places when one of them is gone", () => {
    const asked = { rule: "", options: [] };
    expect(shown(asked, "4.2", "a", "b")).toEqual(["a", "b"]);
    expect(shown(asked, "4.2", "b", "done")).toEqual(["(a)", "b", "done"]);
    expect(shown(asked, "4.2", "a", "b")).toEqual(["a", "b", "(done)"]);
    expect(shown(asked, "4.3", "c")).toEqual(["c"]);
  });
  it("have their places before they can be taken", () => {
    const asked = { rule: "", options: [] };
    const barred = (...names: string[]) =>
      withGone(asked, "7.3", names.map(option), [option("attack")]).map(([pick, gone]) => (gone ? `(${pick.pick})` : pick.pick));
    expect(barred("all")).toEqual(["(attack)", "all"]);
    expect(shown(asked, "7.3", "attack", "all")).toEqual(["attack", "all"]);
    expect(shown(asked, "7.4", "done")).toEqual(["done"]);
  });
  it("and picks that are duties stand first", () => {
    const [may, must] = [option("0101"), { ...option("0202"), must: true }];
    expect(dutiesFirst([may, must])).toEqual([must, may]);
  });
});

describe("many options", () => {
  const option = (text: string) => ({ pick: `bid-${text}`, kind: "option" as const, text, note: "", undo: "passes" as const });
  it("that are numbers are typed, a few have buttons", () => {
    const bids = Array.from({ length: 150 }, (_, i) => option(String(i + 1)));
    expect(splitNumbers([...bids, option("Done")])).toEqual({ numbers: bids, options: [option("Done")] });
    expect(splitNumbers([option("1"), option("Done")]).numbers).toEqual([]);
  });
});

describe("keys", () => {
  it("options have the game's keys, others digits, none twice", () => {
    const picks = ["done", "stop", "x1", "x2"].map((pick) => ({
      pick,
      kind: "option" as const,
      text: pick,
      note: "",
      undo: "free" as const,
    }));
    const keys = optionKeys({ ...board, keys: { done: "d", stop: "d" } }, { ...scene.offer!, picks });
    expect([...keys].map(([key, pick]) => `${key}:${pick.pick}`)).toEqual(["d:done", "1:stop", "2:x1", "3:x2"]);
  });
  it("a key of the page's own is never taken", () => {
    const offer = {
      ...scene.offer!,
      picks: [{ pick: "up", kind: "option" as const, text: "Up", note: "", undo: "free" as const }],
    };
    expect([...optionKeys({ ...board, keys: { up: "u" } }, offer).keys()]).toEqual(["1"]);
  });
});

describe("counters", () => {
  it("codes of both kinds are framed as friends without echelon", () => {
    expect(framed("10061000181211000000")).toBe("10031000001211000000");
    expect(framed("SHGPUCI----H---")).toBe("SFGPUCI---" + "--" + "---");
  });
  it("headquarters are known by their code, of either kind", () => {
    expect(["hq", "SFGPU-----AL", "10031002001211000000"].map(isHeadquarters)).toEqual([true, true, true]);
    expect(["SFGPUCI----I", "SFGPUCI---", "10031000001211000000"].map(isHeadquarters)).toEqual([false, false, false]);
  });
  it("the top of a stack comes first in lists and last in painting", () => {
    for (const [hex, painted] of stacksOf(scene)) expect(unitsIn(scene, hex)).toEqual([...painted].reverse());
  });
  it("every flag has a letter of its own; reduced is a band", () => {
    const letters = pips(["activated", "moved", "fought", "oos", "isolated", "reduced"]).map((pip) => pip.letter + pip.shape);
    expect(new Set(letters).size).toBe(5);
  });
  it("bands are the same for the same formation and can be read on", () => {
    for (const unit of Object.values(board.units)) {
      expect(bandOf(unit.formation)).toBe(bandOf(unit.formation));
      expect(contrast(bandOf(unit.formation), inkOn(bandOf(unit.formation)))).toBeGreaterThan(3);
      expect(contrast(unit.ground, unit.ink)).toBeGreaterThan(4);
    }
  });
});

describe("words", () => {
  it("percentages are exact to a tenth", () => {
    expect([1 / 6, 1 / 3, 0.5, 1].map(percent)).toEqual(["16.7%", "33.3%", "50%", "100%"]);
    expect(odds.results.reduce((sum, result) => sum + result.share, 0)).toBeCloseTo(1);
  });
  it("numbers are written as the language writes them", async () => {
    const said = () => [written(0.5), written(2.256), written(1200), percent(1 / 6), signed(-1.5)];
    expect(said()).toEqual(["0.5", "2.26", "1200", "16.7%", "−1.5"]);
    await i18next.init({ lng: "fr" });
    expect(said()).toEqual(["0,5", "2,26", "1200", "16,7\u00a0%", "−1,5"]);
    await i18next.changeLanguage("en");
  });
  it("shifts carry their sign", () => {
    expect([2, -1, 0].map(signed)).toEqual(["+2", "−1", "0"]);
  });
  it("routes are read as they are written, the key behind the #", () => {
    for (const route of [
      { page: "lobby" },
      { page: "table", table: "a b", key: "k/1", invitation: null },
      { page: "replay", table: "t", key: null },
      { page: "replay", table: "t", key: "a+b", analyse: true },
    ] as const)
      expect(readRoute(writeRoute(route))).toEqual(route);
  });
  it("keeps the key of a host, with the seats that it holds", () => {
    const made = { table: "t", keys: { soviet: "k" }, invitations: { axis: "i" }, host: "k", commitment: "" };
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    });
    remember(made);
    expect(keyring.of("t")).toEqual([{ table: "t", key: "k", sides: ["soviet"] }]);
    keyring.replace("t", "k", "new");
    expect(keyring.of("t").map((each) => each.key)).toEqual(["new"]);
    vi.unstubAllGlobals();
  });
  it("reads an invitation from an address, and writes one", () => {
    expect(readRoute("#/table/t?invitation=i")).toEqual({ page: "table", table: "t", key: null, invitation: "i" });
    expect(readRoute(new URL(invitationLink("t", "i")).hash)).toEqual({ page: "table", table: "t", key: null, invitation: "i" });
  });
});

describe("clocks and fair dice", () => {
  it("time is written as people read it", () => {
    expect([-3, 65, 3723, 2 * 86400 + 4 * 3600 + 5 * 60].map(timeText)).toEqual(["00:00", "01:05", "1:02:03", "2 d 04:05"]);
  });
  it("the hash is the server's", async () => {
    // hashlib.sha256(b"stavka seed 1").hexdigest()
    expect(await commitment("1")).toBe("1aed83a2645739737dc0bee1db042ade3f4c529beca1920ed6fe612a86c527e8");
  });
});
