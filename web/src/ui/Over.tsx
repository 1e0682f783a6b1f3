import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { OWN } from "../keys";
import type { Area } from "../map/patterns";
import { activations, summed } from "../play/film";
import { findHex } from "../play/finding";
import type { Play } from "../play/play";
import { change, settings } from "../settings";
import { useParts, useStore } from "../store";
import { RuleLink } from "./Rule";
import { sideForms } from "./words";

/** A dialog of the browser: it keeps the focus, Escape closes it. */
export function Sheet({
  title,
  onClose,
  children,
  className = "",
}: {
  title: string;
  onClose(): void;
  children: ReactNode;
  className?: string;
}) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click beside the dialog closes it; by keyboard Escape does, of itself
    <dialog
      ref={dialog}
      className={`sheet ${className}`}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      aria-label={title}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" className="quiet" onClick={onClose} aria-label={t("close")}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}

export function FilmBar({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { film, log } = useParts(play.store, "film", "log");
  const { pace } = useStore(settings);
  const known = useMemo(() => (film ? activations(log) : []), [film, log]);
  if (!film) return null;
  const step = film.steps[film.at];
  const shown = known.find((each) => each.first <= (film.steps[0]?.n ?? -1));
  return (
    <div className="film" role="group" aria-label={t("film.title")}>
      <p className="film-sum">{t("film.sum", summed(film.steps))}</p>
      <p aria-live="polite">{step?.text}</p>
      <div className="film-bar">
        <progress max={film.steps.length} value={film.at + 1} aria-label={t("film.title")} />
        <span className="count">
          {film.at + 1}/{film.steps.length}
        </span>
        <button type="button" onClick={() => play.film.step(-1)} aria-label={t("film.back")} disabled={film.at === 0}>
          ◀
        </button>
        <button type="button" onClick={() => play.film.pause()} aria-label={film.playing ? t("film.pause") : t("film.play")}>
          {film.playing ? "❚❚" : "▶"}
        </button>
        <button type="button" onClick={() => play.film.step(1)} aria-label={t("film.next")}>
          ▶▏
        </button>
        {known.length > 1 && (
          <label>
            <span className="sr-only">{t("film.activation")}</span>
            <select className="film-which" value={shown?.first ?? ""} onChange={(event) => play.film.watch(Number(event.target.value))}>
              {known.map((each) => (
                <option key={each.first} value={each.first}>
                  {each.text}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span className="sr-only">{t("film.speed")}</span>
          <select value={pace} onChange={(event) => change({ pace: Number(event.target.value) })}>
            <option value={1200}>½×</option>
            <option value={500}>1×</option>
            <option value={200}>2×</option>
            <option value={40}>4×</option>
          </select>
        </label>
        <button type="button" className="primary" onClick={() => play.film.end()}>
          {t("film.skip")} <kbd>{t("keys.space")}</kbd>
        </button>
      </div>
    </div>
  );
}

/** Nobody sees anything until the next player confirms that they are at the screen. */
export function Curtain({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { curtain, board } = useParts(play.store, "curtain", "board");
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new curtain takes the focus
  useEffect(() => button.current?.focus(), [curtain]);
  if (!curtain) return null;
  const side = sideForms(board, curtain);
  return (
    <div className="curtain" role="dialog" aria-modal="true" aria-label={t("curtain.title", side)}>
      <div>
        <h2>{t("curtain.title", side)}</h2>
        <p>{t("curtain.text")}</p>
        <button type="button" ref={button} className="primary big" onClick={() => play.sit(curtain)}>
          {t("curtain.go", side)}
        </button>
        <label className="check">
          <input type="checkbox" checked={false} onChange={() => (change({ curtain: false }), play.sit(curtain))} /> {t("curtain.never")}
        </label>
      </div>
    </div>
  );
}

/** More notes than these stay folded, so that the map is seen. */
const FEW = 3;

/** The look of an area, small. */
function Swatch({ area: { colour, hatch, tint, dashed } }: { area: Area }) {
  const wash = tint ? `color-mix(in srgb, ${tint.colour} ${tint.alpha * 100}%, #efe8d6)` : undefined;
  return (
    <i
      className={`swatch${hatch === null ? "" : ` hatch-${hatch}`}${dashed ? " dashed" : ""}`}
      style={{ color: colour, backgroundColor: wash }}
    />
  );
}

export function OverlayBar({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { board, overlays } = useParts(play.store, "board", "overlays");
  const [open, setOpen] = useState(false); // counts on a phone only, where they stand behind one button
  const [noted, setNoted] = useState(false);
  if (!board?.overlays.length) return null;
  const areas = overlays.flatMap((overlay) => overlay.areas.filter((area) => area.text));
  const notes = overlays.flatMap((overlay) => overlay.notes);
  return (
    <div className={open ? "overlay-bar open" : "overlay-bar"} role="group" aria-label={t("overlays.title")}>
      <button type="button" className="opener" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("overlays.title")}
      </button>
      {board.overlays.map((info) => {
        const on = overlays.some((overlay) => overlay.info.key === info.key);
        return (
          <button
            type="button"
            key={info.key}
            aria-pressed={on}
            onClick={() => play.overlays.toggle(info.key)}
            title={`${info.name} (⇧${info.letter.toUpperCase()})`}
          >
            <kbd>⇧{info.letter.toUpperCase()}</kbd>
            <span>{info.name}</span>
          </button>
        );
      })}
      {areas.length + notes.length > 0 && (
        <ul className="legend">
          {areas.map((area, i) => (
            <li key={i}>
              <Swatch area={area} />
              {area.text}
            </li>
          ))}
          {areas.some((area) => area.tint) && (
            <li>
              <i className="swatch" /> {t("overlays.neither")}
            </li>
          )}
          {notes.length > FEW && (
            <li>
              <button type="button" className="text" aria-expanded={noted} onClick={() => setNoted(!noted)}>
                {t("overlays.notes", { number: notes.length })} {noted ? "▾" : "▸"}
              </button>
            </li>
          )}
          {(notes.length <= FEW || noted) &&
            notes.map((note, i) => (
              <li key={`note${i}`}>
                {note.text} <RuleLink play={play} rule={note.rule} />
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

export function KeysSheet({ play, onClose }: { play: Play; onClose(): void }) {
  const { t } = useTranslation();
  const { board } = useParts(play.store, "board");
  const own: [string, string][] = [
    ["← ↑ → ↓", t("keys.cursor")],
    ["⇧ ← ↑ → ↓", t("keys.pan")],
    ["Enter", `${t("keys.pick")}; ${t("keys.main")}`],
    [".  ,", t("keys.next")],
    [t("keys.home"), t("keys.showMe")],
    ["⇧ Enter", t("keys.send")],
    [`⇧ ${t("keys.space")}`, t("keys.add")],
    ["n  ⇧ N", t("keys.nextUnit")],
    ["h", t("keys.stay")],
    ["q", t("keys.widen")],
    ["j", t("keys.inTurn")],
    ["m", t("keys.fewest")],
    ["u", t("undo.button")],
    ["⇧ U", t("keys.answered")],
    ["x", t("keys.why")],
    ["/", t("keys.go")],
    ["F1", t("guide.button")],
    ["F2", t("rule.title")],
    ["F4", t("analysis.hint")],
    ["+  −  0", t("keys.zoom")],
    ["v", t("keys.counters")],
    [t("keys.space"), t("keys.skip")],
    ["Esc", t("keys.escape")],
    ["F6", t("keys.panels")],
  ];
  return (
    <Sheet title={t("keys.title")} onClose={onClose} className="keys">
      <p>{t("march.help")}</p>
      <dl>
        {own.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h3>{t("overlays.title")}</h3>
      <dl>
        {board?.overlays.map((info) => (
          <div key={info.key}>
            <dt>
              <kbd>⇧ {info.letter.toUpperCase()}</kbd>
            </dt>
            <dd>{info.name}</dd>
          </div>
        ))}
      </dl>
      <h3>{t("keys.options")}</h3>
      <dl>
        {Object.entries(board?.keys ?? {})
          .filter(([, key]) => !OWN.has(key))
          .map(([option, key]) => (
            <div key={option}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{board?.options[option] ?? option}</dd>
            </div>
          ))}
        <div>
          <dt>
            <kbd>1 … 9</kbd>
          </dt>
          <dd>{t("keys.digits")}</dd>
        </div>
      </dl>
    </Sheet>
  );
}

/** Go to a hex by its number or the name of its place; `near` is a hex in view. */
export function GoSheet({ play, near, onGo, onClose }: { play: Play; near: string | null; onGo(hex: string): void; onClose(): void }) {
  const { t } = useTranslation();
  const { board, scene } = useParts(play.store, "board", "scene");
  const field = useRef<HTMLInputElement>(null);
  // an opening dialog gives the focus to its first button
  useEffect(() => field.current?.focus(), []);
  return (
    <Sheet title={t("go.title")} onClose={onClose} className="go">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const hex = board && findHex(board, scene, field.current?.value ?? "", near);
          if (!hex) {
            field.current?.setCustomValidity(t("go.none"));
            field.current?.reportValidity();
            return;
          }
          onClose();
          onGo(hex);
        }}
      >
        <input
          ref={field}
          list="places"
          aria-label={t("go.label")}
          placeholder={t("go.label")}
          autoComplete="off"
          onInput={(event) => event.currentTarget.setCustomValidity("")}
        />
        <datalist id="places">
          {board &&
            Object.entries(board.names).map(([hex, name]) => (
              <option key={hex} value={name}>
                {hex}
              </option>
            ))}
        </datalist>
        <button className="primary" type="submit">
          {t("go.button")}
        </button>
      </form>
    </Sheet>
  );
}
