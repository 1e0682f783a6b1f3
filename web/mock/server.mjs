// A server for looking at the page without Python: it plays a canned line of Traces of War.
//
//   node mock/server.mjs [port]          then http://127.0.0.1:8766/ (after `npm run build`), or `npm run dev`
//
// It speaks the messages of decision 0004. Whatever offered pick is sent, the game goes on along the recorded line, so it
// knows no rule. Tables named atN exist always, stand at the N-th scene and have the keys "s" and "a".
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { WebSocketServer } from "ws";

const here = fileURLToPath(new URL(".", import.meta.url));
const data = (name) => JSON.parse(readFileSync(join(here, "traces", name), "utf8"));
const board = data("board.json");
const line = data("line.json");
const rules = data("rules.json");
const games = data("games.json");
const svg = gunzipSync(readFileSync(join(here, "traces", "map.svg.gz"))).toString("utf8");
const PERSONS = ["me", "friend"];
const SIDES = ["soviet", "axis"];
const clone = (x) => JSON.parse(JSON.stringify(x));

function merge(base, patch) {
  for (const [key, value] of Object.entries(patch)) {
    if (value === null && key !== "result") delete base[key];
    else if (value && typeof value === "object" && !Array.isArray(value) && base[key] && typeof base[key] === "object") merge(base[key], value);
    else base[key] = value;
  }
  return base;
}

const commons = [];
for (const step of line) commons.push(merge(commons.length ? clone(commons.at(-1)) : {}, step.common));

function latest(at, name) {
  for (let i = at; i >= 0; i--) if (line[i][name]) return line[i][name];
  return {};
}

// -- tables -------------------------------------------------------------------------------------------------------

const tables = new Map();
let made = 0;

function makeTable(id, players, at = 0, keys = { soviet: `s${id}`, axis: `a${id}` }) {
  const table = { id, players, at, start: at, state: at, keys, clients: new Set(), chat: [], result: null, timer: null, pace: 400 };
  tables.set(id, table);
  return table;
}

function find(id) {
  const at = /^at(\d+)(hot|bot|over)?$/.exec(id);
  if (at && !tables.has(id) && at[2] === "hot") {
    return makeTable(id, { soviet: "me", axis: "me" }, Math.min(line.length - 1, Number(at[1])), { soviet: "both", axis: "both" });
  }
  if (at && !tables.has(id)) {
    const players = at[2] === "bot" ? { soviet: "me", axis: "scripted" } : { soviet: "me", axis: "me" };
    const table = makeTable(id, players, Math.min(line.length - 1, Number(at[1])), { soviet: "s", axis: "a" });
    if (at[2] === "over") table.result = "soviet";
  }
  return tables.get(id);
}

function scene(table, side, at = table.at) {
  const step = line[at];
  const common = clone(commons[at]);
  const own = side ? step.seats[side] : { offer: null, secrets: [] };
  const over = table.result && at === table.at;
  return {
    ...common,
    seat: side ? SIDES.indexOf(side) : null,
    side,
    state: table.state,
    result: over ? { key: table.result, winner: table.result, text: `The game is over: ${table.result}.` } : null,
    waiting: over ? [] : common.waiting,
    secrets: own.secrets,
    offer: over || at !== table.at ? null : own.offer && { ...own.offer, undo: own.offer.undo && table.at > table.start },
  };
}

const entries = (table, side, until = table.at) => {
  const all = [];
  for (let i = 0; i <= until; i++) for (const e of line[i].log) if (!e.seats || (side && e.seats.includes(side))) all.push(e);
  return all;
};

function send(client, message) {
  if (client.socket.readyState === 1) client.socket.send(JSON.stringify(message));
}

function tellTable(table) {
  for (const client of table.clients)
    send(client, { is: "table", table: facts(table), mine: client.mine, draw: table.draw ?? null, takeback: table.takeback ?? null });
}

function tellAll(table, before) {
  tellTable(table);
  for (const client of table.clients) {
    const fresh = entries(table, client.side).filter((e) => e.n >= before);
    if (fresh.length) send(client, { is: "log", from: fresh[0].n, entries: fresh });
    send(client, { is: "scene", state: table.state, scene: scene(table, client.side) });
    if (table.result) send(client, { is: "over", result: table.result, seed: "fixtures-3" });
  }
}

