import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { keyring } from "../keyring";
import { isTyping, optionKeys } from "../keys";
import { type MapHandle, MapView } from "../map/MapView";
import { http } from "../net/http";
import { canSpare, hexOf, meaningOf, picksByName, unitsIn } from "../play/offer";
import { Play } from "../play/play";
import { go, goInstead } from "../route";
import { settings } from "../settings";
import { chime } from "../sound";
import { useParts, useStore } from "../store";
import { Clocks } from "./Clocks";
import { Ending } from "./Ending";
import { Guide } from "./Guide";
import { isAlone } from "./Hint";
import { Inspect } from "./Inspect";
import { Chat, Log } from "./Log";
import { MenuSheet } from "./Menu";
import { Curtain, FilmBar, GoSheet, KeysSheet, OverlayBar } from "./Over";
import { ReplayBar } from "./Replay";
import { RuleSheet } from "./Rule";
import { SaveLog } from "./Saving";
import { Crowded, Present } from "./Seats";
import { SheetOdds } from "./SheetOdds";
import { Points, Tracks } from "./Tracks";
import { WhatNow } from "./WhatNow";
import { QuietWhy, WhyNot } from "./Why";
import { sideForms } from "./words";

export function useMedia(query: string): boolean {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const watched = matchMedia(query);
    const changed = () => setFits(watched.matches);
    changed();
    watched.addEventListener("change", changed);
    return () => watched.removeEventListener("change", changed);
  }, [query]);
  return fits;
}

type Tab = "now" | "inspect" | "log" | "tracks" | "chat";

interface Props {
  table: string;
  link: string | null;
  invitation: string | null;
  replay: boolean;
  /** Whether the replay begins with the analysis. */
  analyse: boolean;
  theme: "light" | "dark";
}

/** Sit down before the table is shown: an invitation becomes a key of one's own. So does a link from before there were
 * invitations, if nobody has used it. */
