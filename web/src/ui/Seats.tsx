import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SeatInfo } from "../api";
import { keyring } from "../keyring";
import { http } from "../net/http";
import type { Play } from "../play/play";
import { invitationLink } from "../route";
import { useParts } from "../store";
import { sideForms, sideName } from "./words";

/** The seats and what can be done about them: the host invites, a player changes the key of a seat. */
export function Seats({ play, onCopy }: { play: Play; onCopy(text: string): void }) {
  const { info, board, isHost, mine, scene } = useParts(play.store, "info", "board", "isHost", "mine", "scene");
  const { t } = useTranslation();
  const [told, setTold] = useState("");
  if (!info) return null;
  const doing = async (work: () => Promise<string>) => {
    try {
      setTold(await work());
    } catch (caught) {
      setTold(caught instanceof Error ? caught.message : String(caught));
    }
  };
  const invite = (side: string) =>
    doing(async () => {
      onCopy(invitationLink(play.table, (await http.invite(play.table, side, play.key!)).invitation));
      return t("seats.newLink", sideForms(board, side));
    });
  const takeBack = (side: string) =>
    doing(async () => {
      await http.takeInvitationBack(play.table, side, play.key!);
      return t("seats.takenBack", sideForms(board, side));
    });
  const changeKey = (side: string) =>
    doing(async () => {
      const { key } = await http.changeKey(play.table, side, play.key!);
      keyring.replace(play.table, play.key!, key);
      location.reload();
      return "";
    });
  const mayInvite = isHost && play.key && !scene?.result;
  return (
    <>
      <dl className="facts">
        {info.seats.map((seat) => (
          <div key={seat.side}>
            <dt>{sideName(board, seat.side)}</dt>
            <dd>
              <Who seat={seat} />
              {mayInvite && !seat.is_taken && (
                <button type="button" onClick={() => void invite(seat.side)}>
                  {t("seats.invite")}
                </button>
              )}
              {mayInvite && seat.is_invited && (
                <button type="button" onClick={() => void takeBack(seat.side)}>
                  {t("seats.takeBack")}
                </button>
              )}
              {play.key && mine.length === 1 && mine[0] === seat.side && seat.connections > 1 && (
                <button type="button" onClick={() => void changeKey(seat.side)} title={t("seats.changeKeyLong")}>
                  {t("seats.changeKey")}
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="hint" role="status">
        {told}
      </p>
    </>
  );
}

function Who({ seat }: { seat: SeatInfo }) {
  const { t } = useTranslation();
  const player = seat.player === "person" ? t("lobby.person") : t(`agent.${seat.player}`, { defaultValue: seat.player });
  const where =
    seat.connections > 1
      ? t("seats.connections", { count: seat.connections })
      : seat.is_connected
        ? t("menu.here")
        : seat.is_invited
          ? t("seats.invited")
          : seat.is_taken
            ? ""
            : t("seats.free");
  return <span>{[player, where].filter(Boolean).join(" · ")}</span>;
}

/** A seat that several connections show: both players should know. */
export function Crowded({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { info, board } = useParts(play.store, "info", "board");
  return info?.seats
    .filter((seat) => seat.connections > 1)
    .map((seat) => (
      <span key={seat.side} className="crowded" title={t("seats.crowded", { ...sideForms(board, seat.side), count: seat.connections })}>
        {sideName(board, seat.side)} ×{seat.connections}
      </span>
    ));
}

/** The players in the title bar: who is at the table, who thinks, who writes. */
export function Present({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { info, board, thinking, typing, scene } = useParts(play.store, "info", "board", "thinking", "typing", "scene");
  if (!info || !scene) return null;
  return (
    <ul className="present" aria-label={t("seats.present")}>
      {info.seats.map((seat) => {
        const isComputer = seat.player !== "person";
        const here = isComputer || seat.is_connected;
        const isThinking = thinking?.side === seat.side || (!scene.result && scene.waiting.includes(seat.side));
        const sign = typing === seat.side ? t("seats.typing") : isThinking ? t("seats.deciding") : "";
        return (
          <li key={seat.side} className={`${here ? "here" : "away"}${sign ? " busy" : ""}`}>
            <i aria-hidden="true">{isComputer ? "⚙" : here ? "●" : "○"}</i> {sideName(board, seat.side)}
            <span className="sr-only">{t(here ? "menu.here" : "seats.away")}</span>
            {sign && <small>{sign}</small>}
          </li>
        );
      })}
    </ul>
  );
}
