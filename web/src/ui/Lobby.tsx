import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccountInfo, ClockSetting, GameInfo, MadeTable, MyTable } from "../api";
import { keyring, memory } from "../keyring";
import { http } from "../net/http";
import { go, invitationLink } from "../route";
import { settings, themeOf } from "../settings";
import { useStore } from "../store";
import { Account } from "./Account";
import { SettingsFields } from "./Menu";
import { Shelf } from "./Shelf";
import { plain } from "./words";

/** Keep what makes this device the host of a table: the key of my seats, or that of a host without a seat. */
export function remember(made: MadeTable): void {
  keyring.add(made.table, made.host, Object.keys(made.keys));
}

export function Lobby() {
  const { t } = useTranslation();
  const { lang, theme } = useStore(settings);
  const [games, setGames] = useState<GameInfo[] | null>(null);
  const [mine, setMine] = useState<MyTable[]>([]);
  const [account, setAccount] = useState<AccountInfo | null>(null);
  const [chosen, choose] = useState(memory.get("game") ?? "");
  const game = games?.find((each) => each.key === chosen) ?? games?.[0];
  const waiting = mine.filter((table) => table.is_my_move && !table.result).length;
  const tables = useRef<HTMLElement>(null);
  const [error, setError] = useState("");
  const load = useCallback(async () => {
    try {
      setGames(await http.games(lang));
      const keys = keyring.all().map((each) => each.key);
      const who = memory.get("account") === "yes" ? await http.account() : null;
      if (!who && memory.get("account") === "yes") memory.set("account", "ended");
      setAccount(who);
      setMine(keys.length || who ? await http.mine([...new Set(keys)]) : []);
      setError("");
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : String(caught));
    }
  }, [lang]);
  // what a table needs first is fetched while somebody chooses, and not for those who only look in
  const key = game?.key;
  const [chooses, setChooses] = useState(false);
  useEffect(() => {
    const begin = () => setChooses(true);
    const gone = new AbortController();
    for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, begin, { once: true, signal: gone.signal });
    return () => gone.abort();
  }, []);
  useEffect(() => {
    if (!chooses) return;
    void import("./TablePage");
    if (!key) return;
    void http.board(key, lang).catch(() => undefined);
    void http.map(key, lang, themeOf(theme)).catch(() => undefined);
  }, [chooses, key, lang, theme]);
  useEffect(() => {
    document.title = "Stavka";
    void load();
    const timer = setInterval(() => document.visibilityState === "visible" && void load(), 15_000);
    return () => clearInterval(timer);
  }, [load]);
  return (
    <div className="lobby">
      <header>
        <h1>Stavka</h1>
        <p>{t("lobby.about")}</p>
        {waiting > 0 && (
          <button type="button" className="waiting" onClick={() => tables.current?.scrollIntoView({ block: "center" })}>
            {t("lobby.waiting", { count: waiting })}
          </button>
        )}
      </header>
      {error && (
        <p className="error" role="alert">
          {error}{" "}
          <button type="button" onClick={() => void load()}>
            {t("lobby.again")}
          </button>
        </p>
      )}
      <main>
        {games && game && <Shelf games={games} chosen={game.key} onChoose={(key) => (memory.set("game", key), choose(key))} />}
        <section className="card new">
          <h2>{t("lobby.new")}</h2>
          {game ? <NewGame key={game.key} game={game} /> : <p className="hint">{t(games ? "lobby.none" : "loading")}</p>}
        </section>
        <div className="column">
          <section className="card" ref={tables}>
            <h2>{t("lobby.mine")}</h2>
            <MyTables tables={mine} games={games ?? []} onForget={() => void load()} />
          </section>
          <section className="card">
            <h2>{t("lobby.import")}</h2>
            {games ? <Import games={games} /> : <p className="hint">{t("loading")}</p>}
          </section>
          <section className="card">
            <h2>{t("account.title")}</h2>
            <Account account={account} onChange={() => void load()} />
          </section>
          <section className="card">
            <h2>{t("settings.title")}</h2>
            <SettingsFields />
          </section>
        </div>
      </main>
    </div>
  );
}

const agentsOf = (game: GameInfo): string[] => [...game.players].reverse();

/** Time for each player: for an evening, for a weekend, for weeks. */
const CLOCKS: Record<string, ClockSetting> = {
  evening: { start: 3600, increment: 30 },
  days: { start: 3 * 86400, increment: 3600 },
  weeks: { start: 14 * 86400, increment: 86400 },
};

