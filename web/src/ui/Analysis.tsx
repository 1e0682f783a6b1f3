import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnalysisAnswer, AnalysisFound, Board, PlanTold } from "../api";
import type { Play } from "../play/play";
import { useParts } from "../store";
import { gained, percent, sideForms, sideName, signed } from "./words";

const WIDTH = 380;
const HEIGHT = 150;
/** Decisions and throws that a list shows before it is opened. */
const FEW = 5;
/** What was done in an activation: units that came onto the map, units that moved, attacks. */
function deeds(t: TFunction, each: AnalysisFound["decisions"][number]): string {
  const placed = each.placed > 0 ? t("analysis.placed", { count: each.placed }) : "";
  const moved = each.moved > 0 || !placed ? t("analysis.moved", { count: each.moved }) : "";
  const fought = each.attacks.length ? t("analysis.attacks", { hexes: each.attacks.join(", ") }) : "";
  return [placed, moved, fought || (moved && t("analysis.quiet"))].filter(Boolean).join(" ");
}

const INKS = ["#cf5545", "#4d8fc7"];

/** The chance of the first side: as each side saw it, and by the whole truth. The range over it goes to a page. */
function Chances({ board, found, here, last, whole, onGo }: PanelProps & { board: Board; found: AnalysisFound; whole: boolean }) {
  const { t } = useTranslation();
  const [first = "", second = ""] = found.sides;
  const x = (page: number) => (page / Math.max(1, last)) * WIDTH;
  const y = (chance: number) => HEIGHT - chance * HEIGHT;
  const line = (chances: (number | undefined)[]) =>
    found.curve.flatMap((point, i) => (chances[i] === undefined ? [] : [`${x(point.page)},${y(chances[i])}`])).join(" ");
  const seen = (side: string) => found.curve.map((point) => point.seen[side]?.chance);
  return (
    <div className="chances">
      <svg viewBox={`-34 -6 ${WIDTH + 38} ${HEIGHT + 12}`} aria-hidden="true">
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1="0" x2={WIDTH} y1={y(share)} y2={y(share)} />
            <text x="-4" y={y(share) + 4} textAnchor="end">
              {percent(share)}
            </text>
          </g>
        ))}
        {found.marks.map((mark, i) =>
          mark.kind === "activation" ? null : (
            <line
              key={i}
              className={mark.kind}
              x1={x(mark.page)}
              x2={x(mark.page)}
              y1={mark.kind === "turn" ? 0 : HEIGHT - 8}
              y2={HEIGHT}
            />
          ),
        )}
        {whole && <polyline className="truth" points={line(found.curve.map((point) => point.truth?.[first]?.chance))} />}
        <polyline stroke={INKS[0]} points={line(seen(first))} />
        <polyline stroke={INKS[1]} points={line(seen(second).map((chance) => (chance === undefined ? undefined : 1 - chance)))} />
        <line className="here" x1={x(here)} x2={x(here)} y1="-4" y2={HEIGHT + 4} />
      </svg>
      <input
        type="range"
        min={0}
        max={last}
        value={here}
        aria-label={t("analysis.curve", sideForms(board, first))}
        onChange={(event) => onGo(Number(event.target.value))}
      />
      <p className="legend">
        {t("analysis.curve", sideForms(board, first))}:{" "}
        {found.sides.map((side, i) =>
          found.curve.some((point) => point.seen[side]) ? (
            <span key={side}>
              <i style={{ background: INKS[i] }} /> {t("analysis.seenBy", sideForms(board, side))}{" "}
            </span>
          ) : null,
        )}
        {whole && <b>{t("analysis.truth")}</b>}
      </p>
    </div>
  );
}

