import { select, type Selection } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import { forwardRef, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Scene } from "../api";
import { http } from "../net/http";
import { hexOf, picksByName, unitsIn } from "../play/offer";
import type { Play } from "../play/play";
import type { PlayState } from "../play/state";
import { useStore } from "../store";
import { Fan } from "../ui/Fan";
import { hexTitle, spoken } from "../ui/words";
import { fitInside, toBoard, toScreen, type Heading, type View } from "./geometry";
import { Overview } from "./Overview";
import { Paper } from "./paper";
import { NOTHING, type Arrow, type Picture } from "./picture";
import { Stage } from "./stage";

export interface MapHandle {
  showHexes(hexes: Iterable<string>, closest?: number): void;
  showWhole(): void;
  showPicks(): void;
  zoomBy(factor: number): void;
  panBy(x: number, y: number): void;
  focus(): void;
  stage(): Stage | null;
}

const HEADINGS: Record<string, Heading> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const MOST = 6;
/** What lies on the map: tools at the left, overlays and overview below; on a narrow screen overlays at the right. */
const INSET = { left: 58, right: 12, top: 12, bottom: 52 };
const NARROW_INSET = { left: 58, right: 58, top: 8, bottom: 8 };
/** What needs nearly the whole map is shown on the whole map. */
const NEARLY = 1.15;
/** Milliseconds for which the map stays where a hand has moved it, whatever is asked elsewhere. */
const LEFT_ALONE = 5000;

interface Props {
  play: Play;
  theme: "light" | "dark";
  lang: string;
  calm: boolean;
  counters: boolean;
}

/** A wheel that is a trackpad's: it moves the map; a mouse wheel, and two fingers drawn together, zoom. */
function isPad(event: WheelEvent): boolean {
  return !event.ctrlKey && event.deltaMode === 0 && (event.deltaX !== 0 || Math.abs(event.deltaY) < 30);
}

/** The arrows of what has just happened, or of the film's present picture. */
export function arrowsOf(state: PlayState): Arrow[] {
  const { film, fresh, board, scene } = state;
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
  const shown = fresh.filter((entry) => entry.hexes.length > 1).slice(-8);
  return shown.map((entry, i) => ({ hexes: entry.hexes, weight: i === shown.length - 1 ? 1 : 0.2, side: side(entry.units) }));
}

function hexesOfOffer(scene: Scene): string[] {
  const hexes = (scene.offer?.picks ?? []).flatMap((pick) =>
    pick.kind === "hex" ? [pick.pick] : pick.kind === "unit" ? [scene.units[pick.pick]?.hex ?? ""] : [],
  );
  return hexes.filter(Boolean);
}