function step(table) {
  const before = entries(table, null).length ? entries(table, null).at(-1).n + 1 : 0;
  if (table.at + 1 >= line.length) table.result = "draw";
  else table.at += 1;
  table.state += 1;
  tellAll(table, before);
  letPrograms(table);
}

function letPrograms(table) {
  clearTimeout(table.timer);
  if (table.result) return;
  const side = line[table.at].next.side;
  if (PERSONS.includes(table.players[side])) return;
  for (const client of table.clients) send(client, { is: "thinking", side, share: 0.5 });
  table.timer = setTimeout(() => step(table), table.pace);
}

function why(table, side, pick) {
  const known = latest(table.at, "asks").why ?? {};
  const offer = side && line[table.at].seats[side].offer;
  if (!offer) return { rule: "4.0a", text: "It is not your decision now." };
  if (known[pick]) return known[pick];
  const noun = board.units[pick] ? "unit" : "hex";
  return { rule: offer.rule, text: `This ${noun} is not asked for here. ${offer.prompt}` };
}

function neighbours(hex) {
  const [x, y] = board.grid.hexes[hex];
  const far = board.grid.size * 1.8;
  return Object.entries(board.grid.hexes).filter(([h, [a, b]]) => h !== hex && Math.hypot(a - x, b - y) < far).map(([h]) => h);
}

function reach(table, unit) {
  const known = latest(table.at, "asks").reach?.[unit];
  if (known) return known;
  const start = commons[table.at].units[unit]?.hex;
  if (!start) return null;
  const cost = { [start]: 0 };
  let edge = [start];
  for (let n = 1; n <= 4; n++) {
    const next = [];
    for (const hex of edge) for (const near of neighbours(hex)) if (!(near in cost)) { cost[near] = n; next.push(near); }
    edge = next;
  }
  const hexes = Object.fromEntries(Object.entries(cost).map(([hex, n]) => [hex, { cost: n, left: 4 - n, attack: false }]));
  return { unit, hex: start, points: 4, hexes, road: {} };
}

function path(table, unit, to) {
  const from = commons[table.at].units[unit]?.hex;
  if (!from || !board.grid.hexes[to]) return [];
  const [x, y] = board.grid.hexes[to];
  const way = [from];
  while (way.at(-1) !== to && way.length < 40) {
    const options = neighbours(way.at(-1)).sort((a, b) => {
      const [ax, ay] = board.grid.hexes[a];
      const [bx, by] = board.grid.hexes[b];
      return Math.hypot(ax - x, ay - y) - Math.hypot(bx - x, by - y);
    });
    way.push(options[0]);
  }
  return way;
}

function answer(table, client, m) {
  const asks = latest(table.at, "asks");
  if (m.what === "reach") return reach(table, m.unit);
  if (m.what === "path") {
    const way = path(table, m.unit, m.hex);
    const steps = way.slice(1).map((hex) => ({ hex, cost: 1, lines: [{ rule: "9.1a", text: board.terrain[hex].split(",")[0], value: 1 }] }));
    return { unit: m.unit, steps, cost: steps.length, left: 0 };
  }
  if (m.what === "odds") {
    const odds = asks.odds?.[m.hex] ?? line[table.at].seats[client.side]?.offer?.odds;
    return odds ?? null;
  }
  if (m.what === "overlay") return latest(table.at, "overlays")[`${m.overlay}|${m.side ?? ""}`] ?? null;
  if (m.what === "hex") {
    const units = Object.entries(commons[table.at].units).filter(([, u]) => u.hex === m.hex);
    const title = board.names[m.hex] ? `${m.hex} ${board.names[m.hex]}` : m.hex;
    const of = ([id, u]) => ({ unit: id, text: `${board.units[id].name}, ${u.factors}, ${u.steps} of ${u.of} steps` });
    return { hex: m.hex, title, lines: board.terrain[m.hex].split(". "), units: units.map(of) };
  }
  if (m.what === "scene") {
    const at = Math.max(0, Math.min(table.at, m.state));
    return { state: at, last: table.at, scene: scene(table, client.side, at) };
  }
  return null;
}

const KNOWN = ["pick", "undo", "why", "ask", "log", "chat", "resign", "draw", "takeback", "pace", "skip", "sit"];

