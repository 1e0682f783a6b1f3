import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GuideCounter, GuideSign, GuideTable, GuideText, GuideTopic, GuideWord, Guide as Shown } from "../api";
import { drawPip, pips } from "../map/counter";
import { drawMark } from "../map/marks";
import type { Stage } from "../map/stage";
import { http } from "../net/http";
import type { Play } from "../play/play";
import { useParts } from "../store";
import { Canvas } from "./Canvas";
import { Counter } from "./Counter";
import { RuleLink } from "./Rule";
import { capital, hexTitle } from "./words";

const SECTIONS = ["start", "topics", "counters", "map", "tables", "words"] as const;
type Section = (typeof SECTIONS)[number];

interface Props {
  play: Play;
  lang: string;
  stage: Stage | null;
  onGo(hex: string): void;
  onClose(): void;
}

/** The guide for newcomers, beside the map and never in its way: a player who closes it goes on from the same place. */
export function Guide({ play, lang, stage, onGo, onClose }: Props) {
  const { t } = useTranslation();
  const { info } = useParts(play.store, "info");
  const [guide, setGuide] = useState<Shown | null>(null);
  const [failed, setFailed] = useState(false);
  const [wanted, setSection] = useState<Section>(last);
  const section = wanted === "topics" && guide && !guide.topics.length ? "start" : wanted;
  const frame = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { game, scenario, data } = info ?? {};
  useEffect(() => {
    if (!game || !scenario) return;
    let gone = false;
    http.guide(game, scenario, lang, data).then(
      (told) => !gone && setGuide(told),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [game, scenario, lang, data]);
  useEffect(() => frame.current?.focus(), []);
  useEffect(() => {
    last = section;
    body.current?.scrollTo(0, 0);
  }, [section]);
  return (
    <section
      className="guide"
      ref={frame}
      tabIndex={-1}
      aria-label={t("guide.title")}
      onKeyDown={(event) => event.key === "Escape" && (event.stopPropagation(), onClose())}
    >
      <header>
        <h2>{t("guide.title")}</h2>
        <span>{guide?.title}</span>
        <button type="button" className="quiet" onClick={onClose} aria-label={t("close")}>
          ✕
        </button>
      </header>
      <nav aria-label={t("guide.sections")}>
        {SECTIONS.filter((name) => name !== "topics" || guide?.topics.length).map((name) => (
          <button type="button" key={name} aria-current={section === name ? "true" : undefined} onClick={() => setSection(name)}>
            {t(`guide.${name}`)}
          </button>
        ))}
        <button type="button" onClick={() => play.store.set({ rule: "" })}>
          {t("rule.title")}
        </button>
      </nav>
      <div className="guide-body" ref={body}>
        {!guide && <p>{failed ? t("guide.failed") : t("loading")}</p>}
        {guide && section === "start" && <Start play={play} guide={guide} />}
        {guide && section === "topics" && guide.topics.map((topic) => <Topic key={topic.title} play={play} topic={topic} />)}
        {guide && section === "counters" && <Counters play={play} guide={guide} />}
        {guide && section === "map" && <Ground play={play} guide={guide} stage={stage} onGo={onGo} />}
        {guide && section === "tables" && guide.tables.map((table) => <Chart key={table.title} play={play} table={table} onGo={onGo} />)}
        {guide && section === "words" && <Words guide={guide} />}
      </div>
    </section>
  );
}

/** The section that was read last is shown when the guide is opened again. */
let last: Section = "start";

function Told({ play, text }: { play: Play; text: GuideText }) {
  return (
    <>
      {text.text} <RuleLink play={play} rule={text.rule} />
    </>
  );
}

function Start({ play, guide }: { play: Play; guide: Shown }) {
  const { t } = useTranslation();
  return (
    <>
      <h3>{t("guide.aim")}</h3>
      {guide.aim.map((text, i) => (
        <p key={i}>
          <Told play={play} text={text} />
        </p>
      ))}
      <h3>{t("guide.turn")}</h3>
      <ol className="numbered">
        {guide.turn.map((text, i) => (
          <li key={i}>
            <Told play={play} text={text} />
          </li>
        ))}
      </ol>
      <h3>{t("march.title")}</h3>
      <p>{t("march.help")}</p>
    </>
  );
}

function Topic({ play, topic }: { play: Play; topic: GuideTopic }) {
  return (
    <>
      <h3>{topic.title}</h3>
      {topic.texts.map((text, i) => (
        <p key={i}>
          <Told play={play} text={text} />
        </p>
      ))}
    </>
  );
}

function Counters({ play, guide }: { play: Play; guide: Shown }) {
  const { t } = useTranslation();
  const { board } = useParts(play.store, "board");
  if (!board) return null;
  const counter = (shown: GuideCounter, size: number) => <Counter info={board.units[shown.unit]!} unit={shown.state} size={size} />;
  const all = (shown: GuideCounter[]) => (
    <ul className="samples">
      {shown.map((each) => (
        <li key={each.text}>
          {counter(each, 46)}
          <span>{capital(each.text)}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <h3>{t("guide.reading")}</h3>
      <div className="sample">
        <figure>
          {counter(guide.counter, 120)}
          <figcaption>{guide.counter.text}</figcaption>
        </figure>
        <ul>
          {guide.numbers.map((text, i) => (
            <li key={i}>
              <Told play={play} text={text} />
            </li>
          ))}
        </ul>
      </div>
      <h3>{t("guide.printed")}</h3>
      <ul className="dotted">
        {(["symbol", "edge", "stripe", "ring"] as const).map((name) => (
          <li key={name}>{t(`guide.${name}`)}</li>
        ))}
      </ul>
      <h3>{t("guide.flags")}</h3>
      <Signs play={play} signs={guide.flags} paint={paintFlag} />
      {guide.marks.length > 0 && <h3>{t("guide.marks")}</h3>}
      <Signs play={play} signs={guide.marks} paint={paintMark} />
      <h3>{t("guide.colours")}</h3>
      {all(guide.colours)}
      <h3>{t("guide.types")}</h3>
      {all(guide.types)}
    </>
  );
}

const SIGN = 26;

/** The pip of a flag; a unit that has lost steps has its stripe. */
function paintFlag(context: CanvasRenderingContext2D, sign: GuideSign, s: number): void {
  const [pip] = pips([sign.key]);
  if (pip) {
    drawPip(context, pip, s / 2, s / 2, s * 0.36);
    return;
  }
  context.fillStyle = "#a9aea4";
  context.fillRect(s * 0.1, s * 0.1, s * 0.8, s * 0.8);
  context.fillStyle = "rgba(255,252,240,.7)";
  context.beginPath();
  for (const [x, y] of [
    [0.1, 0.9],
    [0.1, 0.64],
    [0.64, 0.1],
    [0.9, 0.1],
    [0.9, 0.36],
    [0.36, 0.9],
  ] as const)
    context.lineTo(s * x, s * y);
  context.fill();
}

function paintMark(context: CanvasRenderingContext2D, sign: GuideSign, s: number): void {
  drawMark(context, sign.letter, s / 2, s / 2, s * 0.36);
}

function Signs({ play, signs, paint }: { play: Play; signs: GuideSign[]; paint: typeof paintMark }) {
  return (
    <ul className="signs">
      {signs.map((sign) => (
        <li key={sign.key}>
          <Sign sign={sign} paint={paint} />
          <span>
            <Told play={play} text={sign} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sign({ sign, paint }: { sign: GuideSign; paint: typeof paintMark }) {
  const draw = useCallback((canvas: HTMLCanvasElement) => paint(canvas.getContext("2d")!, sign, canvas.width), [sign, paint]);
  return <Canvas size={SIGN} paint={draw} />;
}

const PIECE = 62;

function Ground({ play, guide, stage, onGo }: { play: Play; guide: Shown; stage: Stage | null; onGo(hex: string): void }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="hint">{t("guide.mapHint")}</p>
      {guide.map.map((table) => (
        <Chart key={table.title} play={play} table={table} onGo={onGo} stage={stage} />
      ))}
    </>
  );
}

/** A hex of the printed map with what lies around it. */
function Piece({ play, stage, hex, wait }: { play: Play; stage: Stage; hex: string; wait: number }) {
  const { geometry } = useParts(play.store, "geometry");
  const paint = useCallback(
    (canvas: HTMLCanvasElement) => {
      const centre = geometry?.centre(hex);
      // one after the other: each of them takes a while
      if (centre && stage.paper) setTimeout(() => stage.paper?.piece(canvas, centre, canvas.width / (3.1 * geometry!.size)), 30 * wait);
    },
    [geometry, stage, hex, wait],
  );
  return <Canvas className="piece" size={PIECE} paint={paint} />;
}

/** A table; with a stage, its rows show where the map has them. */
function Chart({ play, table, stage, onGo }: { play: Play; table: GuideTable; stage?: Stage | null; onGo(hex: string): void }) {
  const { t } = useTranslation();
  const { board } = useParts(play.store, "board");
  const show = (hex: string) => ({ onClick: () => onGo(hex), title: t("guide.show", { hex: hexTitle(board, hex) }) });
  return (
    <div className="chart">
      <h3>
        {table.title} <RuleLink play={play} rule={table.rule} />
      </h3>
      {table.note && <p className="hint">{table.note}</p>}
      <div className="scroll" tabIndex={0} role="group" aria-label={table.title}>
        <table>
          <thead>
            <tr>
              {table.columns.map((name, i) => (
                <th key={i} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, i) => (
              <tr key={i}>
                <th scope="row">
                  {row.hex && stage ? (
                    <button type="button" className="see" {...show(row.hex)}>
                      <Piece play={play} stage={stage} hex={row.hex} wait={i} />
                      <span>{capital(row.name)}</span>
                    </button>
                  ) : row.hex ? (
                    <button type="button" className="text" {...show(row.hex)}>
                      {row.name}
                    </button>
                  ) : (
                    capital(row.name)
                  )}
                </th>
                {row.cells.map((cell, n) => (
                  <td key={n}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Words({ guide }: { guide: Shown }) {
  const { t } = useTranslation();
  const list = (words: GuideWord[]) => (
    <dl>
      {words.map((word) => (
        <div key={word.short}>
          <dt>{word.short}</dt>
          <dd>{word.text}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <>
      <h3>{t("guide.short")}</h3>
      {list(guide.words)}
      <h3>{t("guide.formations")}</h3>
      {list(guide.formations)}
    </>
  );
}
