import type { Board, GameInfo, ImportedTable, MadeTable, MyTable, NewTable, Rule, TableInfo } from "../api";

export class ServerError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A sentence for the player out of whatever a refused call brought. */
export function errorText(status: number, body: string): string {
  try {
    const told: unknown = JSON.parse(body);
    if (told && typeof told === "object") {
      const { error, detail } = told as { error?: unknown; detail?: unknown };
      if (typeof error === "string") return error;
      if (typeof detail === "string") return detail;
    }
  } catch {
    // no JSON: fall through
  }
  return `HTTP ${status}`;
}

async function call(path: string, init?: RequestInit): Promise<Response> {
  const reply = await fetch(path, init);
  if (!reply.ok) throw new ServerError(reply.status, errorText(reply.status, await reply.text()));
  return reply;
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await call(path, init)).json()) as T;
}

const kept = new Map<string, Promise<unknown>>();

/** Things that never change are asked for once. */
function once<T>(path: string, get: () => Promise<T>): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = get();
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

const q = encodeURIComponent;

export const http = {
  games: (lang: string) => json<GameInfo[]>(`api/games?lang=${q(lang)}`),
  board: (game: string, lang: string) => {
    const path = `api/games/${q(game)}/board?lang=${q(lang)}`;
    return once(path, () => json<Board>(path));
  },
  map: (game: string, lang: string, theme: string) => {
    const path = `api/games/${q(game)}/map.svg?lang=${q(lang)}&theme=${q(theme)}`;
    return once(path, async () => (await call(path)).text());
  },
  rule: (game: string, id: string, lang: string) => {
    const path = `api/games/${q(game)}/rules/${q(id)}?lang=${q(lang)}`;
    return once(path, () => json<Rule>(path));
  },
  make: (table: NewTable) =>
    json<MadeTable>("api/tables", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(table),
    }),
  mine: (keys: string[]) => json<MyTable[]>("api/tables", { headers: { authorization: `Bearer ${keys.join(",")}` } }),
  facts: (table: string) => json<TableInfo>(`api/tables/${q(table)}`),
  recordAddress: (table: string) => `api/tables/${q(table)}/record`,
  importRecord: (table: ImportedTable) =>
    json<MadeTable>("api/records", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(table),
    }),
};
