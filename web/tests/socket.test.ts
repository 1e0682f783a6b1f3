import { describe, expect, it } from "vitest";
import type { Told } from "../src/api";
import { errorText } from "../src/net/http";
import { backOff, type Link, LOGGED_OUT, Refused, Seat, type SocketLike, type Wire } from "../src/net/socket";

class FakeSocket implements SocketLike {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: SocketLike["onopen"] = null;
  onclose: SocketLike["onclose"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onerror: SocketLike["onerror"] = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  hear(told: object): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }
}

function table() {
  const sockets: FakeSocket[] = [];
  const waits: { ms: number; run: () => void }[] = [];
  const told: Told[] = [];
  const links: Link[] = [];
  const wire: Wire = {
    open: () => {
      const made = new FakeSocket();
      sockets.push(made);
      return made;
    },
    later: (ms, run) => {
      const wait = { ms, run };
      waits.push(wait);
      return () => void waits.splice(waits.indexOf(wait), 1);
    },
    random: () => 0,
  };
  const seat = new Seat(
    "ws://x",
    (each) => told.push(each),
    (link) => links.push(link),
    wire,
  );
  return { seat, sockets, waits, told, links };
}

describe("a seat's connection", () => {
  it("waits longer after each failure, never more than half a minute", () => {
    expect([0, 1, 2, 3, 10].map((n) => backOff(n, 0))).toEqual([500, 1000, 2000, 4000, 30000]);
    expect(backOff(0, 1)).toBe(400);
  });
  it("comes back by itself and starts counting anew", () => {
    const { sockets, waits, links } = table();
    sockets[0]!.onopen?.({});
    sockets[0]!.onclose?.({ code: 1006 });
    expect(waits.at(-1)!.ms).toBe(500);
    waits.at(-1)!.run();
    sockets[1]!.onclose?.({ code: 1006 });
    expect(waits.at(-1)!.ms).toBe(1000);
    waits.at(-1)!.run();
    sockets[2]!.onopen?.({});
    expect(links).toEqual(["open", "waiting", "waiting", "open"]);
  });
  it("gives up where the seat's link is wrong", () => {
    const { sockets, waits, links } = table();
    sockets[0]!.onclose?.({ code: 4403 });
    expect(waits).toHaveLength(0);
    expect(links).toEqual(["closed"]);
  });
  it("says with which code it was closed, so that the page can say why", () => {
    const sockets: FakeSocket[] = [];
    const codes: (number | undefined)[] = [];
    const wire: Wire = { open: () => (sockets.push(new FakeSocket()), sockets.at(-1)!), later: () => () => undefined, random: () => 0 };
    new Seat(
      "ws://x",
      () => undefined,
      (_, code) => codes.push(code),
      wire,
    );
    sockets[0]!.onopen?.({});
    sockets[0]!.onclose?.({ code: LOGGED_OUT });
    expect(codes).toEqual([undefined, 4401]);
    expect(sockets).toHaveLength(1);
  });
  it("gives each answer to its question", async () => {
    const { seat, sockets } = table();
    sockets[0]!.onopen?.({});
    const [a, b] = [seat.ask("why", { pick: "1" }), seat.ask("why", { pick: "2" })];
    const [first, second] = sockets[0]!.sent;
    sockets[0]!.hear({ is: "answer", id: second!.id, what: "why", text: "two" });
    sockets[0]!.hear({ is: "refused", id: first!.id, rule: "9.1", text: "no" });
    expect(await b).toMatchObject({ text: "two" });
    const error = await a.catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Refused);
    expect((error as Refused).rule).toBe("9.1");
  });
  it("asks in the form that the server reads, and takes no answer to another question", async () => {
    const { seat, sockets } = table();
    sockets[0]!.onopen?.({});
    const [reach, past] = [seat.ask("reach", { unit: "a" }), seat.ask("past", { at: 3, side: null })];
    const [first, second] = sockets[0]!.sent;
    expect(first).toEqual({ do: "ask", what: "reach", unit: "a", id: "1" });
    expect(second).toEqual({ do: "past", at: 3, side: null, id: "2" });
    sockets[0]!.hear({ is: "answer", id: "1", what: "path", steps: [] });
    sockets[0]!.hear({ is: "answer", id: "2", what: "past", at: 3 });
    await expect(reach).rejects.toThrow("no answer to reach");
    expect(await past).toMatchObject({ at: 3 });
  });
  it("takes an update for the answer to what it has changed, and hears it before it goes on", async () => {
    const { seat, sockets, told } = table();
    sockets[0]!.onopen?.({});
    const order: string[] = [];
    const done = seat.carryOut({ do: "pick", state: 3, pick: "a" }).then(() => order.push(`after ${told.length}`));
    sockets[0]!.hear({ is: "update", state: 4 }); // somebody else's
    await Promise.resolve();
    expect(order).toEqual([]);
    sockets[0]!.hear({ is: "update", state: 5, answer: { id: "1" } });
    await done;
    expect(order).toEqual(["after 2"]);
  });
  it("hears nothing of a kind that it does not know", () => {
    const { sockets, told } = table();
    sockets[0]!.onopen?.({});
    for (const odd of [{ is: "scene", state: 1 }, { state: 1 }, [], null]) sockets[0]!.hear(odd as object);
    expect(told).toEqual([]);
  });
  it("does nothing later that was asked while it was away", async () => {
    const { seat, sockets, waits } = table();
    sockets[0]!.onopen?.({});
    const lost = seat.carryOut({ do: "pick", state: 3, pick: "a" });
    sockets[0]!.onclose?.({ code: 1006 });
    await expect(lost).rejects.toThrow("offline");
    await expect(seat.carryOut({ do: "pick", state: 3, pick: "a" })).rejects.toThrow("offline");
    waits.at(-1)!.run();
    sockets[1]!.onopen?.({});
    expect(sockets[1]!.sent).toEqual([]);
  });
  it("does not listen to a socket that it has left", () => {
    const { seat, sockets, told } = table();
    sockets[0]!.onopen?.({});
    seat.close();
    sockets[0]!.hear({ is: "queued", text: "later" });
    expect(told).toEqual([]);
    expect(sockets[0]!.closed).toBe(true);
  });
});

describe("refused calls", () => {
  it("say the server's sentence", () => {
    expect(errorText(404, '{"error": "There is no table x."}')).toBe("There is no table x.");
    expect(errorText(502, "<html>")).toBe("HTTP 502");
  });
});