function hear(table, client, m) {
  const refuse = (rule, text) => send(client, { is: "refused", id: m.id, rule, text, state: table.state });
  const say = (more) => send(client, { is: "answer", id: m.id, ...more });
  const before = () => entries(table, client.side).length;
  if (!KNOWN.includes(m.do)) return refuse("", `no such message: ${m.do}`);
  if (m.do === "pick" || m.do === "undo") {
    if (m.state !== table.state) {
      refuse("stale", "The table has moved on. This is how it stands now.");
      send(client, { is: "scene", state: table.state, scene: scene(table, client.side) });
      return;
    }
    const offer = scene(table, client.side).offer;
    if (m.do === "undo") {
      if (!offer?.undo) return refuse("4.0a", "Nothing can be taken back: something was rolled, shown, or decided by the other side.");
      const n = before();
      table.at -= 1;
      table.state += 1;
      say({});
      for (const each of table.clients) send(each, { is: "log", from: entries(table, each.side).at(-1)?.n + 1 || 0, entries: [] });
      tellAll(table, n + 1000);
      return;
    }
    if (!offer?.picks.some((p) => p.pick === m.pick)) { const r = why(table, client.side, m.pick); return refuse(r.rule, r.text); }
    say({});
    return step(table);
  }
  if (m.do === "why") return say(why(table, client.side, m.pick));
  if (m.do === "ask") {
    const found = answer(table, client, m);
    return found ? say(found) : refuse("10.0a", "There is nothing to reckon here.");
  }
  if (m.do === "log") return send(client, { is: "log", from: m.since, entries: entries(table, client.side).filter((e) => e.n >= m.since) });
  if (m.do === "chat") {
    if (!client.side) return refuse("", "Onlookers listen.");
    const said = { n: table.chat.length, side: client.side, text: String(m.text).slice(0, 500), at: Date.now() / 1000 };
    table.chat.push(said);
    for (const each of table.clients) send(each, { is: "chat", ...said });
    return say({});
  }
  if (m.do === "resign") {
    if (!client.side) return refuse("", "Onlookers cannot resign.");
    table.result = SIDES.find((s) => s !== client.side);
    table.state += 1;
    say({});
    return tellAll(table, 1e9);
  }
  if (m.do === "pace") { table.pace = Math.max(0, Math.min(5000, m.ms)); return say({}); }
  if (m.do === "skip") {
    while (!table.result && !PERSONS.includes(table.players[line[table.at].next.side])) step(table);
    return say({});
  }
  if (m.do === "sit") {
    if (!client.mine.includes(m.side)) return refuse("", "That is not your seat.");
    client.side = m.side;
    send(client, { is: "log", from: 0, entries: entries(table, client.side) });
    send(client, { is: "scene", state: table.state, scene: scene(table, client.side) });
    return say({});
  }
  if (!client.side) return refuse("", "Onlookers look on.");
  table[m.do] = m.answer === false ? null : client.side;
  tellTable(table);
  return say({});
}

// -- HTTP ---------------------------------------------------------------------------------------------------------

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".json": "application/json" };

const facts = (table) => ({
  table: table.id, game: "traces", scenario: "race", title: "Race to the Dnipro", options: {},
  seats: SIDES.map((side) => ({ side, player: PERSONS.includes(table.players[side]) ? "person" : table.players[side], is_connected: [...table.clients].some((c) => c.side === side), seconds: null })),
  turn: commons[table.at].turn.number, waiting: table.result ? [] : commons[table.at].waiting, result: table.result ?? "",
  commitment: "6f1d0c9a4be2f7731c1b52a0", seed: table.result ? "fixtures-3" : null, is_seed_known: false, takebacks: 0, pace: table.pace, clock: null, created: 0,
});

function dark(text) {
  const box = /viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(text);
  return text.replace(/<\/svg>\s*$/, `<rect x="${box[1]}" y="${box[2]}" width="${box[3]}" height="${box[4]}" fill="#1b1712" fill-opacity=".24"/></svg>`);
}

