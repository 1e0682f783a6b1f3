import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Pick, UndoKind } from "../api";
import { mix } from "../map/colour";
import { written } from "../numbers";
import { canSpare, hexOf } from "../play/offer";
import type { Play } from "../play/play";
import { usePart, useParts } from "../store";
import { Counter } from "./Counter";
import { HintLine } from "./Hint";
import { byFormation, FormationButtons, MarchBar } from "./Marching";
import { RuleLink } from "./Rule";
import { Spelled } from "./Spelled";
import { AnsweredButtons, StandingLine } from "./Standing";
import { sideForms } from "./words";

const SIGN: Record<string, string> = { free: "↶", rolls: "⚄", passes: "⇥" };

export function UndoBadge({ undo }: { undo: UndoKind }) {
  const { t } = useTranslation();
  if (!undo) return null;
  return (
    <span className={`undo-badge ${undo}`} title={t(`undo.${undo}Long`)}>
      <i aria-hidden="true">{SIGN[undo]}</i> {t(`undo.${undo}`)}
    </span>
  );
}

const MANY = 10;
/** A longer list stays closed until it is opened: its hexes are found on the map. */
const MOST_LISTED = 150;

/** Many options that are numbers (bids, say) are typed; everything else has a button. */
export function splitNumbers(picks: Pick[]): { numbers: Pick[]; options: Pick[] } {
  const numbers = picks.filter((pick) => /^\d+$/.test(pick.text.trim()));
  return numbers.length > MANY ? { numbers, options: picks.filter((pick) => !numbers.includes(pick)) } : { numbers: [], options: picks };
}

function NumberField({ play, picks, disabled }: { play: Play; picks: Pick[]; disabled: boolean }) {
  const { t } = useTranslation();
  const values = picks.map((pick) => Number(pick.text));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (
    <form
      className="number"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("number") as HTMLInputElement;
        const pick = picks.find((each) => Number(each.text) === Number(field.value));
        if (pick) play.pick(pick.pick);
      }}
    >
      <label>
        {t("now.number", { least, most })} <input name="number" type="number" min={least} max={most} required defaultValue={least} />
      </label>
      <button type="submit" className="option" disabled={disabled}>
        <span className="label">{t("now.choose")}</span>
        <UndoBadge undo={picks[0]!.undo} />
      </button>
    </form>
  );
}

/** The options of a question as they came one after the other. */
export interface Asked {
  rule: string;
  options: Pick[];
}

/**
 * The options of a question in places of their own: one that cannot be taken any more stays where it was, and one that
 * cannot be taken yet has its place already; they say why.
 */
export function withGone(asked: Asked, rule: string, options: Pick[], barred: Pick[] = []): [Pick, boolean][] {
  const names = new Set(options.map((pick) => pick.pick));
  if (asked.rule !== rule) asked.options = [];
  asked.rule = rule;
  const before = new Set(asked.options.map((pick) => pick.pick));
  asked.options = [...asked.options, ...barred.filter((pick) => !before.has(pick.pick))];
  const gone = asked.options.filter((pick) => !names.has(pick.pick));
  if (!gone.length || gone.length + options.length > MANY) {
    asked.options = options;
    return options.map((pick) => [pick, false]);
  }
  const now = new Map(options.map((pick) => [pick.pick, pick]));
  const known = new Set(asked.options.map((pick) => pick.pick));
  asked.options = [...asked.options.map((pick) => now.get(pick.pick) ?? pick), ...options.filter((pick) => !known.has(pick.pick))];
  return asked.options.map((pick) => [pick, !now.has(pick.pick)]);
}

interface Props {
  play: Play;
  /** The options that keys pick. */
  keys: ReadonlyMap<string, Pick>;
  onGo(hex: string): void;
  children?: ReactNode;
}

