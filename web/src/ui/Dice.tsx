import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Play, Thrown } from "../play";
import { settings } from "../settings";
import { OddsTable } from "./Odds";
import { signed } from "./words";

const DOTS: Record<number, [number, number][]> = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [3, 1], [1, 3], [3, 3]],
  5: [[1, 1], [3, 1], [2, 2], [1, 3], [3, 3]],
  6: [[1, 1], [3, 1], [1, 2], [3, 2], [1, 3], [3, 3]],
};

function Die({ face }: { face: number }) {
  const dots = DOTS[face];
  return (
    <svg className="die" viewBox="0 0 40 40" role="img" aria-label={String(face)}>
      <rect x="1.5" y="1.5" width="37" height="37" rx="7" />
      {dots ? dots.map(([x, y], i) => <circle key={i} cx={x * 10} cy={y * 10} r="3.7" />) : <text x="20" y="27" textAnchor="middle">{face}</text>}
    </svg>
  );
}

/** The dice, then the table with the row that they hit. Nothing takes longer than 600 ms. */
export function Dice({ play, thrown }: { play: Play; thrown: Thrown }) {
  const { t } = useTranslation();
  const { roll } = thrown;
  const [rolling, setRolling] = useState(!settings.get().calm);
  const [shown, setShown] = useState(roll.dice);
  useEffect(() => {
    if (settings.get().calm) {
      setRolling(false);
      setShown(roll.dice);
      return;
    }
    setRolling(true);
    const turn = setInterval(() => setShown(roll.dice.map(() => 1 + Math.floor(Math.random() * 6))), 70);
    const end = setTimeout(() => {
      clearInterval(turn);
      setShown(roll.dice);
      setRolling(false);
    }, 480);
    return () => {
      clearInterval(turn);
      clearTimeout(end);
    };
  }, [thrown.n, roll]);
  return (
    <div className={`thrown${rolling ? " rolling" : ""}`} onClick={() => play.store.set({ thrown: null })} role="status">
      <div className="dice">
        {shown.map((face, i) => (
          <Die key={i} face={face} />
        ))}
        {!rolling && (
          <div>
            <strong>{roll.result}</strong>
            <span>
              {[roll.column && t("dice.column", { column: roll.column }), roll.modifier ? t("dice.modifier", { value: signed(roll.modifier) }) : ""].filter(Boolean).join(", ")}
            </span>
          </div>
        )}
      </div>
      {thrown.odds && <OddsTable play={play} odds={thrown.odds} hit={rolling ? undefined : roll.result} brief />}
    </div>
  );
}
