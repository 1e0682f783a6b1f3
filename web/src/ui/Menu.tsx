import { useState } from "react";
import { useTranslation } from "react-i18next";
import { http } from "../net/http";
import type { Play } from "../play/play";
import { go } from "../route";
import { type CameraChoice, change, LANGUAGES, settings, type ThemeChoice } from "../settings";
import { useParts, useStore } from "../store";
import { FairDice } from "./Fair";
import { Notify } from "./Notify";
import { Sheet } from "./Over";
import { SaveLog } from "./Saving";
import { Seats } from "./Seats";
import { StandingFields } from "./Standing";
import { Summary } from "./Summary";

/** Language, light and motion: the same in the lobby and at a table. */
export function SettingsFields({ play }: { play?: Play }) {
  const { t } = useTranslation();
  const chosen = useStore(settings);
  return (
    <div className="fields">
      <label>
        {t("settings.language")}
        <select value={chosen.lang} onChange={(event) => change({ lang: event.target.value })}>
          {Object.entries(LANGUAGES).map(([key, name]) => (
            <option key={key} value={key} lang={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("settings.theme")}
        <select value={chosen.theme} onChange={(event) => change({ theme: event.target.value as ThemeChoice })}>
          {(["system", "light", "dark"] as const).map((theme) => (
            <option key={theme} value={theme}>
              {t(`settings.${theme}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("settings.pace")}
        <select
          value={chosen.pace}
          onChange={(event) => {
            change({ pace: Number(event.target.value) });
            play?.pace(Number(event.target.value));
          }}
        >
          <option value={1200}>{t("settings.slow")}</option>
          <option value={500}>{t("settings.normal")}</option>
          <option value={200}>{t("settings.fast")}</option>
          <option value={40}>{t("settings.instant")}</option>
        </select>
      </label>
      <label>
        {t("settings.camera")}
        <select value={chosen.camera} onChange={(event) => change({ camera: event.target.value as CameraChoice })}>
          {(["still", "follow"] as const).map((camera) => (
            <option key={camera} value={camera}>
              {t(`settings.${camera}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("settings.cards")}
        <select value={chosen.cards} onChange={(event) => change({ cards: event.target.value === "brief" ? "brief" : "stay" })}>
          <option value="stay">{t("settings.stay")}</option>
          <option value="brief">{t("settings.brief")}</option>
        </select>
      </label>
      {(["film", "curtain", "sound", "explain", "calm"] as const).map((name) => (
        <label className="check" key={name}>
          <input type="checkbox" checked={chosen[name]} onChange={(event) => change({ [name]: event.target.checked })} />
          {t(`settings.${name}`)}
        </label>
      ))}
    </div>
  );
}

interface MenuProps {
  play: Play;
  onClose(): void;
  onPicture(): void;
  onKeys(): void;
  onGuide(): void;
}

export function MenuSheet({ play, onClose, onPicture, onKeys, onGuide }: MenuProps) {
  const { t } = useTranslation();
  const { scene, info, seed, drawOffer, takebackOffer } = useParts(play.store, "scene", "info", "seed", "drawOffer", "takebackOffer");
  const [sure, setSure] = useState(false);
  const [copied, setCopied] = useState("");
  const over = Boolean(scene?.result);
  const seated = scene?.side != null;
  const copy = async (text: string, name: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(name);
    } catch {
      prompt(t("menu.copyByHand"), text);
    }
  };
  const watch = `${location.href.split("#")[0]}#/table/${encodeURIComponent(play.table)}`;
  return (
    <Sheet title={t("menu.title")} onClose={onClose} className="menu">
      <div className="buttons">
        <button type="button" onClick={() => go({ page: "lobby" })}>
          {t("menu.lobby")}
        </button>
        <button type="button" onClick={() => (onClose(), onGuide())}>
          {t("guide.button")} <kbd>F1</kbd>
        </button>
        <button type="button" onClick={() => (onClose(), play.store.set({ rule: "" }))}>
          {t("rule.title")} <kbd>F2</kbd>
        </button>
        <button type="button" onClick={() => (onClose(), onKeys())}>
          {t("keys.title")} <kbd>?</kbd>
        </button>
        {seated && !over && play.key && (
          <button
            type="button"
            onClick={() => void copy(`${watch}?key=${encodeURIComponent(play.key!)}`, "seat")}
            title={t("menu.seatLinkLong")}
          >
            {copied === "seat" ? t("menu.copied") : t("menu.seatLink")}
          </button>
        )}
        <button type="button" onClick={() => void copy(watch, "watch")}>
          {copied === "watch" ? t("menu.copied") : t("menu.watchLink")}
        </button>
        <button type="button" onClick={onPicture}>
          {t("menu.picture")}
        </button>
        {over && (
          <a className="button" href={http.recordAddress(play.table)} download={`${play.table}.stavka`}>
            {t("menu.record")}
          </a>
        )}
        <SaveLog table={play.table} seat={play.key} lang={play.lang} />
        <button type="button" onClick={() => go({ page: "replay", table: play.table, key: play.key })}>
          {t("menu.replay")}
        </button>
        {seated && !over && (
          <>
            <button
              type="button"
              onClick={() => (play.askTakeback(), onClose())}
              disabled={takebackOffer === scene?.side}
              aria-disabled={!info?.may_take_back}
            >
              {t("menu.takeback")}
            </button>
            <button type="button" onClick={() => (play.offerDraw(), onClose())} disabled={drawOffer === scene?.side}>
              {t("menu.draw")}
            </button>
            <button type="button" aria-expanded={sure} onClick={() => setSure(true)}>
              {t("menu.resign")}
            </button>
          </>
        )}
      </div>
      {sure && seated && !over && (
        // at the other edge: the second click of a double click does not meet it
        <div className="resigning">
          <button type="button" className="danger" onClick={() => (play.resign(), onClose())}>
            {t("menu.resignSure")}
          </button>
        </div>
      )}
      {seated && !over && <StandingFields play={play} />}
      <h3>{t("settings.title")}</h3>
      <SettingsFields play={play} />
      {info && (
        <>
          <h3>{t("menu.table")}</h3>
          <Summary
            info={info}
            title={scene?.title ?? info.scenario}
            lang={play.lang}
            onCopy={(text) => void copy(text, "summary")}
            copied={copied === "summary"}
          />
          <Seats play={play} onCopy={(text) => void copy(text, "invitation")} />
          <dl className="facts">
            <div>
              <dt>{t("menu.commitment")}</dt>
              <dd className="mono">{info.commitment}</dd>
            </div>
            {seed && (
              <div>
                <dt>{t("menu.seed")}</dt>
                <dd className="mono">{seed}</dd>
              </div>
            )}
          </dl>
          <p className="hint">{t("menu.fair")}</p>
          {seed && <FairDice table={play.table} promised={info.commitment} seed={seed} />}
          {seated && !over && play.key && <Notify table={play.table} seat={play.key} />}
        </>
      )}
    </Sheet>
  );
}
