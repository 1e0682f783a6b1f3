import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MadeTable, StoryAnswer } from "../api";
import { keyring } from "../keyring";
import { http } from "../net/http";
import { decisive, SHOWN } from "../play/luck";
import type { Play } from "../play/play";
import { go, goLookBack, invitationLink } from "../route";
import { useParts } from "../store";
import { LuckTable } from "./Luck";
import { Sheet } from "./Over";
import { percent, sideName, signed } from "./words";

const WIDTH = 560;
const HEIGHT = 120;

/** Victory points from the first pick to the last, with a line for each turn. */
function Curve({ story }: { story: StoryAnswer }) {
  const { t } = useTranslation();
  const values = story.points.map((point) => point.value);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (page: number) => (page / Math.max(1, story.last)) * WIDTH;
  const y = (value: number) => HEIGHT - ((value - low) / (high - low)) * (HEIGHT - 14) - 2;
  const turns = story.marks.filter((mark) => mark.kind === "turn");
  return (
    <svg className="curve" viewBox={`-30 0 ${WIDTH + 34} ${HEIGHT + 4}`} role="img" aria-label={t("end.points")}>
      {turns.map((mark) => (
        <line key={mark.page} x1={x(mark.page)} x2={x(mark.page)} y1="0" y2={HEIGHT} />
      ))}
      <text x="-4" y={y(high) + 4} textAnchor="end">
        {high}
      </text>
      <text x="-4" y={y(low) + 2} textAnchor="end">
        {low}
      </text>
      <polyline points={story.points.map((point) => `${x(point.page)},${y(point.value)}`).join(" ")} />
    </svg>
  );
}

/** How the game ended and how it came about, and what the player can do now. */
export function Ending({ play, onClose }: { play: Play; onClose(): void }) {
  const { t } = useTranslation();
  const { board, scene, info, mine } = useParts(play.store, "board", "scene", "info", "mine");
  const [story, setStory] = useState<StoryAnswer | null>(null);
  const [failed, setFailed] = useState("");
  const [made, setMade] = useState<MadeTable | null>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    let gone = false;
    play.ask("story", {}).then(
      (told) => !gone && setStory(told),
      (error: unknown) => !gone && setFailed(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      gone = true;
    };
  }, [play]);
  if (!board || !scene?.result || !info) return null;
  const again = async (swapped: boolean) => {
    const players = Object.fromEntries(
      info.seats.map((seat) => [seat.side, mine.includes(seat.side) ? "me" : seat.player === "person" ? "friend" : seat.player]),
    );
    const sides = Object.keys(players);
    const seats = swapped ? Object.fromEntries(sides.map((side, at) => [side, players[sides[sides.length - 1 - at]!]!])) : players;
    try {
      const { game, scenario, options, clock, may_take_back } = info;
      const told = await http.make({ game, scenario, options, seats, may_take_back, ...(clock ? { clock } : {}) });
      keyring.add(told.table, told.host, Object.keys(told.keys));
      if (Object.keys(told.invitations).length) setMade(told);
      else go({ page: "table", table: told.table, key: null });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  const share = async () => {
    const link = `${location.href.split("#")[0]}#/replay/${encodeURIComponent(play.table)}`;
    try {
      await navigator.clipboard.writeText(`${board.title}, ${scene.title}: ${scene.result!.text}\n${link}`);
      setCopied(true);
    } catch {
      prompt(t("menu.copyByHand"), link);
    }
  };
  return (
    <Sheet title={scene.result.text} onClose={onClose} className="ending">
      <p>{scene.points.text}</p>
      {!story && !failed && <p role="status">{t("loading")}</p>}
      {failed && <p role="alert">{failed}</p>}
      {story && (
        <>
          <h3>{t("end.points")}</h3>
          <Curve story={story} />
          {story.throws.length > 0 && (
            <>
              <h3>{t("luck.title")}</h3>
              <LuckTable board={board} story={story} />
              <h3>{t("end.decisive")}</h3>
              <ul className="decisive">
                {decisive(story.throws).map((each, i) => (
                  <li key={i}>
                    <b>{each.title}</b> {t("end.roll", { die: each.die, result: each.result, share: percent(each.share) })}{" "}
                    <span>
                      {Object.entries(each.swing)
                        .filter(([, steps]) => Math.abs(steps) >= SHOWN)
                        .map(([side, steps]) => `${sideName(board, side)} ${signed(-Math.round(steps * 10) / 10)}`)
                        .join(", ")}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {made &&
        Object.entries(made.invitations).map(([side, invitation]) => (
          <p key={side}>
            {t("end.invite", { side: sideName(board, side) })} <code>{invitationLink(made.table, invitation)}</code>{" "}
            <button type="button" onClick={() => go({ page: "table", table: made.table, key: null })}>
              {t("end.sit")}
            </button>
          </p>
        ))}
      <div className="buttons">
        {mine.length > 0 && (
          <>
            <button type="button" className="primary" onClick={() => void again(false)}>
              {t("end.rematch")}
            </button>
            {mine.length === 1 && (
              <button type="button" onClick={() => void again(true)}>
                {t("end.otherSide")}
              </button>
            )}
          </>
        )}
        {info.can_analyse && (
          <button type="button" onClick={() => goLookBack(play.table, play.key)}>
            {t("analysis.button")}
          </button>
        )}
        <button type="button" onClick={() => go({ page: "replay", table: play.table, key: play.key })}>
          {t("menu.replay")}
        </button>
        <a className="button" href={http.recordAddress(play.table)} download={`${play.table}.stavka`}>
          {t("menu.record")}
        </a>
        <button type="button" onClick={() => void share()}>
          {copied ? t("menu.copied") : t("end.share")}
        </button>
      </div>
    </Sheet>
  );
}
