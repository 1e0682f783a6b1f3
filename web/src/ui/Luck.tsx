import { useTranslation } from "react-i18next";
import type { Board, StoryThrow } from "../api";
import { written } from "../numbers";
import { luckOf } from "../play/luck";
import { sideName, signed } from "./words";

const round = (value: number) => Math.round(value * 10) / 10;

/** The luck of the dice for each side, up to a page of the game. */
export function LuckTable({ board, throws, until }: { board: Board; throws: readonly StoryThrow[]; until?: number }) {
  const { t } = useTranslation();
  const sides = luckOf(
    board.sides.map((side) => side.key),
    throws,
    until,
  );
  return (
    <table className="luck">
      <thead>
        <tr>
          <th scope="col" />
          <th scope="col">{t("luck.lost")}</th>
          <th scope="col">{t("luck.expected")}</th>
          <th scope="col" title={t("luck.long")}>
            {t("luck.luck")}
          </th>
        </tr>
      </thead>
      <tbody>
        {sides.map((each) => (
          <tr key={each.side}>
            <th scope="row">{sideName(board, each.side)}</th>
            <td>{written(round(each.lost))}</td>
            <td>{written(round(each.expected))}</td>
            <td className={each.luck < 0 ? "bad" : "good"}>{signed(round(each.luck))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
