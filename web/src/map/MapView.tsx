import {
  forwardRef,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import type { Scene } from "../api";
import { aimedAt, picksByName, takeable, unitsIn } from "../play/offer";
import type { Play } from "../play/play";
import { glow, hintOf, planned } from "../play/showing";
import type { PlayState } from "../play/state";
import { settings } from "../settings";
import { partsOf, usePart, useParts } from "../store";
import { Fan } from "../ui/Fan";
import { groundOf, hexTitle, spoken } from "../ui/words";
import { COUNTER } from "./counters";
import { type Heading, toBoard, toScreen, type View } from "./geometry";
import { Overview } from "./Overview";
import { type Arrow, NOTHING, type Picture } from "./picture";
import type { Stage } from "./stage";
import { useGrip } from "./useGrip";
import { useView } from "./useView";

export interface MapHandle {
  showHexes(hexes: Iterable<string>, closest?: number): void;
  /** Bring hexes into view at the present scale. */
  panTo(hexes: Iterable<string>): void;
  /** Show a hex to somebody who wanted to go there: the map stays where he has gone. */
  visit(hex: string): void;
  /** The hex in the middle of the screen. */
  middle(): string | null;
  showWhole(): void;
  showPicks(): void;
  zoomBy(factor: number): void;
  focus(): void;
  stage(): Stage | null;
}

const HEADINGS: Record<string, Heading> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
/** Pixels from the middle of a hex to its corner below which it is hard to hit, with a mouse and with a finger; the map
 * comes closer where that makes it much bigger. */
const [SMALL, NARROW_SMALL, MUCH] = [12, 25, 1.5];

interface Props {
  play: Play;
  theme: "light" | "dark";
  lang: string;
  calm: boolean;
  counters: boolean;
}

/** The arrows of what has just happened, or of the film's present picture. */
export function arrowsOf({ film, fresh, board, scene, hint }: Pick<PlayState, "film" | "fresh" | "board" | "scene" | "hint">): Arrow[] {
  const side = (units: string[]) => board?.units[units[0] ?? ""]?.side ?? null;
  const way = (entry: { hexes: string[]; units: string[] }) => {
    if (entry.hexes.length !== 1 || !entry.units.length) return entry.hexes;
    // an attack: from the first unit to the hex that it names
    const from = scene?.units[entry.units[0]!]?.hex;
    return from && from !== entry.hexes[0] && entry.units.length > 1 ? [from, entry.hexes[0]!] : entry.hexes;
  };
  if (film) {
    const now = film.steps[film.at];
    const past = film.steps.slice(Math.max(0, film.at - 4), film.at);
    return [
      ...past.filter((e) => e.hexes.length > 1).map((e) => ({ hexes: way(e), weight: 0.15, side: side(e.units) })),
      ...(now ? [{ hexes: way(now), weight: 1, side: side(now.units) }] : []),
    ];
  }
  if (hint) return hint.arrows.map(({ kind, hexes }) => ({ hexes, weight: kind === "choose" ? 1 : 0.6, side: hint.side }));
  const shown = fresh.filter((entry) => entry.hexes.length > 1).slice(-8);
  return shown.map((entry, i) => ({ hexes: entry.hexes, weight: i === shown.length - 1 ? 1 : 0.2, side: side(entry.units) }));
}

function hexesOfOffer(scene: Scene): string[] {
  const hexes = (scene.offer?.picks ?? []).flatMap((pick) =>
    pick.kind === "hex" ? [pick.pick] : pick.kind === "unit" ? [scene.units[pick.pick]?.hex ?? ""] : [],
  );
  return hexes.filter(Boolean);
}

/** The place of an event: the hexes that it names, and those of its first units. */
function placesOf({ hexes, units }: { hexes: string[]; units: string[] }, scene: Scene | null): string[] {
  return [...hexes, ...units.slice(0, 8).map((id) => scene?.units[id]?.hex ?? "")].filter(Boolean);
}

/** The hexes with something to pick; if only options are asked, the units that they are for. */
export function wanted(scene: Scene): string[] {
  const found = [...hexesOfOffer(scene), ...(scene.offer?.chosen.hexes ?? [])];
  if (found.length) return found;
  return (scene.offer?.chosen.units ?? []).map((id) => scene.units[id]?.hex ?? "").filter(Boolean);
}

/** The picture that follows the pointer: it is painted, without rendering a component. */
const POINTED = ["hover", "reach", "path", "plan"] as const;

/** The name and contents of the hex under the pointer, and the effect of a click there while units are moved. */
function Hint({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { hover, board, scene, fan, group, plan, aim } = useParts(play.store, "hover", "board", "scene", "fan", "group", "plan", "aim");
  if (!hover || !board || !scene || fan?.held) return null;
  const does = hintOf(t, { board, scene, group, plan, aim }, hover);
  return (
    <div className="map-hint" aria-hidden="true">
      {hexTitle(board, hover)}
      <span>{groundOf(board, hover).split(/[.;]/)[0]}</span>
      {does && <b>{does}</b>}
    </div>
  );
}

/** The contents of the hex under the keyboard's cursor, for a screen reader. */
function CursorText({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { cursor, board, scene } = useParts(play.store, "cursor", "board", "scene");
  return (
    <div id="map-cursor" className="sr-only" aria-live="polite">
      {cursor && board && scene ? spoken(t, board, scene, cursor) : ""}
    </div>
  );
}

const MapInFrame = forwardRef<MapHandle, Props>(function MapView({ play, theme, lang, calm, counters }, handle) {
  const { t } = useTranslation();
  const { board, geometry, film, fresh, hint, curtain, cursor, inspected, overlays, busy, group, stay, ...present } = useParts(
    play.store,
    "board",
    "geometry",
    "scene",
    "film",
    "fresh",
    "hint",
    "curtain",
    "cursor",
    "inspected",
    "overlays",
    "busy",
    "group",
    "stay",
  );
  /** A film shows the board as it was at its step. */
  const scene = film?.scene ?? present.scene;
  const {
    frame,
    below,
    above,
    stage,
    view,
    loading,
    printed,
    led,
    fly,
    showHexes,
    panTo,
    showWhole,
    zoomBy,
    panBy,
    byHand,
    isSeen,
    wasMoved,
    isHeld,
    closest,
  } = useView({ play, theme, lang, calm });

  /** The hexes with something to pick. */
  const asked = useMemo(() => (scene ? wanted(scene) : []), [scene]);
  const showPicks = useCallback(() => showHexes(asked, Math.max(stage?.view.k ?? 1, 1.2)), [showHexes, asked, stage]);

  const visit = useCallback((hex: string) => (showHexes([hex], Math.max(1.2, stage?.view.k ?? 1)), byHand()), [showHexes, byHand, stage]);
  const middle = useCallback(
    () => (stage && geometry ? geometry.at(...toBoard(stage.view, stage.width / 2, stage.height / 2)) : null),
    [stage, geometry],
  );
  useImperativeHandle(
    handle,
    () => ({ showHexes, panTo, visit, middle, showWhole, showPicks, zoomBy, focus: () => frame.current?.focus(), stage: () => stage }),
    [stage, frame, showHexes, panTo, visit, middle, showWhole, showPicks, zoomBy],
  );

  // -- what is shown ----------------------------------------------------------------------------------------------

  const picks = useMemo(() => picksByName(scene?.offer), [scene]);
  /** The units that glow, including those that can be taken instead of those in hand, but none that is to stay. */
  const glowing = useMemo(() => glow(scene, picks, stay), [scene, picks, stay]);
  const arrows = useMemo(() => arrowsOf({ film, fresh, board, scene, hint }), [film, fresh, board, scene, hint]);
  /** Everything on the map except what follows the pointer. */
  const picture: Picture = useMemo(
    () =>
      curtain
        ? NOTHING
        : {
            ...NOTHING,
            scene,
            picks: glowing,
            chosenUnits: new Set([...(scene?.offer?.chosen.units ?? []), ...group]),
            chosenHexes: new Set(scene?.offer?.chosen.hexes ?? []),
            cursor,
            inspected,
            overlays,
            arrows,
            counters,
            calm,
          },
    [curtain, scene, glowing, group, cursor, inspected, overlays, arrows, counters, calm],
  );
  useEffect(() => {
    if (!stage) return;
    const pointed = partsOf(play.store, POINTED);
    let last: object | null = null;
    const paint = () => {
      const now = pointed();
      if (now === last) return;
      last = now;
      const { hover, plan, reach, path } = now;
      const shown = { ...picture, hover, reach, path, arrows: plan ? planned(plan, scene) : picture.arrows };
      stage.show(picture === NOTHING ? NOTHING : shown);
      const isLocked =
        hover && scene?.offer && !picks.has(hover) && !group.size && !unitsIn(scene, hover).some((id) => glowing.has(id) || picks.has(id));
      frame.current?.toggleAttribute("data-locked", Boolean(isLocked));
    };
    paint();
    return play.store.watch(paint);
  }, [stage, picture, picks, glowing, group, scene, play, frame]);

  // The first scene is shown where there is something to do. Later a still camera pans where nothing of it is in view; one that
  // follows goes there too when most of it is out of view and other units are asked for, or when it is too small to be hit.
  // Neither moves the map if a hand has moved it since the last question.
  const follows = usePart(settings, (chosen) => chosen.camera === "follow");
  const lastUnits = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!stage || !geometry || !asked.length || film) return;
    if (!led.current) {
      showHexes(asked, 1.55, true);
      return;
    }
    const offered = (scene?.offer?.picks ?? []).filter((pick) => pick.kind === "unit").map((pick) => pick.pick);
    const units = offered.length ? offered : (scene?.offer?.chosen.units ?? []);
    const others = units.filter((unit) => !lastUnits.current.has(unit)).length * 2 > units.length;
    if (units.length) lastUnits.current = new Set(units);
    if (wasMoved()) return;
    const seen = asked.filter((hex) => isSeen(hex, 20)).length;
    if (!follows) {
      if (!seen) panTo(asked);
      return;
    }
    const small = geometry.size * stage.view.k < (stage.width < 600 ? NARROW_SMALL : SMALL);
    if (!seen || (others && 3 * seen < asked.length) || (small && closest(asked) > MUCH * stage.view.k)) showPicks();
  }, [stage, geometry, scene, asked, film, follows, led, wasMoved, isSeen, closest, showHexes, panTo, showPicks]);

  // while others act a camera that follows goes with them, unless a hand is at it
  useEffect(() => {
    const last = fresh.at(-1);
    if (!follows || !last || !stage || scene?.offer || film || curtain || isHeld()) return;
    const hexes = placesOf(last, scene);
    if (hexes.length && !hexes.some((hex) => isSeen(hex, 20))) showHexes(hexes, Math.max(1.1, Math.min(1.9, stage.view.k)));
  }, [fresh, stage, scene, film, curtain, follows, isSeen, isHeld, showHexes]);

  // the film goes where it happens; after it a still camera is where it was, unless a hand has moved the map meanwhile
  const before = useRef<View | null>(null);
  useEffect(() => {
    if (!stage) return;
    const step = film?.steps[film.at];
    if (!film) {
      if (before.current && !follows && !isHeld()) fly(before.current);
      before.current = null;
    } else before.current ??= stage.view;
    if (!step) return;
    const hexes = placesOf(step, scene);
    if (!hexes.length || hexes.every((hex) => isSeen(hex, 40))) return;
    if (follows) showHexes(hexes, Math.max(1.1, Math.min(1.9, stage.view.k)));
    else panTo(hexes);
  }, [film, stage, scene, follows, isSeen, isHeld, fly, showHexes, panTo]);

  // -- hands ------------------------------------------------------------------------------------------------------

  const hexAt = (event: { clientX: number; clientY: number }): string | null => {
    if (!stage || !geometry || !frame.current) return null;
    const box = frame.current.getBoundingClientRect();
    return geometry.at(...toBoard(stage.view, event.clientX - box.left, event.clientY - box.top));
  };
  /** The unit of a stack that is taken alone, by the part of the stack where the pointer is. */
  const aimAt = (event: { clientX: number; clientY: number }): string | null => {
    const hex = scene?.offer?.hand ? hexAt(event) : null;
    const centre = hex && geometry?.centre(hex);
    if (!hex || !centre || !geometry || !stage || !frame.current) return null;
    const x = event.clientX - frame.current.getBoundingClientRect().left - toScreen(stage.view, centre)[0];
    return aimedAt(takeable(scene, hex), x / (geometry.size * COUNTER * stage.view.k) + 0.5);
  };
  const grip = useGrip({ play, frame, stage, hexAt, aimAt, panBy });
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType === "touch" || event.buttons) return;
    if ((event.target as Element).closest(".fan")) return;
    const hex = hexAt(event);
    play.look.point(hex);
    const aim = aimAt(event);
    if (aim !== play.store.get().aim) play.store.set({ aim });
    play.march.plan(hex && group.size > 1 ? { units: [...group], to: hex, towards: true } : null);
  };
  const onClick = (event: React.MouseEvent) => {
    if (event.defaultPrevented || grip.hasDragged() || (event.target as Element).closest(".fan")) return;
    const hex = hexAt(event);
    if (!hex) {
      play.look.hush();
      play.store.set({ fan: null, inspected: null, unit: null, odds: scene?.offer?.odds ?? null });
      play.march.putDown();
      return;
    }
    play.store.set({ cursor: null });
    // the second click of a double click does not put down what the first has taken
    if (event.detail > 1 && scene?.offer?.hand) return;
    const alone = event.ctrlKey || event.altKey ? aimAt(event) : null;
    if (alone) play.march.take(alone);
    else play.touch(hex, { add: event.shiftKey });
  };
  const onDoubleClick = (event: React.MouseEvent) => {
    const hex = hexAt(event);
    if (hex && !(event.target as Element).closest(".fan")) play.march.gather(hex);
  };
  const onContextMenu = (event: React.MouseEvent) => {
    const hex = hexAt(event);
    if (!scene?.offer?.hand || (event.target as Element).closest(".fan")) return;
    event.preventDefault();
    // where the control key makes a right click, it takes one unit of a stack all the same
    if (event.ctrlKey && aimAt(event)) return;
    if (hex && !grip.hasDragged() && !grip.isTouched()) play.touch(hex, { go: true });
  };

  const moveCursor = (hex: string) => {
    play.store.set({ cursor: hex });
    play.look.point(hex);
    if (!stage || !geometry) return;
    const [x, y] = toScreen(stage.view, geometry.centre(hex) ?? [0, 0]);
    const edge = 70;
    const dx = x < edge ? edge - x : x > stage.width - edge ? stage.width - edge - x : 0;
    const dy = y < edge ? edge - y : y > stage.height - edge ? stage.height - edge - y : 0;
    if (dx || dy) panBy(dx, dy);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const heading = HEADINGS[event.key];
    if (heading && geometry && scene && stage) {
      event.preventDefault();
      if (event.shiftKey) {
        const by = { left: [90, 0], right: [-90, 0], up: [0, 90], down: [0, -90] }[heading] as [number, number];
        byHand();
        panBy(...by);
        return;
      }
      const from = cursor ?? inspected ?? hexesOfOffer(scene)[0] ?? middle() ?? Object.keys(geometry.grid.hexes)[0]!;
      moveCursor(cursor ? geometry.beside(from, heading) : from);
    } else if (event.key === "Enter" && cursor) {
      event.preventDefault();
      play.touch(cursor, { go: event.shiftKey });
      // a stack of which nothing has been picked is opened
      const { busy: picked, fan } = play.store.get();
      if (!event.shiftKey && !picked && !fan && unitsIn(scene, cursor).length > 1) play.store.set({ fan: { hex: cursor, held: true } });
    } else if (event.key === " " && event.shiftKey && cursor) {
      event.preventDefault();
      play.touch(cursor, { add: true });
    }
  };

  /** The places on the screen with something to pick. */
  const spots = useMemo(
    () => asked.map((hex) => geometry?.centre(hex)).flatMap((centre) => (centre ? [toScreen(view, centre)] : [])),
    [asked, geometry, view],
  );
  const away = !loading && !film && !curtain && asked.length > 0 && !asked.some((hex) => isSeen(hex, 0));

  return (
    <div className="map-frame">
      <div
        ref={frame}
        className={`map${busy ? " busy" : ""}`}
        tabIndex={0}
        role="application"
        aria-label={t("map.label")}
        aria-describedby="map-cursor"
        onPointerMove={onPointerMove}
        onPointerLeave={() => play.look.point(null)}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
        data-printed={printed}
      >
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: no canvas takes the focus; the frame around it has it */}
        <canvas ref={below} aria-hidden="true" />
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: no canvas takes the focus; the frame around it has it */}
        <canvas ref={above} aria-hidden="true" />
        {stage && !curtain && <Fan play={play} view={view} width={stage.width} height={stage.height} picks={spots} />}
      </div>
      <CursorText play={play} />
      {away && (
        <button type="button" className="show-me" onClick={showPicks}>
          {t("map.away")} <b>{t("map.showMe")}</b> <kbd>{t("keys.home")}</kbd>
        </button>
      )}
      {loading && <div className="map-loading">{t("map.loading")}</div>}
      {stage && (
        <Overview
          stage={stage}
          view={view}
          picture={picture}
          ready={printed === "whole"}
          picks={spots}
          onMove={(x, y) => (
            byHand(), fly({ k: stage.view.k, x: stage.width / 2 - x * stage.view.k, y: stage.height / 2 - y * stage.view.k })
          )}
        />
      )}
      {grip.box && <div className="selecting" style={grip.box} />}
      <Hint play={play} />
    </div>
  );
});

export const MapView = memo(MapInFrame);
