import type {
  AccountInfo,
  Board,
  Credentials,
  DiceInfo,
  GameInfo,
  Guide,
  Health,
  ImportedTable,
  Invitation,
  MadeTable,
  MyTable,
  NewKey,
  NewTable,
  PasswordChange,
  Rule,
  SessionInfo,
  TableInfo,
  TakenSeat,
} from "../api";
import { settings } from "../settings";

export class ServerError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A sentence for the player, from the status and the body of a refused call. */
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
  const reply = await fetch(path, { ...init, headers: { "accept-language": settings.get().lang, ...init?.headers } });
  if (!reply.ok) throw new ServerError(reply.status, errorText(reply.status, await reply.text()));
  return reply;
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await call(path, init)).json()) as T;
}

function send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const written = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
  return json<T>(path, { method, headers, ...written });
}

/** The keys of seats, where there are any: the cookie of an account does as well. */
function bearer(keys: string[]): Record<string, string> {
  return keys.length ? { authorization: `Bearer ${keys.join(",")}` } : {};
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
/** A table may be played with other data than the server's own. */
const older = (data?: string | null) => (data ? `&data=${q(data)}` : "");

export const http = {
  games: (lang: string) => json<GameInfo[]>(`api/games?lang=${q(lang)}`),
  board: (game: string, lang: string, data?: string | null) => {
    const path = `api/games/${q(game)}/board?lang=${q(lang)}${older(data)}`;
    return once(path, () => json<Board>(path));
  },
  coverAddress: (game: string, lang: string, theme: string, scale: 1 | 2) =>
    `api/games/${q(game)}/cover.png?lang=${q(lang)}&theme=${q(theme)}&scale=${scale}`,
  map: (game: string, lang: string, theme: string, data?: string | null) => {
    const path = `api/games/${q(game)}/map.svg?lang=${q(lang)}&theme=${q(theme)}${older(data)}`;
    return once(path, async () => (await call(path)).text());
  },
  rules: (game: string, lang: string) => {
    const path = `api/games/${q(game)}/rules?lang=${q(lang)}`;
    return once(path, () => json<Rule[]>(path));
  },
  guide: (game: string, scenario: string, lang: string, data?: string | null) => {
    const path = `api/games/${q(game)}/guide?scenario=${q(scenario)}&lang=${q(lang)}${older(data)}`;
    return once(path, () => json<Guide>(path));
  },
  /** Sit down by an invitation; null where it has been used or taken back. */
  take: (table: string, invitation: string) =>
    send<TakenSeat>("POST", `api/tables/${q(table)}/seats`, { invitation }).catch((error: unknown) =>
      error instanceof ServerError && (error.status === 404 || error.status === 422) ? null : Promise.reject(error),
    ),
  invite: (table: string, side: string, host: string) =>
    send<Invitation>("POST", `api/tables/${q(table)}/seats/${q(side)}/invitation`, undefined, bearer([host])),
  takeInvitationBack: (table: string, side: string, host: string) =>
    send<unknown>("DELETE", `api/tables/${q(table)}/seats/${q(side)}/invitation`, undefined, bearer([host])),
  changeKey: (table: string, side: string, key: string) =>
    send<NewKey>("POST", `api/tables/${q(table)}/seats/${q(side)}/key`, undefined, bearer([key])),
  make: (table: NewTable) => send<MadeTable>("POST", "api/tables", table),
  mine: (keys: string[]) => json<MyTable[]>("api/tables", { headers: bearer(keys) }),
  health: () => once("api/health", () => json<Health>("api/health")),
  dice: (table: string) => json<DiceInfo>(`api/tables/${q(table)}/dice`),
  notify: (table: string, key: string, email: string | null) =>
    send<unknown>("PUT", `api/tables/${q(table)}/notify`, { email }, bearer([key])),
  /** The account that is logged in; null: none. */
  account: () =>
    json<AccountInfo>("api/account").catch((error: unknown) =>
      error instanceof ServerError && error.status === 401 ? null : Promise.reject(error),
    ),
  register: (who: Credentials) => send<unknown>("POST", "api/account", who),
  logIn: (who: Credentials) => send<AccountInfo>("POST", "api/account/login", who),
  logOut: (csrf: string) => send<unknown>("POST", "api/account/logout", undefined, { "x-csrf-token": csrf }),
  sessions: () => json<SessionInfo[]>("api/account/sessions"),
  endSession: (csrf: string, id: string) => send<unknown>("DELETE", `api/account/sessions/${q(id)}`, undefined, { "x-csrf-token": csrf }),
  endOtherSessions: (csrf: string) => send<unknown>("DELETE", "api/account/sessions", undefined, { "x-csrf-token": csrf }),
  changePassword: (csrf: string, change: PasswordChange) =>
    send<AccountInfo>("POST", "api/account/password", change, { "x-csrf-token": csrf }),
  exportAddress: "api/account/export",
  deleteAccount: (csrf: string, password: string) => send<unknown>("DELETE", "api/account", { password }, { "x-csrf-token": csrf }),
  claim: (csrf: string, keys: string[]) => send<unknown>("POST", "api/account/seats", { keys }, { "x-csrf-token": csrf }),
  facts: (table: string) => json<TableInfo>(`api/tables/${q(table)}`),
  /** The log as text, as the holder of these keys was told it. */
  log: async (table: string, keys: string[], lang: string) =>
    (await call(`api/tables/${q(table)}/log?lang=${q(lang)}`, { headers: bearer(keys) })).text(),
  recordAddress: (table: string) => `api/tables/${q(table)}/record`,
  importRecord: (table: ImportedTable) => send<MadeTable>("POST", "api/records", table),
};