export const MapView = forwardRef<MapHandle, Props>(function MapView({ play, theme, lang, calm, counters }, handle) {
  const { t } = useTranslation();
  const state = useStore(play.store);
  const { board, geometry, scene } = state;
  const frame = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [view, setView] = useState<View>({ k: 1, x: 0, y: 0 });
  const [loading, setLoading] = useState(true);
  const [printed, setPrinted] = useState("");
  const zooming = useRef<ZoomBehavior<HTMLDivElement, unknown> | null>(null);
  const target = useRef<Selection<HTMLDivElement, unknown, null, undefined> | null>(null);
  const ready = useRef(false);
  /** What the page, not a hand, has shown last. */
  const shown = useRef<((stage: Stage) => View) | null>((made) => made.whole());
  const movedByHand = useRef(-Infinity);
  const flown = useRef((_to: View, _atOnce?: boolean): void => undefined);
  const limits = useRef(() => undefined as void);
  const byHand = useCallback(() => {
    shown.current = null;
    movedByHand.current = performance.now();
  }, []);

  // -- the stage and its zoom -------------------------------------------------------------------------------------

  useEffect(() => {
    if (!board || !geometry || !frame.current || !below.current || !above.current) return;
    const made = new Stage(board, geometry, below.current, above.current);
    const element = frame.current;
    made.resize(element.clientWidth, element.clientHeight);
    const chosen = select(element);
    const behaviour = zoom<HTMLDivElement, unknown>()
      .filter((event: Event) => {
        if (event instanceof WheelEvent) return !isPad(event);
        if (event instanceof MouseEvent) return event.button === 0 || event.button === 1;
        return true;
      })
      .clickDistance(6)
      .on("zoom", (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
        const { k, x, y } = event.transform;
        if (event.sourceEvent) byHand();
        if (event.sourceEvent && play.store.get().why) play.store.set({ why: null });
        made.move({ k, x, y });
        setPrinted("");
        setView({ k, x, y });
      })
      .on("end", () => made.settle());
    const limit = () => {
      const whole = made.whole();
      const box = made.box;
      const margin = 24 / whole.k;
      behaviour.scaleExtent([whole.k * 0.9, MOST]).translateExtent([
        [box.x - margin, box.y - margin],
        [box.x + box.width + margin, box.y + box.height + margin],
      ]);
    };
    chosen.call(behaviour).on("dblclick.zoom", null);
    const pad = (event: WheelEvent) => {
      if (!isPad(event)) return;
      event.preventDefault();
      byHand();
      behaviour.translateBy(chosen, -event.deltaX / made.view.k, -event.deltaY / made.view.k);
    };
    element.addEventListener("wheel", pad, { passive: false });
    zooming.current = behaviour;
    target.current = chosen;
    limits.current = limit;
    limit();
    const first = made.whole();
    chosen.call(behaviour.transform, zoomIdentity.translate(first.x, first.y).scale(first.k));
    const watcher = new ResizeObserver(() => {
      const [dx, dy] = [element.clientWidth - made.width, element.clientHeight - made.height];
      if (!dx && !dy) return;
      made.resize(element.clientWidth, element.clientHeight);
      limit();
      // what was shown is shown again, unless somebody has moved the map: then the middle stays in the middle
      if (shown.current) flown.current(shown.current(made), true);
      else behaviour.translateBy(chosen, dx / 2 / made.view.k, dy / 2 / made.view.k);
    });
    watcher.observe(element);
    setStage(made);
    // where a hex or a unit is on the screen, for tests that drive the page
    (window as unknown as { stavka: unknown }).stavka = {
      screen: (name: string) => {
        const centre = geometry.centre(hexOf(play.store.get(), name) ?? "");
        const box = element.getBoundingClientRect();
        const [x, y] = centre ? toScreen(made.view, centre) : [-1, -1];
        return [x + box.left, y + box.top];
      },
    };
    void document.fonts.ready.then(() => made.repaint());
    return () => {
      watcher.disconnect();
      element.removeEventListener("wheel", pad);
      chosen.on(".zoom", null);
    };
  }, [board, geometry, play, byHand]);

  useEffect(() => {
    if (!stage || !board) return;
    let gone = false;
    setLoading(!stage.paper);
    http
      .map(board.game, lang, theme)
      .then((svg) =>
        Paper.load(svg, () => {
          stage.paintedPaper();
          setPrinted(stage.paper?.done ?? "");
        }),
      )
      .then((paper) => {
        if (gone) return;
        const first = !stage.paper;
        stage.setPaper(paper);
        setLoading(false);
        limits.current();
        if (first && zooming.current && target.current && !ready.current) {
          const whole = stage.whole();
          target.current.call(zooming.current.transform, zoomIdentity.translate(whole.x, whole.y).scale(whole.k));
        }
      })
      .catch(() => {
        if (!gone) play.notice(t("map.missing"));
      });
    return () => {
      gone = true;
    };
  }, [stage, board, lang, theme, play, t]);

  const fly = useCallback(
    (to: View, atOnce = false) => {
      const [chosen, behaviour] = [target.current, zooming.current];
      if (!chosen || !behaviour) return;
      const box: [[number, number], [number, number]] = [[0, 0], [stage?.width ?? 1, stage?.height ?? 1]];
      const wanted = behaviour.constrain()(zoomIdentity.translate(to.x, to.y).scale(to.k), box, behaviour.translateExtent());
      if (calm || atOnce) chosen.call(behaviour.transform, wanted);
      else chosen.transition().duration(380).call(behaviour.transform, wanted);
    },
    [calm, stage],
  );
  flown.current = fly;

  const showHexes = useCallback(
    (hexes: Iterable<string>, closest = 1.9, atOnce = false) => {
      if (!stage || !geometry) return;
      const box = geometry.box(hexes);
      if (!box) return;
      const pad = geometry.size * 1.6;
      const grown = { x: box.x - pad, y: box.y - pad, width: box.width + 2 * pad, height: box.height + 2 * pad };
      shown.current = (made) => {
        const [wanted, whole] = [fitInside(grown, made.width, made.height, made.width < 600 ? NARROW_INSET : INSET, closest), made.whole()];
        return wanted.k < whole.k * NEARLY ? whole : wanted;
      };
      fly(shown.current(stage), atOnce);
    },
    [stage, geometry, fly],
  );

  /** Where there is something to pick, and which of it is on the screen. */
  const asked = useMemo(() => (scene ? [...hexesOfOffer(scene), ...(scene.offer?.chosen.hexes ?? [])] : []), [scene]);
  const isSeen = useCallback(
    (hex: string, margin: number) => {
      const centre = geometry?.centre(hex);
      if (!stage || !centre) return false;
      const [x, y] = toScreen(stage.view, centre);
      return x > margin && y > margin && x < stage.width - margin && y < stage.height - margin;
    },
    [stage, geometry],
  );
  const showPicks = useCallback(() => showHexes(asked, Math.max(stage?.view.k ?? 1, 1.2)), [showHexes, asked, stage]);

  useImperativeHandle(
    handle,
    () => ({
      showHexes,
      showWhole: () => {
        if (!stage) return;
        shown.current = (made) => made.whole();
        fly(stage.whole());
      },
      showPicks,
      zoomBy: (factor) => {
        const [chosen, behaviour] = [target.current, zooming.current];
        byHand();
        if (chosen && behaviour) (calm ? chosen : chosen.transition().duration(160)).call(behaviour.scaleBy as never, factor as never);
      },
      panBy: (x, y) => {
        byHand();
        if (target.current && zooming.current && stage) zooming.current.translateBy(target.current, x / stage.view.k, y / stage.view.k);
      },
      focus: () => frame.current?.focus(),
      stage: () => stage,
    }),
    [stage, fly, showHexes, showPicks, byHand, calm],
  );

  // -- what is shown ----------------------------------------------------------------------------------------------

  const picks = useMemo(() => picksByName(scene?.offer), [scene]);
  const arrows = useMemo(() => arrowsOf(state), [state.film, state.fresh, board, scene]); // eslint-disable-line
  const picture: Picture = useMemo(
    () =>
      state.curtain
        ? NOTHING
        : {
            scene,
            picks,
            chosenUnits: new Set(scene?.offer?.chosen.units ?? []),
            chosenHexes: new Set(scene?.offer?.chosen.hexes ?? []),
            hover: state.hover,
            cursor: state.cursor,
            inspected: state.inspected,
            reach: state.reach,
            path: state.path,
            overlays: state.overlays,
            arrows,
            counters,
            calm,
          },
    [state.curtain, scene, picks, state.hover, state.cursor, state.inspected, state.reach, state.path, state.overlays, arrows, counters, calm],
  );
  useEffect(() => stage?.show(picture), [stage, picture]);

  // the first scene is shown where there is something to do; later ones when all of it is off the screen, unless a hand
  // has just moved the map
  useEffect(() => {
    if (!stage || !geometry || !asked.length || state.film) return;
    if (!ready.current) {
      ready.current = true;
      showHexes(asked, 1.55, true);
      return;
    }
    if (performance.now() - movedByHand.current > LEFT_ALONE && !asked.some((hex) => isSeen(hex, 20))) showPicks();
  }, [stage, geometry, asked, state.film, isSeen, showHexes, showPicks]);

  // the film goes where it happens
  useEffect(() => {
    const step = state.film?.steps[state.film.at];
    if (!step || !stage) return;
    const hexes = [...step.hexes, ...step.units.slice(0, 8).map((id) => scene?.units[id]?.hex ?? "")].filter(Boolean);
    if (!hexes.length || !hexes.every((hex) => isSeen(hex, 40))) showHexes(hexes, Math.max(1.1, Math.min(1.9, stage.view.k)));
  }, [state.film, stage, scene, isSeen, showHexes]);

  // -- hands ------------------------------------------------------------------------------------------------------

  const hexAt = (event: { clientX: number; clientY: number }): string | null => {
    if (!stage || !geometry || !frame.current) return null;
    const box = frame.current.getBoundingClientRect();
    return geometry.at(...toBoard(stage.view, event.clientX - box.left, event.clientY - box.top));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType === "touch" || event.buttons) return;
    if ((event.target as Element).closest(".fan")) return;
    play.look.point(hexAt(event));
  };
  const onClick = (event: React.MouseEvent) => {
    if (event.defaultPrevented || (event.target as Element).closest(".fan")) return;
    const hex = hexAt(event);
    if (!hex) {
      play.store.set({ why: null, fan: null, inspected: null, unit: null, odds: scene?.offer?.odds ?? null });
      return;
    }
    play.store.set({ cursor: null });
    play.touch(hex);
  };

  const moveCursor = (hex: string) => {
    play.store.set({ cursor: hex });
    play.look.point(hex);
    if (!stage || !geometry) return;
    const [x, y] = toScreen(stage.view, geometry.centre(hex) ?? [0, 0]);
    const edge = 70;
    const dx = x < edge ? edge - x : x > stage.width - edge ? stage.width - edge - x : 0;
    const dy = y < edge ? edge - y : y > stage.height - edge ? stage.height - edge - y : 0;
    if ((dx || dy) && target.current && zooming.current) zooming.current.translateBy(target.current, dx / stage.view.k, dy / stage.view.k);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const heading = HEADINGS[event.key];
    if (heading && geometry && scene && stage) {
      event.preventDefault();
      if (event.shiftKey) {
        const d = 90 / stage.view.k;
        const by = { left: [d, 0], right: [-d, 0], up: [0, d], down: [0, -d] }[heading] as [number, number];
        byHand();
        if (target.current && zooming.current) zooming.current.translateBy(target.current, ...by);
        return;
      }
      const middle = geometry.at(...toBoard(stage.view, stage.width / 2, stage.height / 2));
      const from = state.cursor ?? state.inspected ?? hexesOfOffer(scene)[0] ?? middle ?? Object.keys(geometry.grid.hexes)[0]!;
      moveCursor(state.cursor ? geometry.beside(from, heading) : from);
    } else if (event.key === "Enter" && state.cursor) {
      event.preventDefault();
      play.touch(state.cursor);
    }
  };

  const cursorText = state.cursor && board && scene ? spoken(t, board, scene, state.cursor) : "";
  const away = !loading && !state.film && !state.curtain && asked.length > 0 && !asked.some((hex) => isSeen(hex, 0));
  const locked = state.hover && scene?.offer && !picks.has(state.hover) && !unitsIn(scene, state.hover).some((id) => picks.has(id));

  return (
    <div className="map-frame">
      <div
        ref={frame}
        className={`map${state.busy ? " busy" : ""}${locked ? " locked" : ""}`}
        tabIndex={0}
        role="application"
        aria-label={t("map.label")}
        aria-describedby="map-cursor"
        onPointerMove={onPointerMove}
        onPointerLeave={() => play.look.point(null)}
        onClick={onClick}
        onKeyDown={onKeyDown}
        data-printed={printed}
      >
        <canvas ref={below} aria-hidden="true" />
        <canvas ref={above} aria-hidden="true" />
        {state.fan && stage && geometry && board && scene && !state.curtain && <Fan play={play} view={view} width={stage.width} fan={state.fan} />}
      </div>
      <div id="map-cursor" className="sr-only" aria-live="polite">
        {cursorText}
      </div>
      {away && (
        <button className="show-me" onClick={showPicks}>
          {t("map.away")} <b>{t("map.showMe")}</b> <kbd>{t("keys.home")}</kbd>
        </button>
      )}
      {loading && <div className="map-loading">{t("map.loading")}</div>}
      {stage && <Overview stage={stage} view={view} picture={picture} ready={printed === "whole"} onMove={(x, y) => fly({ k: stage.view.k, x: stage.width / 2 - x * stage.view.k, y: stage.height / 2 - y * stage.view.k })} />}
      {state.hover && board && scene && !state.fan?.held && <div className="map-hint" aria-hidden="true">{hexTitle(board, state.hover)}<span>{board.terrain[state.hover]?.split(/[.;]/)[0]}</span></div>}
    </div>
  );
});
