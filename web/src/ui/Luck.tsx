import { useTranslation } from "react-i18next";
import type { Board, StoryAnswer } from "../api";
import { written } from "../numbers";
import { luckOf } from "../play/luck";
import { sideForms, sideName, signed } from "./words";

const round = (value: number) => Math.round(value * 10) / 10;

/** The losses of each side and the luck of the dice, up to a page of the game; the VP of lost steps, where the rules count them. */
export function LuckTable({ board, story, until }: { board: Board; story: StoryAnswer; until?: number }) {
  const { t } = useTranslation();
  const sides = luckOf(
    board.sides.map((side) => side.key),
    story,
    until,
  );
  return (
    <>
      <table className="luck">
        <thead>
          <tr>
            <th scope="col" />
            <th scope="col">{t("luck.lost")}</th>
            <th scope="col">{t("luck.average")}</th>
            <th scope="col">{t("luck.steps")}</th>
          </tr>
        </thead>
        <tbody>
          {sides.map((each) => (
            <tr key={each.side}>
              <th scope="row">{sideName(board, each.side)}</th>
              <td>{written(round(each.lost))}</td>
              <td>{written(round(each.average))}</td>
              <td className={each.luck < 0 ? "bad" : "good"}>{signed(round(each.luck))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sides.map(({ side, lost, average }) => {
        const worth = story.step_points[side];
        const values = { points: signed(round(lost * (worth ?? 0))), average: signed(round(average * (worth ?? 0))) };
        return worth && <p key={side}>{t("luck.points", { ...sideForms(board, side), vp: board.short.VP, ...values })}</p>;
      })}
      <p className="hint">{t("luck.long")}</p>
    </>
  );
}