/** The question, its rule, and all its answers; `children` belong to the question. */
export const WhatNow = memo(function WhatNow({ play, keys, onGo, children }: Props) {
  const { t } = useTranslation();
  const { scene, board, busy, thinking, queued, link, mine, sure, held, film, thrown } = useParts(
    play.store,
    "scene",
    "board",
    "busy",
    "thinking",
    "queued",
    "link",
    "mine",
    "sure",
    "held",
    "film",
    "thrown",
  );
  // with a cursor on the map, Enter is for what lies under it
  const goesOn = usePart(play.store, (state) => state.cursor === null);
  const offer = scene?.offer ?? null;
  const asked = useRef<Asked>({ rule: "", options: [] });
  const units = useMemo(() => dutiesFirst(offer?.picks.filter((pick) => pick.kind === "unit") ?? []), [offer]);
  const hexes = useMemo(() => dutiesFirst(offer?.picks.filter((pick) => pick.kind === "hex") ?? []), [offer]);
  /** Units off the map that could be taken instead of the one in hand: they have no counter to click on. */
  const waitingOff = useMemo(() => {
    const hand = scene?.offer?.hand;
    const off = hand?.units.length ? hand.others.filter((id) => !scene?.units[id]?.hex) : [];
    return off.map((id): Pick => {
      const text = scene?.units[id]?.label ?? board?.units[id]?.label ?? id;
      return { pick: id, kind: "unit", text, note: "", undo: "" };
    });
  }, [scene, board]);
  const keyOf = useMemo(() => new Map([...keys].map(([key, pick]) => [pick.pick, key])), [keys]);
  if (!scene || !board)
    return (
      <section className="panel now" aria-label={t("now.title")}>
        <p className="prompt">{t("loading")}</p>
      </section>
    );
  const all = offer?.picks.filter((pick) => pick.kind === "option") ?? [];
  const { numbers, options } = splitNumbers(all);
  /** A unit or hex that was clicked once and wants a second click. */
  const doubted = offer?.picks.find((pick) => pick.pick === sure && pick.kind !== "option" && pick.sure);
  const seat = board.sides.find((side) => side.key === scene.side);
  const watching = held !== null && (film !== null || thrown?.rolling === true);
  const waiting = play.replaying ? (
    t("menu.replay")
  ) : (
    <>
      {scene.side === null && mine.length === 0 && <span className="onlooker">{t("now.onlooker")} </span>}
      {queued ??
        (thinking
          ? t("now.thinking", sideForms(board, thinking.side))
          : t("now.waiting", { player: scene.waiting.map((side) => sideForms(board, side).player).join(", ") }))}
    </>
  );
  return (
    <section className={`panel now${offer ? " mine" : ""}`} aria-label={t("now.title")}>
      <h2>
        {t("now.title")}
        {seat && (
          <span className="seat" style={{ background: seat.ground, color: seat.ink, borderColor: mix(seat.ground, "#000000", 0.35) }}>
            {seat.name}
          </span>
        )}
      </h2>
      <div className="prompt-line" role="status" aria-live="polite" aria-atomic="true">
        {scene.result ? (
          <p className="prompt over">{scene.result.text}</p>
        ) : offer ? (
          <p className="prompt">
            {offer.chosen.units.map((unit) => (
              <OffMap key={unit} play={play} name={unit} />
            ))}
            <Spelled play={play} text={offer.prompt} /> <RuleLink play={play} rule={offer.rule} />
          </p>
        ) : (
          <p className="prompt waiting">{watching ? t("now.held") : held ? "…" : waiting}</p>
        )}
      </div>
      {watching && (
        <div className="options">
          <button type="button" className="option" onClick={() => play.skip()}>
            <span className="label">{t("film.skip")}</span> <kbd>{t("keys.space")}</kbd>
          </button>
        </div>
      )}
      {thinking && !offer && !scene.result && (
        <div className="thinks">
          <div
            className="thinking"
            role="progressbar"
            aria-label={t("now.thinking", sideForms(board, thinking.side))}
            aria-valuenow={Math.round(thinking.share * 100)}
          >
            <span style={{ width: `${Math.max(4, Math.min(100, thinking.share * 100))}%` }} />
          </div>
          {mine.length > 0 && (
            <button type="button" className="option" onClick={() => play.hurry()}>
              <span className="label">{t("now.hurry")}</span>
            </button>
          )}
        </div>
      )}
      {offer && offer.chosen.options.length > 0 && (
        <ul className="chosen-things" aria-label={t("choice.chosen")}>
          {offer.chosen.options.map(({ pick, text }, at) => (
            <li key={`${pick} ${at}`}>
              <button
                type="button"
                disabled={link !== "open"}
                data-drop={pick}
                title={t("choice.outThing")}
                aria-label={`${text}: ${t("choice.outThing")}`}
                onClick={() => play.leaveOut([pick])}
              >
                {text} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {offer && (
        <div className="options">
          {withGone(asked.current, offer.rule, options, offer.barred).map(([pick, gone]) =>
            gone ? (
              <button type="button" key={pick.pick} className="option" aria-disabled onClick={() => void play.look.why(pick.pick)}>
                <span className="label">{pick.text}</span>
              </button>
            ) : (
              <button
                type="button"
                key={pick.pick}
                className={`option${sure === pick.pick ? " sure" : ""}`}
                data-sure={pick.sure && sure !== pick.pick ? "" : undefined}
                disabled={link !== "open"}
                onClick={() => play.pick(pick.pick)}
                data-pick={pick.pick}
                aria-keyshortcuts={goesOn && pick.pick === offer.main ? "Enter" : undefined}
              >
                {keyOf.has(pick.pick) && <kbd>{keyOf.get(pick.pick)}</kbd>}
                <span className="label">
                  <Spelled play={play} text={pick.text} />
                </span>
                {goesOn && pick.pick === offer.main && (
                  <i className="enter" aria-hidden="true">
                    ⏎
                  </i>
                )}
                {sure === pick.pick ? (
                  <small role="alert">{pick.sure ?? t("now.sure")}</small>
                ) : (
                  pick.note && (
                    <small>
                      <Spelled play={play} text={pick.note} />
                    </small>
                  )
                )}
                <UndoBadge undo={pick.undo} />
              </button>
            ),
          )}
          {doubted && (
            <button
              type="button"
              className="option sure"
              data-confirm={doubted.pick}
              disabled={link !== "open"}
              onClick={() => play.pick(doubted.pick)}
            >
              <span className="label">{doubted.text}</span>
              <small role="alert">{doubted.sure}</small>
              <UndoBadge undo={doubted.undo} />
            </button>
          )}
          <AnsweredButtons play={play} />
          {offer.odds && canSpare(offer) && (
            <button type="button" className="option" disabled={link !== "open"} onClick={() => play.leaveOut([])}>
              <kbd>m</kbd>
              <span className="label">{t("choice.fewest", { column: offer.odds.column })}</span>
              <UndoBadge undo="free" />
            </button>
          )}
          {numbers.length > 0 && <NumberField play={play} picks={numbers} disabled={busy !== null || link !== "open"} />}
          <button
            type="button"
            className="option undo"
            disabled={busy !== null}
            aria-disabled={!offer.undo}
            onClick={() => play.undo()}
            title={offer.undo ? t("undo.takeBack") : t("undo.cannot")}
          >
            <kbd>u</kbd>
            <span className="label">{t("undo.button")}</span>
          </button>
        </div>
      )}
      {children}
      <HintLine play={play} />
      {offer?.hand && <MarchBar play={play} onGo={onGo} />}
      {offer && <StandingLine play={play} asked={offer.standing} />}
      {offer?.hand && !offer.hand.units.length && units.length > 1 ? (
        <Formations play={play} picks={units} onGo={onGo} />
      ) : (
        offer && <PickList play={play} title={t("picks.units")} picks={units} onGo={onGo} />
      )}
      {offer && <PickList play={play} title={t("picks.hexes")} picks={hexes} onGo={onGo} />}
      {waitingOff.length > 0 && <Formations play={play} picks={waitingOff} onGo={onGo} />}
    </section>
  );
});

/** Mandatory picks come before optional ones. */
export function dutiesFirst(picks: Pick[]): Pick[] {
  return [...picks.filter((pick) => pick.must), ...picks.filter((pick) => !pick.must)];
}

/** The effect on undo that most picks of a list share is named once. */
export function commonest(all: readonly UndoKind[]): UndoKind {
  const count = (kind: UndoKind) => all.filter((each) => each === kind).length;
  return [...new Set(all)].sort((a, b) => count(b) - count(a))[0] ?? "";
}

/** The counter of a unit that is not on the map, where nobody could see it otherwise. */
function OffMap({ play, name }: { play: Play; name: string }) {
  const info = usePart(play.store, (state) => state.board?.units[name]);
  const unit = usePart(play.store, (state) => state.scene?.units[name]);
  return info && unit && !unit.hex ? <Counter info={info} unit={unit} size={34} /> : null;
}

/** The units that can move, formation by formation. */
function Formations({ play, picks, onGo }: { play: Play; picks: Pick[]; onGo(hex: string): void }) {
  const { t } = useTranslation();
  const board = usePart(play.store, (state) => state.board);
  const formations = useMemo(() => (board ? byFormation(board, picks) : []), [board, picks]);
  return (
    <div className="formations">
      {formations.map(([name, those]) => (
        <PickList
          key={name}
          play={play}
          title={name || t("march.none")}
          picks={those}
          grip={those.map((pick) => pick.pick).join(" ")}
          onGo={onGo}
        >
          <FormationButtons play={play} name={name || t("march.none")} units={those.map((pick) => pick.pick)} />
        </PickList>
      ))}
    </div>
  );
}

/** Whether something can be picked now; a unit that is not may be taken instead of what is in hand. */
function isPick(play: Play, name: string): boolean {
  return play.store.get().scene?.offer?.picks.some((pick) => pick.pick === name) ?? false;
}

interface ListProps {
  play: Play;
  title: string;
  picks: Pick[];
  onGo(hex: string): void;
  /** The units that a drag of its title brings onto the map. */
  grip?: string;
  /** The action for all of them. */
  children?: ReactNode;
}

/** The units or hexes that can be picked, as buttons: one stop of the Tab key, arrows inside. */
const PickList = memo(function PickList({ play, title, picks, onGo, grip, children }: ListProps) {
  const { t } = useTranslation();
  const mp = usePart(play.store, (state) => state.board?.short.MP);
  const stay = usePart(play.store, (state) => state.stay);
  const [at, setAt] = useState(0);
  const many = picks.length > MOST_LISTED;
  const [opened, setOpened] = useState(false);
  const [closed, setClosed] = useState(false);
  const open = many ? opened : !closed;
  const list = useRef<HTMLUListElement>(null);
  if (!picks.length) return null;
  const here = Math.min(at, picks.length - 1);
  const common = commonest(picks.map((pick) => pick.undo));
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -here, End: picks.length - 1 - here }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = (here + by + picks.length) % picks.length;
    setAt(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div className="picks">
      <div className="picks-head">
        <button
          type="button"
          className="picks-title"
          data-grip={grip}
          aria-expanded={open}
          onClick={() => (many ? setOpened(!open) : setClosed(open))}
        >
          <span>{title}</span> <b>{picks.length}</b>
          <UndoBadge undo={common} />
        </button>
        {children}
      </div>
      <ul ref={list} onKeyDown={move} className={open ? "" : "closed"}>
        {(many && !open ? [] : picks).map((pick, i) => (
          <li key={pick.pick}>
            <button
              type="button"
              tabIndex={i === here ? 0 : -1}
              className={pick.must ? "duty" : undefined}
              data-pick={pick.pick}
              data-grip={pick.kind === "unit" ? pick.pick : undefined}
              onFocus={() => {
                const hex = hexOf(play.store.get(), pick.pick);
                if (hex && document.activeElement?.matches(":focus-visible")) {
                  play.store.set({ cursor: hex });
                  play.look.point(hex);
                  onGo(hex);
                }
              }}
              onPointerEnter={(event) => event.pointerType === "mouse" && play.look.point(hexOf(play.store.get(), pick.pick))}
              onPointerLeave={(event) => event.pointerType === "mouse" && play.look.point(null)}
              onClick={() => (pick.kind === "unit" && !isPick(play, pick.pick) ? play.march.take(pick.pick) : play.pick(pick.pick))}
            >
              {pick.kind === "unit" && <OffMap play={play} name={pick.pick} />}
              {pick.text}
              {pick.cost != null && <em>{t("inspect.mp", { cost: written(pick.cost), mp })}</em>}
              {pick.note && <small>{pick.note}</small>}
              {stay.has(pick.pick) && <em>{t("march.stays")}</em>}
              {pick.undo !== common && <UndoBadge undo={pick.undo} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
});
