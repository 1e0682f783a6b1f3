import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Board, LogEntry } from "../api";
import { hexOf } from "../play/offer";
import type { Play } from "../play/play";
import { usePart } from "../store";
import { RuleLink } from "./Rule";
import { Spelled } from "./Spelled";

type Piece = string | { hex: string; text: string } | { unit: string; text: string };

/** A sentence cut where it names the hexes and units of its entry. */
export function pieces(entry: LogEntry, board: Board): Piece[] {
  const names = new Map<string, Piece>();
  for (const hex of entry.hexes) names.set(hex, { hex, text: hex });
  for (const unit of entry.units) {
    const info = board.units[unit];
    // a unit whose label is a number is called by its name
    const label = info && entry.text.includes(info.name) ? info.name : info?.label;
    if (label && !names.has(label)) names.set(label, { unit, text: label });
  }
  if (!names.size) return [entry.text];
  const escaped = [...names.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  const out: Piece[] = [];
  let at = 0;
  for (const found of entry.text.matchAll(pattern)) {
    if (found.index > at) out.push(entry.text.slice(at, found.index));
    out.push(names.get(found[0])!);
    at = found.index + found[0].length;
  }
  if (at < entry.text.length) out.push(entry.text.slice(at));
  return out;
}

interface LineProps {
  play: Play;
  board: Board;
  entry: LogEntry;
  isNow: boolean;
  /** For a heading: whether the entries below it are folded away. */
  folded: boolean;
  onFold(n: number): void;
  onLook(name: string): void;
}

/** A sentence of the log, whose hexes and units can be looked at. It never changes, whatever happens on the map. */
const LogLine = memo(function LogLine({ play, board, entry, isNow, folded, onFold, onLook }: LineProps) {
  const { t } = useTranslation();
  const [place] = entry.hexes;
  const heads = isHeading(entry);
  return (
    <li className={`${heads ? `begins begins-${entry.begins}` : ""}${isNow ? " now" : ""}`}>
      {heads && (
        <button
          type="button"
          className="fold"
          aria-expanded={!folded}
          aria-label={t(folded ? "log.unfold" : "log.fold")}
          onClick={() => onFold(entry.n)}
        >
          {folded ? "▸" : "▾"}
        </button>
      )}
      {pieces(entry, board).map((piece, i) =>
        typeof piece === "string" ? (
          <Spelled key={i} play={play} text={piece} />
        ) : "hex" in piece ? (
          <button type="button" key={i} className="link" onClick={() => onLook(piece.hex)}>
            {piece.text}
          </button>
        ) : (
          <button type="button" key={i} className="link unit" onClick={() => onLook(piece.unit)} title={board.units[piece.unit]?.name}>
            {piece.text}
          </button>
        ),
      )}{" "}
      {place && !entry.text.includes(place) && (
        <button type="button" className="link" onClick={() => onLook(place)}>
          {place}
        </button>
      )}{" "}
      {entry.rules.map((rule) => (
        <RuleLink key={rule} play={play} rule={rule} />
      ))}
      {entry.summary && <p className="summed">{entry.summary}</p>}
    </li>
  );
});

/** The headings of the log from the greatest to the least; what only ends a combat heads nothing. */
const LEVELS = { turn: 0, activation: 1, combat: 2, other: 2 } as const;

export function isHeading({ begins }: LogEntry): boolean {
  return begins != null && begins !== "other";
}

/** The entries of a log that remain when those below some headings are folded away. */
export function unfolded(entries: readonly LogEntry[], folded: ReadonlySet<number>): LogEntry[] {
  let shut = Infinity; // the level of the heading whose entries are left out
  return entries.filter((entry) => {
    const level = entry.begins ? LEVELS[entry.begins] : Infinity;
    if (level > shut) return false;
    shut = folded.has(entry.n) && isHeading(entry) ? level : Infinity;
    return true;
  });
}

/** The entries of a log that name a unit or a hex, by its label or its number, and the beginnings of turns. */
export function naming(entries: readonly LogEntry[], sought: string, board: Board): LogEntry[] {
  const wanted = sought.trim().toLowerCase();
  if (!wanted) return [...entries];
  const names = ({ hexes, units }: LogEntry) => [
    ...hexes.flatMap((hex) => [hex, board.names[hex] ?? ""]),
    ...units.flatMap((unit) => [unit, board.units[unit]?.label ?? "", board.units[unit]?.name ?? ""]),
  ];
  return entries.filter((entry) => names(entry).some((name) => name.toLowerCase() === wanted));
}

/** The number of entries that are shown, and that are added each time that earlier ones are requested. */
const SHOWN = 300;
/** The distance from the end of the log, in pixels, within which the reader counts as reading its end. */
const END = 24;

export const Log = memo(function Log({ play, onShow }: { play: Play; onShow(hexes: string[]): void }) {
  const { t } = useTranslation();
  const whole = usePart(play.store, (state) => state.log);
  const logged = usePart(play.store, (state) => state.logged);
  const told = useMemo(() => (logged === null ? whole : whole.slice(0, logged)), [whole, logged]);
  const board = usePart(play.store, (state) => state.board);
  const sought = usePart(play.store, (state) => state.sought);
  const film = usePart(play.store, (state) => state.film);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const fold = useCallback(
    (n: number) => setFolded((now) => new Set(now.has(n) ? [...now].filter((each) => each !== n) : [...now, n])),
    [],
  );
  const log = useMemo(() => (board && sought ? naming(told, sought, board) : unfolded(told, folded)), [told, sought, folded, board]);
  const list = useRef<HTMLOListElement>(null);
  const [most, setMost] = useState(SHOWN);
  /** Whether somebody reads what is further up: then the log stays where it is, and says that there is more below. */
  const reading = useRef(false);
  const first = useRef(0);
  const [news, setNews] = useState(false);
  const entries = useMemo(() => {
    const start = Math.max(0, log.length - most);
    first.current = reading.current ? Math.min(first.current, start) : start;
    return log.slice(first.current);
  }, [log, most]);
  /** The distance from the reading position to the end of the list when earlier entries were requested. */
  const kept = useRef<number | null>(null);
  /** The last known scroll position of the list. */
  const scrolled = useRef(0);
  const toEnd = useCallback(() => {
    if (!list.current) return;
    list.current.scrollTop = list.current.scrollHeight;
    scrolled.current = list.current.scrollTop;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new in the list moves it
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    if (kept.current !== null) {
      element.scrollTop = element.scrollHeight - kept.current;
      kept.current = null;
      return;
    }
    if (reading.current) setNews(true);
    else toEnd();
  }, [entries, toEnd]);
  // the newest lines stay in view whatever opens above the log, and whenever its lines get higher
  const ready = board !== null;
  useEffect(() => {
    const element = list.current;
    if (!element || !ready) return;
    const watcher = new ResizeObserver(() => void (reading.current || toEnd()));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [ready, toEnd]);
  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    // a list that has become shorter has not been scrolled up by the reader
    const up = element.scrollTop < scrolled.current;
    scrolled.current = element.scrollTop;
    if (element.scrollHeight - element.scrollTop - element.clientHeight > END) reading.current ||= up;
    else {
      reading.current = false;
      setNews(false);
    }
  };
  const look = useCallback(
    (name: string) => {
      const hex = hexOf(play.store.get(), name);
      if (!hex) return;
      onShow([hex]);
      void play.look.at(hex, null);
    },
    [play, onShow],
  );
  if (!board) return null;
  const now = film?.steps[film.at]?.n;
  return (
    <section className="panel log" aria-label={t("log.title")}>
      <h2>
        {t("log.title")}
        <input
          type="search"
          className="seek"
          value={sought}
          onChange={(event) => play.store.set({ sought: event.target.value })}
          onKeyDown={(event) => event.key === "Escape" && play.store.set({ sought: "" })}
          placeholder={t("log.seek")}
          aria-label={t("log.seek")}
        />
        <button type="button" className="quiet" onClick={() => play.film.again()} disabled={!told.length}>
          ▶ {t("film.again")}
        </button>
      </h2>
      <ol ref={list} tabIndex={0} aria-label={t("log.title")} onScroll={onScroll}>
        {entries.length === 0 && <li className="hint">{t(sought ? "log.none" : "log.empty")}</li>}
        {entries.length < log.length && (
          <li>
            <button
              type="button"
              className="text"
              onClick={() => {
                kept.current = list.current ? list.current.scrollHeight - list.current.scrollTop : null;
                setMost(most + SHOWN);
              }}
            >
              {t("log.earlier", { number: log.length - entries.length })}
            </button>
          </li>
        )}
        {entries.map((entry) => (
          <LogLine
            key={entry.n}
            play={play}
            board={board}
            entry={entry}
            isNow={entry.n === now}
            folded={folded.has(entry.n)}
            onFold={fold}
            onLook={look}
          />
        ))}
      </ol>
      {news && (
        <button type="button" className="newest" onClick={toEnd}>
          ↓ {t("log.newest")}
        </button>
      )}
    </section>
  );
});

export const Chat = memo(function Chat({ play }: { play: Play }) {
  const { t } = useTranslation();
  const chat = usePart(play.store, (state) => state.chat);
  const board = usePart(play.store, (state) => state.board);
  const side = usePart(play.store, (state) => state.scene?.side ?? null);
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new in the chat moves it
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
    play.store.set({ unread: 0 });
  }, [chat, play]);
  return (
    <section className="panel chat" aria-label={t("chat.title")}>
      <h2>{t("chat.title")}</h2>
      <ol ref={list} tabIndex={0} aria-label={t("chat.title")} aria-live="polite">
        {chat.length === 0 && <li className="hint">{t("chat.empty")}</li>}
        {chat.map((line) => (
          <li key={line.n} className={line.side === side && side ? "own" : ""}>
            {line.side && <b>{board?.sides.find((each) => each.key === line.side)?.name ?? line.side}</b>} {line.text}
          </li>
        ))}
      </ol>
      {side && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const field = event.currentTarget.elements.namedItem("text") as HTMLInputElement;
            const text = field.value.trim();
            if (text) play.say(text);
            field.value = "";
          }}
        >
          <input
            name="text"
            onInput={() => play.typing()}
            maxLength={500}
            aria-label={t("chat.say")}
            placeholder={t("chat.say")}
            autoComplete="off"
          />
          <button type="submit">{t("chat.send")}</button>
        </form>
      )}
    </section>
  );
});