export function TablePage(props: Props) {
  const { t } = useTranslation();
  const { table, link, invitation } = props;
  const offered = invitation ?? (link && !keyring.of(table).some((each) => each.key === link) ? link : null);
  const [refused, setRefused] = useState("");
  const [tried, setTried] = useState<string | null>(null);
  useEffect(() => {
    if (!offered) return;
    let gone = false;
    http.take(table, offered).then(
      (seat) => {
        if (seat) keyring.add(table, seat.key, [seat.side]);
        if (gone) return;
        if (seat || (invitation && keyring.of(table).length)) goInstead({ page: "table", table, key: null });
        else if (invitation) setRefused(t("link.used"));
        else setTried(offered);
      },
      (error: unknown) => !gone && setRefused(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      gone = true;
    };
  }, [table, offered, invitation, t]);
  if (refused)
    return (
      <main className="loading">
        <p role="alert">{refused}</p>
        <button type="button" onClick={() => (setRefused(""), goInstead({ page: "table", table, key: null }))}>
          {t("lobby.watch")}
        </button>
        <button type="button" onClick={() => go({ page: "lobby" })}>
          {t("menu.lobby")}
        </button>
      </main>
    );
  if (offered && tried !== offered) return <p className="loading">{t("loading")}</p>;
  return <Seated {...props} />;
}

function Seated({ table, link, replay, analyse, theme }: Props) {
  const { t } = useTranslation();
  const { lang, calm } = useStore(settings);
  const key = link ?? keyring.of(table).at(-1)?.key ?? null;
  const [play, setPlay] = useState<Play | null>(null);
  useEffect(() => {
    const made = new Play(table, key, lang, replay);
    setPlay(made);
    return () => made.close();
  }, [table, key, lang, replay]);
  useEffect(() => {
    if (link) keyring.add(table, link, []);
  }, [table, link]);
  if (!play) return <p className="loading">{t("loading")}</p>;
  return <AtTable key={`${table}${lang}${replay}`} play={play} replay={replay} analyse={analyse} theme={theme} lang={lang} calm={calm} />;
}

function AtTable({
  play,
  replay,
  analyse,
  theme,
  lang,
  calm,
}: {
  play: Play;
  replay: boolean;
  analyse: boolean;
  theme: "light" | "dark";
  lang: string;
  calm: boolean;
}) {
  const { t } = useTranslation();
  const shown = useParts(
    play.store,
    "scene",
    "board",
    "link",
    "notice",
    "error",
    "unread",
    "drawOffer",
    "takebackOffer",
    "curtain",
    "busy",
    "held",
    "state",
    "why",
    "info",
    "mine",
  );
  const { scene, board, link, notice, error, unread, drawOffer, takebackOffer } = shown;
  const map = useRef<MapHandle>(null);
  const narrow = useMedia("(max-width: 760px)");
  const [tab, setTab] = useState<Tab>("now");
  const [grown, setGrown] = useState(false);
  const [side, setSide] = useState<"log" | "chat">("log");
  const [open, setOpen] = useState<"" | "menu" | "keys" | "go" | "end">("");
  const [counters, setCounters] = useState(true);
  const [keeps, setKeeps] = useState(false);
  const [guide, setGuide] = useState(false);
  const offer = scene?.offer;
  const keys = useMemo(() => optionKeys(board, offer), [board, offer]);

  useEffect(() => {
    if (!board || !scene) return;
    const mine = scene.offer ? "● " : "";
    document.title = `${mine}${board.title} – ${scene.title}`;
  }, [board, scene]);

  const goTo = useCallback(
    (hex: string) => {
      const stage = map.current?.stage();
      const centre = play.store.get().geometry?.centre(hex);
      if (!stage || !centre) return;
      const [x, y] = [centre[0] * stage.view.k + stage.view.x, centre[1] * stage.view.k + stage.view.y];
      if (x < 60 || y < 60 || x > stage.width - 60 || y > stage.height - 60) map.current?.panTo([hex]);
    },
    [play],
  );

  const showHexes = useCallback((hexes: string[]) => (hexes.length === 1 ? goTo(hexes[0]!) : map.current?.showHexes(hexes)), [goTo]);
  const isOver = Boolean(scene?.result);
  const wasOver = useRef<boolean | null>(null);
  // the end is shown as soon as it comes; in a game that is already over, on request
  useEffect(() => {
    if (!scene) return;
    if (isOver && wasOver.current === false && !replay) setOpen("end");
    wasOver.current = isOver;
  }, [scene, isOver, replay]);
  const openGuide = useCallback(() => setGuide(true), []);

  const step = useCallback(
    (by: number) => {
      const { scene: now, cursor } = play.store.get();
      if (!now?.offer) return;
      const hexes = [
        ...new Set(
          now.offer.picks
            .map((pick) => (pick.kind === "option" ? null : hexOf(play.store.get(), pick.pick)))
            .filter((hex): hex is string => hex !== null),
        ),
      ];
      if (!hexes.length) return;
      const at = cursor ? hexes.indexOf(cursor) : -1;
      const next = hexes[(at + by + hexes.length + (at < 0 && by < 0 ? 1 : 0)) % hexes.length]!;
      play.store.set({ cursor: next });
      play.look.point(next);
      goTo(next);
      map.current?.focus();
    },
    [play, goTo],
  );

  /** The map goes to a unit that has been taken by its turn, if it is out of view. */
  const follow = useCallback(
    (hex: string | null) => {
      if (hex) goTo(hex);
    },
    [goTo],
  );

  const wasOpen = useRef(open);
  useEffect(() => {
    if (!open && wasOpen.current) map.current?.focus();
    wasOpen.current = open;
  }, [open]);

  // on request, a sound says that it is the player's move
  const isAsked = Boolean(offer);
  useEffect(() => {
    if (isAsked && settings.get().sound && !replay) chime();
  }, [isAsked, replay]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      const now = play.store.get();
      const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      // one that was reached by key: what the mouse has left behind does not want the space bar
      const onButton = event.target instanceof HTMLElement && event.target.matches("button:focus-visible, a:focus-visible");
      const done = (): true => (event.preventDefault(), true);
      const overlay = now.board?.overlays.find((each) => each.letter.toLowerCase() === letter);
      const handled = (): boolean => {
        if (now.curtain) return false;
        if (event.shiftKey && overlay) return play.overlays.toggle(overlay.key), done();
        if (event.key === "F6") {
          const panels = [...document.querySelectorAll<HTMLElement>(".map, .now, .inspect, .log, .tracks")];
          const at = panels.findIndex((panel) => panel.contains(document.activeElement));
          const next = panels[(at + (event.shiftKey ? -1 : 1) + panels.length) % panels.length];
          next?.setAttribute("tabindex", next.getAttribute("tabindex") ?? "-1");
          next?.focus();
          return done();
        }
        if (letter === "?") return setOpen("keys"), done();
        if (letter === "F1") return setGuide((shown) => !shown), done();
        if (letter === "F4" && isAlone(now.info, now.mine)) return play.hint(), done();
        if (letter === "F2") return play.store.set({ rule: "" }), done();
        if (letter === " ") {
          if (onButton && !now.film) return false;
          return play.skip(), done();
        }
        // with a cursor on the map it picks, on a button it presses
        if (letter === "Enter" && !onButton && !event.shiftKey && !now.cursor) {
          if (now.thrown) play.skip();
          else if (!event.repeat) play.goOnWith();
          return done();
        }
        if (letter === "Escape") {
          play.look.hush();
          play.store.set({ sure: null, fan: null, thrown: null, cursor: null, inspected: null, unit: null, reach: null });
          if (now.film) play.film.end();
          else if (!now.fan?.held) play.march.putDown();
          return done();
        }
        if (now.film) {
          if (letter === "ArrowRight") return play.film.step(1), done();
          if (letter === "ArrowLeft") return play.film.step(-1), done();
        }
        if (letter === "+" || letter === "=") return map.current?.zoomBy(1.4), done();
        if (letter === "-") return map.current?.zoomBy(1 / 1.4), done();
        if (letter === "Home") return map.current?.showPicks(), done();
        if (letter === "0") return map.current?.showWhole(), done();
        if (letter === "/") return setOpen("go"), done();
        if (letter === "v") return setCounters((shown) => !shown), done();
        if (letter === ".") return step(1), done();
        if (letter === ",") return step(-1), done();
        if (letter === "u") return play.undo(event.shiftKey ? now.scene?.offer?.answered[0]?.question : undefined), done();
        if (letter === "x") {
          const hex = now.cursor ?? now.hover;
          if (!hex || !now.scene) return false;
          const picks = picksByName(now.scene.offer);
          const meaning = meaningOf(now.scene, picks, hex, now.group);
          const here = unitsIn(now.scene, hex).filter((id) => !picks.has(id));
          const [first = hex, ...others] = "why" in meaning ? [meaning.why, ...meaning.others] : here;
          return void play.look.why(first, false, others), done();
        }
        if (now.scene?.offer?.hand) {
          if (letter === "n" && event.shiftKey) return follow(play.march.next(-1)), done();
          if (letter === "n") return follow(play.march.next(1)), done();
          if (letter === "h" && !event.shiftKey) return play.march.stay(), done();
          if (letter === "q") return play.march.widen(), done();
          if (letter === "j" && !event.shiftKey) return play.store.set({ inTurn: !now.inTurn }), done();
        }
        if (letter === "m" && canSpare(now.scene?.offer)) return play.leaveOut([]), done();
        const pick = keys.get(letter);
        if (pick && !event.shiftKey) return event.repeat || play.pick(pick.pick, true), done();
        if (overlay) return play.overlays.toggle(overlay.key), done();
        return false;
      };
      handled();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [play, keys, step, follow]);

  // a dialog gives the focus back to its button, which the space bar would press again; nothing behind it takes the focus while it is open
  const shut = () => setOpen("");
  const picture = () => {
    const stage = map.current?.stage();
    if (!stage) return;
    stage.snapshot().toBlob((blob) => {
      if (!blob) return;
      const anchor = document.createElement("a");
      anchor.href = URL.createObjectURL(blob);
      anchor.download = `${play.table}-${shown.state}.png`;
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
    });
  };

  if (error)
    return (
      <main className="loading">
        <p role="alert">{error === "logged out" ? t("link.loggedOut") : error}</p>
        <SaveLog table={play.table} seat={play.key} lang={lang} />
        <button type="button" onClick={() => go({ page: "lobby" })}>
          {t("menu.lobby")}
        </button>
      </main>
    );

  const lookAt = (hex: string) => {
    play.store.set({ cursor: hex });
    void play.look.at(hex, null);
    map.current?.visit(hex);
    map.current?.focus();
  };
  const proposal = (who: string | null, text: string, answer: (yes: boolean) => void) =>
    who && scene?.side && who !== scene.side ? (
      <div className="proposal" role="alert">
        <span>{t(text, sideForms(board, who))}</span>
        <button type="button" onClick={() => answer(true)}>
          {t("menu.accept")}
        </button>
        <button type="button" onClick={() => answer(false)}>
          {t("menu.decline")}
        </button>
      </div>
    ) : null;

  const now = (
    <WhatNow play={play} keys={keys} onGo={goTo}>
      {narrow && <SheetOdds play={play} />}
    </WhatNow>
  );
  const inspect = <Inspect play={play} onGuide={openGuide} />;
  const log = <Log play={play} onShow={showHexes} />;
  const tracks = <Tracks play={play} />;
  const chat = <Chat play={play} />;

  return (
    <>
      <div
        className={`page${narrow ? " narrow" : ""}`}
        inert={shown.curtain !== null}
        aria-busy={shown.busy !== null || shown.held !== null}
        data-table={play.table}
        data-state={scene ? shown.state : undefined}
      >
        <header className="top">
          <h1>
            <a href="#/" title={t("menu.lobby")}>
              {board?.title ?? "Stavka"}
            </a>
            <span>{scene?.title}</span>
          </h1>
          <div className="turn">
            <b>{scene && scene.turn.number > 0 ? t("top.turn", { number: scene.turn.number, of: scene.turn.of }) : ""}</b>{" "}
            <span>{scene?.turn.name === scene?.phase ? "" : scene?.turn.name}</span>
          </div>
          <div className="phase">{scene?.phase}</div>
          <Clocks play={play} />
          <Present play={play} />
          <Crowded play={play} />
          <Points play={play} />
          <div className="tools">
            {link !== "open" && (
              <span className={`link ${link}`} role="status">
                {t(`link.${link}`)}
              </span>
            )}
            <button
              type="button"
              onClick={() => play.undo()}
              disabled={scene?.side == null || Boolean(scene.result)}
              aria-disabled={!scene?.offer?.undo}
              aria-label={t("undo.button")}
              title={t("undo.takeBack")}
            >
              ↶ <span>{t("undo.button")}</span>
            </button>
            <button
              type="button"
              onClick={() => setGuide(!guide)}
              aria-expanded={guide}
              aria-label={t("guide.button")}
              title={`${t("guide.button")} (F1)`}
            >
              <svg viewBox="0 0 20 16" width="18" height="14" aria-hidden="true">
                <path
                  d="M10 3C8 1.4 5 1 1 1v12c4 0 7 .4 9 2 2-1.6 5-2 9-2V1c-4 0-7 .4-9 2zm0 0v12"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.5"
                  strokeLinejoin="round"
                />
              </svg>{" "}
              <span>{t("guide.button")}</span>
            </button>
            <button
              type="button"
              className="keys-button"
              onClick={() => setOpen("keys")}
              aria-label={t("keys.title")}
              title={t("keys.title")}
            >
              ?
            </button>
            <button type="button" onClick={() => setOpen("menu")} aria-label={t("menu.title")} title={t("menu.title")}>
              ☰
            </button>
          </div>
        </header>
        <main className="desk">
          <MapView ref={map} play={play} theme={theme} lang={lang} calm={calm} counters={counters} />
          <div className="map-tools">
            <button type="button" onClick={() => map.current?.zoomBy(1.4)} aria-label={t("map.closer")}>
              +
            </button>
            <button type="button" onClick={() => map.current?.zoomBy(1 / 1.4)} aria-label={t("map.farther")}>
              −
            </button>
            <button type="button" onClick={() => map.current?.showWhole()} aria-label={t("map.whole")} title={t("map.whole")}>
              ⤢
            </button>
            <button
              type="button"
              onClick={() => setCounters(!counters)}
              aria-pressed={!counters}
              aria-label={t("keys.counters")}
              title={t("keys.counters")}
            >
              ◍
            </button>
          </div>
          <OverlayBar play={play} />
          <WhyNot play={play} stage={map.current?.stage() ?? null} />
          {narrow && tab !== "inspect" && shown.why?.quiet && <QuietWhy play={play} why={shown.why} />}
          <FilmBar play={play} />
          {isOver && !replay && (
            <button type="button" className="ending-button" onClick={() => setOpen("end")}>
              {t("end.button")}
            </button>
          )}
          {guide && (
            <Guide
              play={play}
              lang={lang}
              stage={map.current?.stage() ?? null}
              onClose={() => (setGuide(false), map.current?.focus())}
              onGo={(hex) => (setGuide(false), lookAt(hex))}
            />
          )}
          {shown.info?.changed && !scene?.result && (
            <div className="proposal" role="alert">
              <span>{t(`changed.${shown.info.changed.what.join("-")}`)}</span>
              {shown.mine.some((side) => !shown.info!.changed!.agreed.includes(side)) ? (
                <button type="button" onClick={play.agree}>
                  {t("changed.agree")}
                </button>
              ) : (
                <span>{t("changed.waiting")}</span>
              )}
            </div>
          )}
          {shown.info?.newer && !scene?.result && shown.mine.length > 0 && !keeps && (
            <div className="proposal" role="status">
              {shown.mine.some((side) => !shown.info!.newer!.agreed.includes(side)) ? (
                <>
                  <span>{t("newer.data")}</span>
                  <button type="button" onClick={play.agree}>
                    {t("changed.agree")}
                  </button>
                  <button type="button" onClick={() => setKeeps(true)}>
                    {t("newer.keep")}
                  </button>
                </>
              ) : (
                <span>{t("newer.waiting")}</span>
              )}
            </div>
          )}
          {proposal(drawOffer, "menu.drawOffered", play.offerDraw)}
          {proposal(takebackOffer, "menu.takebackAsked", play.askTakeback)}
          {notice && (
            <div className="notice" role="alert">
              {notice === "offline" ? t("link.offline") : notice}
            </div>
          )}
        </main>
        {narrow ? (
          <aside className={`bottom-sheet${grown ? " grown" : ""}`}>
            {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML lets a <nav> be a tablist */}
            <nav role="tablist" aria-label={t("tabs")}>
              {(["now", "inspect", "log", "tracks", "chat"] as const).map((name) => (
                <button
                  type="button"
                  key={name}
                  role="tab"
                  aria-selected={tab === name}
                  onClick={() => {
                    setGrown(tab === name ? !grown : name !== "now");
                    setTab(name);
                  }}
                >
                  {t(`tab.${name}`)}
                  {name === "chat" && unread > 0 && tab !== "chat" ? <b className="dot">{unread}</b> : null}
                </button>
              ))}
            </nav>
            <div className="sheet-body" role="tabpanel">
              {tab === "now" && now}
              {tab === "inspect" && inspect}
              {tab === "log" && log}
              {tab === "tracks" && tracks}
              {tab === "chat" && chat}
            </div>
          </aside>
        ) : (
          <>
            <aside className="side">
              {now}
              {inspect}
              <div className="tabs" role="tablist" aria-label={t("tabs")}>
                {(["log", "chat"] as const).map((name) => (
                  <button type="button" key={name} role="tab" aria-selected={side === name} onClick={() => setSide(name)}>
                    {t(`tab.${name}`)}
                    {name === "chat" && unread > 0 && side !== "chat" ? <b className="dot">{unread}</b> : null}
                  </button>
                ))}
              </div>
              {side === "log" ? log : chat}
            </aside>
            <footer className={replay ? "strip replaying" : "strip"}>
              {replay && <ReplayBar play={play} onPicture={picture} onFollow={goTo} analyse={analyse} />}
              {tracks}
            </footer>
          </>
        )}
        {replay && narrow && <ReplayBar play={play} onPicture={picture} onFollow={goTo} analyse={analyse} />}
        {open === "end" && <Ending play={play} onClose={shut} />}
        <RuleSheet play={play} lang={lang} />
        {open === "menu" && (
          <MenuSheet play={play} onClose={shut} onPicture={picture} onKeys={() => setOpen("keys")} onGuide={() => setGuide(true)} />
        )}
        {open === "keys" && <KeysSheet play={play} onClose={shut} />}
        {open === "go" && <GoSheet play={play} near={map.current?.middle() ?? null} onClose={shut} onGo={lookAt} />}
      </div>
      <Curtain play={play} />
    </>
  );
}