function NewGame({ game }: { game: GameInfo }) {
  const { t } = useTranslation();
  const [scenario, setScenario] = useState("");
  const [seats, setSeats] = useState<Record<string, string>>({});
  const [options, setOptions] = useState<Record<string, boolean>>({});
  const [seed, setSeed] = useState("");
  const [clock, setClock] = useState("");
  const [takeback, setTakeback] = useState(true);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [made, setMade] = useState<MadeTable | null>(null);
  const agents = agentsOf(game);
  const chosen = (side: string, at: number) => seats[side] ?? (at === 0 ? "me" : game.usual_player);
  const all = Object.fromEntries(game.sides.map(({ key }, at) => [key, chosen(key, at)]));
  const name = (side: string) => game.sides.find(({ key }) => key === side)?.name ?? side;
  const start = async () => {
    setBusy(true);
    setError("");
    try {
      const told = await http.make({
        game: game.key,
        scenario: scenario || game.scenarios[0]!.key,
        options,
        seats: all,
        may_take_back: takeback,
        ...(CLOCKS[clock] ? { clock: CLOCKS[clock] } : {}),
        ...(seed.trim() ? { seed: seed.trim() } : {}),
      });
      remember(told);
      if (Object.keys(told.invitations).length) setMade(told);
      else go({ page: "table", table: told.table, key: null });
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : String(caught));
    }
    setBusy(false);
  };
  if (made) return <Links made={made} name={name} />;
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <h3 className="game-title">{game.title}</h3>
      <p className="hint">{game.about}</p>
      <fieldset>
        <legend>{t("lobby.scenario")}</legend>
        {game.scenarios.map((each) => (
          <label className="choice" key={each.key}>
            <input
              type="radio"
              name="scenario"
              checked={(scenario || game.scenarios[0]!.key) === each.key}
              onChange={() => setScenario(each.key)}
            />
            <span>
              <b>{each.title}</b>{" "}
              <small>
                {t("lobby.turns", { count: each.turns })} · {each.about}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t("lobby.sides")}</legend>
        {game.sides.map(({ key: side, name }, at) => (
          <label key={side} className="seat-row">
            <span>{name}</span>
            <select value={chosen(side, at)} onChange={(event) => setSeats({ ...seats, [side]: event.target.value })}>
              <option value="me">{t("lobby.me")}</option>
              <option value="friend">{t("lobby.friend")}</option>
              {agents.map((agent) => (
                <option key={agent} value={agent}>
                  {t("lobby.computer", { name: t(`agent.${agent}`, { defaultValue: agent }) })}
                </option>
              ))}
            </select>
          </label>
        ))}
        <p className="hint">
          {game.sides.every(({ key }, at) => chosen(key, at) === "me")
            ? t("lobby.hotSeat")
            : game.sides.some(({ key }, at) => chosen(key, at) === "friend")
              ? t("lobby.friendHint")
              : game.sides.every(({ key }, at) => chosen(key, at) !== "me")
                ? t("lobby.watchHint")
                : t("lobby.computerHint")}
        </p>
        {agents.some((agent) => Object.values(all).includes(agent)) && (
          <dl className="agents">
            {agents.map((agent) => (
              <div key={agent}>
                <dt>{t(`agent.${agent}`, { defaultValue: agent })}</dt>
                <dd>{t(`agentAbout.${agent}`, { defaultValue: "" })}</dd>
              </div>
            ))}
          </dl>
        )}
      </fieldset>
      {game.options.length > 0 && (
        <fieldset>
          <legend>{t("lobby.options")}</legend>
          {game.options.map(({ key, title, about }) => (
            <label className="choice" key={key}>
              <input
                type="checkbox"
                checked={options[key] ?? false}
                onChange={(event) => setOptions({ ...options, [key]: event.target.checked })}
              />
              <span>
                <b>{title}</b> <small>{about}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>{t("lobby.table")}</legend>
        <label className="choice">
          <input type="checkbox" checked={takeback} onChange={(event) => setTakeback(event.target.checked)} />
          <span>
            <b>{t("takeback.may")}</b> <small>{t("takeback.about")}</small>
          </span>
        </label>
        {Object.values(all).includes("friend") && (
          <label className="seat-row">
            <span>{t("lobby.clock")}</span>
            <select value={clock} onChange={(event) => setClock(event.target.value)}>
              {["", ...Object.keys(CLOCKS)].map((each) => (
                <option key={each} value={each}>
                  {t(`clock.${each || "none"}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </fieldset>
      <details>
        <summary>{t("lobby.seed")}</summary>
        <label>
          {t("lobby.seedLabel")}
          <input
            value={seed}
            onChange={(event) => setSeed(event.target.value)}
            maxLength={64}
            pattern="[0-9A-Za-z._\-]*"
            placeholder={t("lobby.seedNone")}
            autoComplete="off"
          />
        </label>
        <p className="hint">{t("lobby.seedHint")}</p>
      </details>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <div className="start">
        <button type="submit" className="primary big" disabled={busy}>
          {busy ? t("loading") : t("lobby.start")}
        </button>
      </div>
    </form>
  );
}

/** The invitations to send to friends. They are shown once; the menu of the table makes new ones. */
function Links({ made, name }: { made: MadeTable; name(side: string): string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState("");
  const address = (invitation: string) => invitationLink(made.table, invitation);
  const isSeated = Object.keys(made.keys).length > 0;
  return (
    <div className="links">
      <p>{t("lobby.linkHint")}</p>
      {Object.entries(made.invitations).map(([side, invitation]) => (
        <div key={side} className="link-row">
          <b>{name(side)}</b>
          <input
            readOnly
            value={address(invitation)}
            onFocus={(event) => event.target.select()}
            aria-label={t("lobby.linkFor", { side: name(side) })}
          />
          <button
            type="button"
            onClick={() =>
              void navigator.clipboard.writeText(address(invitation)).then(
                () => setCopied(side),
                () => undefined,
              )
            }
          >
            {copied === side ? t("menu.copied") : t("lobby.copy")}
          </button>
        </div>
      ))}
      <p className="hint">{t("lobby.commitment", { hash: made.commitment })}</p>
      <button type="button" className="primary big" onClick={() => go({ page: "table", table: made.table, key: null })}>
        {isSeated ? t("lobby.sit") : t("lobby.watch")}
      </button>
    </div>
  );
}

function MyTables({ tables, games, onForget }: { tables: MyTable[]; games: GameInfo[]; onForget(): void }) {
  const { t } = useTranslation();
  if (!tables.length) return <p className="hint">{t("lobby.noTables")}</p>;
  const sorted = [...tables].sort(
    (a, b) =>
      Number(b.is_my_move) - Number(a.is_my_move) ||
      Number(Boolean(a.result)) - Number(Boolean(b.result)) ||
      (b.updated ?? 0) - (a.updated ?? 0),
  );
  return (
    <ul className="tables">
      {sorted.map((table) => {
        const game = games.find((each) => each.key === table.game);
        const scenario = game?.scenarios.find((each) => each.key === table.scenario)?.title ?? table.scenario;
        const others = Object.entries(table.players).filter(([side]) => !table.sides.includes(side));
        return (
          <li key={table.table} className={table.is_my_move ? "my-move" : ""}>
            <a href={`#/table/${encodeURIComponent(table.table)}`}>
              <b>{game?.title ?? table.title}</b> <span>{scenario}</span>
              <small>
                {table.sides.map((side) => game?.sides.find(({ key }) => key === side)?.name ?? plain(side)).join(" + ")}
                {others.length > 0 &&
                  ` ${t("lobby.against")} ${others.map(([, player]) => (player === "person" ? t("lobby.person") : t(`agent.${player}`, { defaultValue: player }))).join(", ")}`}
                {" · "}
                {t("lobby.turn", { turn: table.turn })}
              </small>
            </a>
            <span className="state">
              {table.result
                ? t("lobby.over", { result: game?.results[table.result] ?? table.result })
                : table.is_my_move
                  ? t("lobby.yourMove")
                  : t("lobby.theirMove")}
            </span>
            {table.result && (
              <a className="button" href={`#/replay/${encodeURIComponent(table.table)}`}>
                {t("menu.replay")}
              </a>
            )}
            {table.result && (
              <button
                type="button"
                className="quiet"
                onClick={() => (keyring.forget(table.table), onForget())}
                aria-label={t("lobby.forget")}
                title={t("lobby.forget")}
              >
                ✕
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Import({ games }: { games: GameInfo[] }) {
  const { t } = useTranslation();
  const [error, setError] = useState("");
  const [watch, setWatch] = useState(false);
  const read = async (file: File) => {
    setError("");
    try {
      const record = await file.text();
      const named = games.find((game) => new RegExp(`\\b${game.key}\\b`).test(record.slice(0, 400))) ?? games[0];
      const sides = named?.sides.map(({ key }) => key) ?? [];
      const seats = Object.fromEntries(sides.map((side, i) => [side, watch || i === 0 ? "me" : named!.usual_player]));
      const made = await http.importRecord({ record, seats });
      remember(made);
      go({ page: "table", table: made.table, key: null });
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : String(caught));
    }
  };
  return (
    <div className="fields">
      <p className="hint">{t("lobby.importHint")}</p>
      <label className="check">
        <input type="checkbox" checked={watch} onChange={(event) => setWatch(event.target.checked)} /> {t("lobby.importBoth")}
      </label>
      <label className="file">
        <span className="button">{t("lobby.choose")}</span>
        <input type="file" className="sr-only" onChange={(event) => event.target.files?.[0] && void read(event.target.files[0])} />
      </label>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