const server = createServer(async (request, reply) => {
  const url = new URL(request.url, "http://mock");
  const parts = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const give = (status, body, type = "application/json") => {
    reply.writeHead(status, { "content-type": type });
    reply.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
  if (parts[0] !== "api") {
    const file = normalize(join(here, "..", "dist", url.pathname === "/" ? "index.html" : url.pathname));
    if (!file.startsWith(join(here, "..", "dist"))) return give(404, "no");
    try { return give(200, await readFile(file), TYPES[extname(file)] ?? "application/octet-stream"); }
    catch { return give(404, "Not here. Run `npm run build` first.", "text/plain"); }
  }
  const body = await new Promise((resolve) => {
    let text = "";
    request.on("data", (chunk) => (text += chunk));
    request.on("end", () => resolve(text));
  });
  if (parts[1] === "games") {
    if (!parts[2]) return give(200, games);
    if (parts[2] !== "traces") return give(404, { error: `No game ${parts[2]}.` });
    if (parts[3] === "board") return give(200, board);
    if (parts[3] === "map.svg") return give(200, url.searchParams.get("theme") === "dark" ? dark(svg) : svg, "image/svg+xml");
    if (parts[3] === "rules") return rules[parts[4]] ? give(200, rules[parts[4]]) : give(404, { error: `There is no rule ${parts[4]}.` });
  }
  if (parts[1] === "tables") {
    if (request.method === "POST") {
      const id = `t${++made}`;
      const asked = JSON.parse(body);
      if (parts[2] === "import" && !String(asked.record).startsWith("stavka record")) return give(400, { error: "This is no record of Stavka: its first line says so." });
      const both = SIDES.every((s) => asked.seats[s] === "me");
      const table = makeTable(id, asked.seats, 0, both ? { soviet: `b${id}`, axis: `b${id}` } : undefined);
      const keys = Object.fromEntries(SIDES.filter((s) => PERSONS.includes(asked.seats[s])).map((s) => [s, table.keys[s]]));
      setTimeout(() => letPrograms(table), 300);
      return give(200, { table: id, keys, commitment: "6f1d0c9a4be2f7731c1b52a0" });
    }
    if (!parts[2]) {
      const keys = (request.headers.authorization ?? "").replace(/^Bearer /, "").split(/[ ,]+/);
      const mine = [...tables.values()].map((t) => ({ t, sides: SIDES.filter((s) => keys.includes(t.keys[s])) })).filter(({ sides }) => sides.length);
      return give(200, mine.map(({ t, sides }) => ({
        table: t.id, game: "traces", title: "Traces of War", scenario: "race", sides, result: t.result ?? "", turn: commons[t.at].turn.number, updated: 0,
        players: Object.fromEntries(facts(t).seats.map((s) => [s.side, s.player])), is_my_move: !t.result && sides.some((s) => commons[t.at].waiting.includes(s)),
      })));
    }
    const table = find(parts[2]);
    if (!table) return give(404, { error: `There is no table ${parts[2]}.` });
    if (parts[3] === "record") return table.result ? give(200, "stavka record 1\n", "text/plain") : give(409, { error: "The record is given out once the game is over." });
    return give(200, facts(table));
  }
  return give(404, { error: "Nothing here." });
});

const sockets = new WebSocketServer({ noServer: true });
server.on("upgrade", (request, socket, head) => {
  const url = new URL(request.url, "http://mock");
  const found = /^\/api\/tables\/([^/]+)\/play$/.exec(url.pathname);
  if (!found) return socket.destroy();
  sockets.handleUpgrade(request, socket, head, (ws) => {
    const table = find(decodeURIComponent(found[1]));
    const key = url.searchParams.get("key");
    const mine = table && key ? SIDES.filter((s) => table.keys[s] === key) : [];
    const side = mine.find((s) => commons[table.at].waiting.includes(s)) ?? mine[0] ?? null;
    if (!table) return ws.close(4004, "no such table");
    if (key && !side) return ws.close(4003, "no such seat");
    const client = { socket: ws, side, mine };
    table.clients.add(client);
    send(client, { is: "scene", state: table.state, scene: scene(table, side) });
    tellTable(table);
    if (table.result) send(client, { is: "over", result: table.result, seed: "fixtures-3" });
    for (const said of table.chat) send(client, { is: "chat", ...said });
    letPrograms(table);
    ws.on("message", (raw) => {
      let m;
      try { m = JSON.parse(raw.toString()); } catch { return send(client, { is: "refused", rule: "", text: "That was no JSON." }); }
      hear(table, client, m);
    });
    ws.on("close", () => table.clients.delete(client));
  });
});

const port = Number(process.argv[2] ?? 8766);
server.listen(port, "127.0.0.1", () => console.log(`mock of Stavka at http://127.0.0.1:${port}/`));
