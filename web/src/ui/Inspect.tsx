import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Odds, Scene } from "../api";
import { written } from "../numbers";
import { picksByName, unitsIn } from "../play/offer";
import type { Play } from "../play/play";
import { useParts } from "../store";
import { ResultCard } from "./Cards";
import { Counter } from "./Counter";
import { OddsTable } from "./Odds";
import { RuleLink } from "./Rule";
import { QuietWhy } from "./Why";
import { flagName, hexTitle, sideForms } from "./words";

/** Whether odds are those of units that would have to move first: the lines say from where they would attack. */
function isForecast(scene: Scene, odds: Odds): boolean {
  const from = odds.lines.filter((line) => line.on === "attack").map((line) => line.text);
  return odds.units.some((id) => {
    const hex = scene.units[id]?.hex;
    return hex !== undefined && !from.some((text) => text.includes(hex));
  });
}

/** A hex with its stack, the odds of an attack, the dice that were thrown, the path that is pointed at. */
export const Inspect = memo(function Inspect({ play, onGuide }: { play: Play; onGuide(): void }) {
  const { t } = useTranslation();
  const { board, scene, inspected, unit, hexFacts, odds, thrown, path, why } = useParts(
    play.store,
    "board",
    "scene",
    "inspected",
    "unit",
    "hexFacts",
    "odds",
    "thrown",
    "path",
    "why",
  );
  if (!board || !scene) return null;
  const picks = picksByName(scene.offer);
  const offered = scene.offer?.odds ?? null;
  const shownOdds = offered ?? odds;
  const hex = inspected;
  const units = unitsIn(scene, hex);
  const enemy = units.some((id) => board.units[id]?.side !== scene.side);
  const lines = hexFacts?.hex === hex ? hexFacts.lines : hex ? [board.terrain[hex] ?? ""] : [];
  const nothing = !hex && !shownOdds && !thrown && !path;
  return (
    <section className="panel inspect" aria-label={t("inspect.title")}>
      <h2>{t("inspect.title")}</h2>
      {nothing && (
        <p className="hint">
          {t("inspect.hint")}{" "}
          <button type="button" className="text" onClick={onGuide}>
            {t("guide.new")}
          </button>
        </p>
      )}
      {thrown && <ResultCard play={play} thrown={thrown} brief={Boolean(offered)} />}
      {shownOdds && !offered && !thrown && isForecast(scene, shownOdds) && <p className="hint">{t("odds.forecast")}</p>}
      {shownOdds && (offered || !thrown) && <OddsTable play={play} odds={shownOdds} />}
      {path && path.steps.length > 0 && (
        <div className="path">
          <h3>{t("inspect.path", { hex: hexTitle(board, path.steps.at(-1)!.hex), cost: written(path.cost), mp: board.short.MP })}</h3>
          <ol>
            {path.steps.map((step, i) => (
              <li key={i}>
                <span>{hexTitle(board, step.hex)}</span>
                <small>
                  {(step.lines ?? []).map((line, n) => (
                    <span key={n}>
                      {line.text} <RuleLink play={play} rule={line.rule} />
                    </span>
                  ))}
                </small>
                <b>{written(step.cost)}</b>
              </li>
            ))}
          </ol>
        </div>
      )}
      {hex && (
        <div className="hex">
          <h3>
            {hexFacts?.hex === hex ? hexFacts.title : hexTitle(board, hex)}
            {scene.owners[hex] && <span className="owner">{t("inspect.held", sideForms(board, scene.owners[hex]))}</span>}
          </h3>
          {why?.quiet && why.hex === hex && <QuietWhy play={play} why={why} />}
          {lines.filter(Boolean).map((line, i) => (
            <p key={i}>{line}</p>
          ))}
          {(scene.marks[hex] ?? []).map((mark, i) => (
            <p key={i} className="mark">
              ◆ {mark.text}
            </p>
          ))}
          <button type="button" className="text" onClick={() => play.store.set({ sought: hex })}>
            {t("log.of", { name: hex })}
          </button>
          {units.length > 0 && (
            <ul className="stack">
              {units.map((id) => {
                const info = board.units[id]!;
                const at = scene.units[id]!;
                const pick = picks.get(id);
                const chosen = scene.offer?.chosen.units.includes(id);
                return (
                  <li key={id} className={`${unit === id ? "looked" : ""}${chosen ? " chosen" : ""}`}>
                    <button
                      type="button"
                      className={pick ? "can" : ""}
                      onClick={() => {
                        if (pick) play.pick(id);
                        else {
                          void play.look.at(hex, id);
                          if (scene.offer) void play.look.why(id, true);
                        }
                      }}
                      aria-label={`${info.name}, ${at.factors}${pick ? `, ${t("picks.can")}` : ""}`}
                    >
                      <Counter info={info} unit={at} size={52} />
                    </button>
                    <div>
                      <strong>{info.name}</strong>
                      <span>
                        {[info.formation, at.of > 0 && t("inspect.steps", { steps: at.steps, count: at.of })].filter(Boolean).join(" · ")}
                      </span>
                      {at.flags.length > 0 && <span className="flags">{at.flags.map((flag) => flagName(board, flag, t)).join(" · ")}</span>}
                      <button type="button" className="text" onClick={() => (void play.look.at(hex, id), play.look.reach(id))}>
                        {t("inspect.reach")}
                      </button>{" "}
                      <button type="button" className="text" onClick={() => play.store.set({ sought: info.label })}>
                        {t("log.of", { name: info.label })}
                      </button>
                    </div>
                  </li>
                );
              })}
            </ul>
          )}
          {enemy && !offered && scene.side && (
            <button type="button" className="text" onClick={() => void play.look.odds(hex)}>
              {t("inspect.odds")}
            </button>
          )}
        </div>
      )}
    </section>
  );
});