function Sums({ board, found }: { board: Board; found: AnalysisFound }) {
  const { t } = useTranslation();
  const vp = board.short.VP ? "VP" : "";
  const unit = (value: number) => `${signed(Math.round(value * 10) / 10)} ${vp}`;
  return (
    <table className="luck">
      <thead>
        <tr>
          <td />
          {found.whole && <th scope="col">{t("luck.chance")}</th>}
          <th scope="col">{t("analysis.skill")}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(found.skill).map(([side, skill]) => (
          <tr key={side}>
            <th scope="row">{sideName(board, side)}</th>
            {found.whole && (
              <td data-luck={side}>
                {gained(found.luck[side]?.chance ?? 0)}
                <br />
                {unit(found.luck[side]?.points ?? 0)}
              </td>
            )}
            <td>
              {gained(skill.difference)} ± {percent(skill.error)}
              <br />
              {unit(skill.points)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Row {
  page: number;
  head: string;
  text: string;
}

function Rows({ title, rows, onGo }: { title: string; rows: Row[]; onGo(page: number): void }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (!rows.length) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {rows.slice(0, all ? undefined : FEW).map((row, i) => (
          <li key={i}>
            <button type="button" className="text" onClick={() => onGo(row.page)}>
              <b>{row.head}</b> {row.text}
            </button>
          </li>
        ))}
      </ul>
      {rows.length > FEW && !all && (
        <button type="button" onClick={() => setAll(true)}>
          {t("analysis.all", { number: rows.length })}
        </button>
      )}
    </>
  );
}

interface PanelProps {
  /** The page that is shown, and the last one. */
  here: number;
  last: number;
  onGo(page: number): void;
}

/** What won and lost the game, beside the map: a click shows the table as it was. */
export function AnalysisPanel({ play, here, last, onGo, onClose }: PanelProps & { play: Play; onClose(): void }) {
  const { t } = useTranslation();
  const { board, analysing } = useParts(play.store, "board", "analysing");
  const [answer, setAnswer] = useState<AnalysisAnswer | null>(null);
  const [plans, setPlans] = useState<PlanTold[]>([]);
  const [failed, setFailed] = useState("");
  const [whole, setWhole] = useState(false);
  const ask = (how: { stop?: boolean; again?: boolean }) =>
    play.ask("analyse", how).then(
      (told) => (setAnswer(told), setFailed("")),
      (error: unknown) => setFailed(error instanceof Error ? error.message : String(error)),
    );
  const done = analysing?.done ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once at first, and again when it is done
  useEffect(() => {
    void ask({});
    play.ask("plans", {}).then(
      (told) => setPlans(told.plans),
      () => undefined,
    );
  }, [play, done]);
  if (!board) return null;
  const found = answer?.found;
  const running = !found && !failed;
  const share = Math.max(answer?.share ?? 0, done ? 0 : (analysing?.share ?? 0));
  const head = (turn: number, side: string) => `${turn ? `${t("replay.mark.turn")} ${turn}, ` : ""}${sideName(board, side)}:`;
  const decided = (better: boolean): Row[] =>
    (found?.decisions ?? [])
      .filter((each) => (better ? each.difference > 0 : each.difference < 0))
      .map((each) => ({
        page: each.page,
        head: `${head(each.turn, each.side)} ${gained(each.difference)} ± ${percent(each.error)}.`,
        text: `${deeds(t, each)} ${t("analysis.plan", { plan: each.plan })}`,
      }));
  return (
    <section className="analysis" aria-label={t("analysis.title")}>
      <header>
        <h2>{t("analysis.title")}</h2>
        <button type="button" className="quiet" onClick={onClose} aria-label={t("close")}>
          ✕
        </button>
      </header>
      {failed && <p role="alert">{failed}</p>}
      {running && (
        <p role="status">
          <progress max={1} value={share} aria-label={t("analysis.running")} /> {t("analysis.running")}{" "}
          <button type="button" onClick={() => void ask({ stop: true })}>
            {t("analysis.stop")}
          </button>
        </p>
      )}
      {found && (
        <>
          {!found.complete && (
            <p role="status">
              {t("analysis.stopped")}{" "}
              <button type="button" onClick={() => void ask({ again: true })}>
                {t("analysis.again")}
              </button>
            </p>
          )}
          <Chances board={board} found={found} here={here} last={last} whole={whole} onGo={onGo} />
          {found.whole && (
            <label className="check">
              <input type="checkbox" checked={whole} onChange={(event) => setWhole(event.target.checked)} /> {t("analysis.truth")}
            </label>
          )}
          <Sums board={board} found={found} />
          <p className="hint">{t(found.whole ? "analysis.long" : "analysis.ownView")}</p>
          <Rows title={t("analysis.worst")} rows={decided(false)} onGo={onGo} />
          <Rows title={t("analysis.best")} rows={decided(true)} onGo={onGo} />
          <Rows
            title={t("analysis.throws")}
            rows={found.throws.map((each) => {
              const [side, gain] = Object.entries(each.luck).find(([, by]) => by > 0) ?? ["", 0];
              return { page: each.page, head: `${sideName(board, side)} ${gained(gain)}.`, text: each.text };
            })}
            onGo={onGo}
          />
        </>
      )}
      <Rows title={t("analysis.plans")} rows={plans.map(({ page, text }) => ({ page, head: "", text }))} onGo={onGo} />
    </section>
  );
}
