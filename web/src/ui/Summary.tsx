import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GameInfo, TableInfo } from "../api";
import { http } from "../net/http";
import { timeText } from "./Clocks";

interface Props {
  info: TableInfo;
  title: string;
  lang: string;
  copied: boolean;
  onCopy(text: string): void;
}

/** The agreement at the start of the table: scenario, optional rules, takebacks, clock; also as text to send. */
export function Summary({ info, title, lang, copied, onCopy }: Props) {
  const { t } = useTranslation();
  const [game, setGame] = useState<GameInfo | null>(null);
  useEffect(() => {
    let gone = false;
    http.games(lang).then(
      (games) => !gone && setGame(games.find((each) => each.key === info.game) ?? null),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [info.game, lang]);
  const lines: [string, string][] = [
    [t("lobby.scenario"), title],
    ...(game?.options ?? []).map((option): [string, string] => [option.title, t(info.options[option.key] ? "summary.on" : "summary.off")]),
    [t("takeback.may"), t(info.may_take_back ? "summary.yes" : "summary.no")],
    [
      t("lobby.clock"),
      info.clock
        ? t("summary.clock", { start: timeText(info.clock.start), increment: timeText(info.clock.increment ?? 0) })
        : t("clock.none"),
    ],
  ];
  return (
    <>
      <dl className="facts summary">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className="text"
        onClick={() => onCopy([game?.title ?? info.title, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\n"))}
      >
        {copied ? t("menu.copied") : t("summary.copy")}
      </button>
    </>
  );
}
