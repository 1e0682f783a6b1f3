import { useTranslation } from "react-i18next";
import type { GameInfo } from "../api";
import { http } from "../net/http";
import { settings, themeOf } from "../settings";
import { useStore } from "../store";
import { Counter } from "./Counter";

const LEVELS = 5;

/** The games as boxes on a shelf, one of them taken down. */
export function Shelf({ games, chosen, onChoose }: { games: GameInfo[]; chosen: string; onChoose(game: string): void }) {
  const { t } = useTranslation();
  return (
    <fieldset className="shelf">
      <legend className="sr-only">{t("lobby.game")}</legend>
      {games.map((game) => (
        <Box key={game.key} game={game} isChosen={game.key === chosen} onChoose={() => onChoose(game.key)} />
      ))}
    </fieldset>
  );
}

function Box({ game, isChosen, onChoose }: { game: GameInfo; isChosen: boolean; onChoose(): void }) {
  const { t } = useTranslation();
  const { lang, theme } = useStore(settings);
  const { period, scale, level, counters } = game.cover;
  const cover = (scale: 1 | 2) => http.coverAddress(game.key, lang, themeOf(theme), scale);
  const [name, under] = game.title.split(": ");
  return (
    <label className="game-box">
      <input type="radio" name="game" className="sr-only" checked={isChosen} onChange={onChoose} />
      <span className="picture">
        <img src={cover(1)} srcSet={`${cover(2)} 2x`} alt="" width={360} height={225} />
        <span className="counters">
          {counters.map(({ info, state }) => (
            <Counter key={info.name} info={info} unit={state} size={46} />
          ))}
        </span>
      </span>
      <span className="spine">
        <b>{name}</b>
        <small>{under}</small>
      </span>
      <span className="facts">
        <span>{period}</span>
        <span>{scale}</span>
        <span className="level">
          {t("lobby.level")}{" "}
          <span role="img" aria-label={t("lobby.levelOf", { level, of: LEVELS })}>
            {"●".repeat(level)}
            {"○".repeat(LEVELS - level)}
          </span>
        </span>
      </span>
    </label>
  );
}
