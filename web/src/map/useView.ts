import { type Selection, select } from "d3-selection";
import "d3-transition";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity } from "d3-zoom";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { http } from "../net/http";
import { hexOf, takeable } from "../play/offer";
import type { Play } from "../play/play";
import { usePart } from "../store";
import { COUNTER } from "./counters";
import { centredOn, fitInside, type Rect, toBoard, toScreen, type View } from "./geometry";
import { Paper } from "./paper";
import { Stage } from "./stage";

const MOST = 6;
/** The controls on the map: tools on the left, overlays and overview below; on a narrow screen overlays on the right. */
const INSET = { left: 58, right: 12, top: 12, bottom: 52 };
const NARROW_INSET = { left: 58, right: 58, top: 8, bottom: 8 };
/** Milliseconds for which the map is left alone after a hand has moved it. */
const HELD = 4000;
/** A region that needs nearly the whole map is shown on the whole map. */
const NEARLY = 1.15;

/** A wheel that is a trackpad's: it moves the map; a mouse wheel, and two fingers drawn together, zoom. */
function isPad(event: WheelEvent): boolean {
  return !event.ctrlKey && event.deltaMode === 0 && (event.deltaX !== 0 || Math.abs(event.deltaY) < 30);
}

/** The last view of a table's map in this tab: the middle of the screen in board units, and the scale. */
const kept = {
  get(table: string): View | null {
    const [k, x, y] = (sessionStorage.getItem(`view:${table}`) ?? "").split(",").map(Number);
    return k && Number.isFinite(x) && Number.isFinite(y) ? { k, x: x!, y: y! } : null;
  },
  set(table: string, { k, x, y }: View): void {
    sessionStorage.setItem(`view:${table}`, [k, x, y].map((each) => each.toFixed(4)).join());
  },
};

/** A part of the board as a word, so that the same part is the same. */
function written(part: Rect | undefined): string {
  return part ? [part.x, part.y, part.width, part.height].join() : "";
}

interface Wanted {
  play: Play;
  theme: "light" | "dark";
  lang: string;
  calm: boolean;
}

/** The stage in its frame, its paper, and the part of it that is shown: by hand, by key, or by the page. */
export function useView({ play, theme, lang, calm }: Wanted) {
  const { t } = useTranslation();
  const board = usePart(play.store, (state) => state.board);
  const geometry = usePart(play.store, (state) => state.geometry);
  const part = usePart(play.store, (state) => written(state.scene?.part));
  const frame = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [view, setView] = useState<View>({ k: 1, x: 0, y: 0 });
  const [loading, setLoading] = useState(true);
  const [printed, setPrinted] = useState("");
  const zooming = useRef<ZoomBehavior<HTMLDivElement, unknown> | null>(null);
  const target = useRef<Selection<HTMLDivElement, unknown, null, undefined> | null>(null);
  /** Whether the page or a hand has put the map somewhere. */
  const led = useRef(false);
  /** The last view that the page, not the player, has chosen. */
  const shown = useRef<((stage: Stage) => View) | null>((made) => made.whole());
  const moved = useRef(false);
  const movedAt = useRef(-Infinity);
  const flown = useRef((_to: View, _atOnce?: boolean): void => undefined);
  const limits = useRef((): void => undefined);
  const byHand = useCallback(() => {
    led.current = true;
    shown.current = null;
    moved.current = true;
    movedAt.current = performance.now();
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
        if (event.sourceEvent) play.look.hush();
        made.move({ k, x, y });
        setPrinted("");
        setView({ k, x, y });
      })
      .on("end", () => {
        made.settle();
        const [x, y] = toBoard(made.view, made.width / 2, made.height / 2);
        if (led.current) kept.set(play.table, { k: made.view.k, x, y });
      });
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
    const left = kept.get(play.table);
    const first = left ? centredOn([left.x, left.y], left.k, made.width, made.height) : made.whole();
    if (left) {
      led.current = true;
      shown.current = null;
    }
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
      /** Where a unit of a stack is taken alone. */
      alone: (unit: string) => {
        const { scene } = play.store.get();
        const hex = hexOf(play.store.get(), unit);
        const units = takeable(scene, hex);
        const [x, y] = toScreen(made.view, geometry.centre(hex ?? "") ?? [0, 0]);
        const box = element.getBoundingClientRect();
        const across = (units.indexOf(unit) + 0.5) / units.length - 0.5;
        return [x + box.left + across * geometry.size * COUNTER * made.view.k, y + box.top];
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
      .map(board.game, lang, theme, play.store.get().info?.data)
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
        if (first && zooming.current && target.current && !led.current) {
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

  // a scenario may be played on a part of the board
  useEffect(() => {
    if (!stage || !part) return;
    const [x, y, width, height] = part.split(",").map(Number) as [number, number, number, number];
    stage.part = { x, y, width, height };
    limits.current();
    if (shown.current) flown.current(shown.current(stage), true);
  }, [stage, part]);

  const fly = useCallback(
    (to: View, atOnce = false) => {
      const [chosen, behaviour] = [target.current, zooming.current];
      if (!chosen || !behaviour) return;
      const box: [[number, number], [number, number]] = [
        [0, 0],
        [stage?.width ?? 1, stage?.height ?? 1],
      ];
      const wanted = behaviour.constrain()(zoomIdentity.translate(to.x, to.y).scale(to.k), box, behaviour.translateExtent());
      if (calm || atOnce) chosen.call(behaviour.transform, wanted);
      else chosen.transition().duration(380).call(behaviour.transform, wanted);
    },
    [calm, stage],
  );
  flown.current = fly;

  /** The view of some hexes, with room for the tools around them. */
  const viewOf = useCallback(
    (hexes: Iterable<string>, closest: number): ((made: Stage) => View) | null => {
      const box = geometry?.box(hexes);
      if (!geometry || !box) return null;
      const pad = geometry.size * 1.6;
      const grown = { x: box.x - pad, y: box.y - pad, width: box.width + 2 * pad, height: box.height + 2 * pad };
      return (made) => {
        const [wanted, whole] = [fitInside(grown, made.width, made.height, made.width < 600 ? NARROW_INSET : INSET, closest), made.whole()];
        return wanted.k < whole.k * NEARLY ? whole : wanted;
      };
    },
    [geometry],
  );
  const showHexes = useCallback(
    (hexes: Iterable<string>, closest = 1.9, atOnce = false) => {
      const view = viewOf(hexes, closest);
      if (!stage || !view) return;
      led.current = true;
      shown.current = view;
      fly(view(stage), atOnce);
    },
    [stage, viewOf, fly],
  );
  /** Bring hexes into view at the present scale: all of them where they fit, else the one that is nearest. */
  const panTo = useCallback(
    (hexes: Iterable<string>) => {
      const all = [...hexes];
      const box = geometry?.box(all);
      if (!stage || !geometry || !box) return;
      const { k } = stage.view;
      const [x, y] = toBoard(stage.view, stage.width / 2, stage.height / 2);
      const far = (hex: string) => Math.hypot((geometry.centre(hex)?.[0] ?? Infinity) - x, (geometry.centre(hex)?.[1] ?? Infinity) - y);
      const fits = box.width * k < stage.width - 140 && box.height * k < stage.height - 140;
      const nearest = all.reduce((best, hex) => (far(hex) < far(best) ? hex : best));
      const middle = fits ? ([box.x + box.width / 2, box.y + box.height / 2] as const) : geometry.centre(nearest);
      if (!middle) return;
      led.current = true;
      shown.current = null;
      fly(centredOn(middle, k, stage.width, stage.height));
    },
    [stage, geometry, fly],
  );
  const showWhole = useCallback(() => {
    if (!stage) return;
    shown.current = (made) => made.whole();
    fly(stage.whole());
  }, [stage, fly]);
  const isSeen = useCallback(
    (hex: string, margin: number) => {
      const centre = geometry?.centre(hex);
      if (!stage || !centre) return false;
      const [x, y] = toScreen(stage.view, centre);
      return x > margin && y > margin && x < stage.width - margin && y < stage.height - margin;
    },
    [stage, geometry],
  );
  /** Closer or farther, around the cursor where there is one. */
  const zoomBy = useCallback(
    (factor: number) => {
      const [chosen, behaviour] = [target.current, zooming.current];
      if (!chosen || !behaviour || !stage) return;
      byHand();
      const { cursor } = play.store.get();
      const centre = cursor && isSeen(cursor, 0) ? geometry?.centre(cursor) : undefined;
      const around = centre ? toScreen(stage.view, centre) : undefined;
      (calm ? chosen : chosen.transition().duration(160)).call(behaviour.scaleBy as never, factor as never, around as never);
    },
    [stage, geometry, play, isSeen, byHand, calm],
  );
  /** Move the map by a number of pixels. */
  const panBy = useCallback(
    (x: number, y: number) => {
      if (target.current && zooming.current && stage) zooming.current.translateBy(target.current, x / stage.view.k, y / stage.view.k);
    },
    [stage],
  );
  /** Whether a hand has moved the map since this was asked last. */
  const wasMoved = useCallback(() => {
    const was = moved.current;
    moved.current = false;
    return was;
  }, []);
  /** Whether a hand is at the map: it has moved it just now. */
  const isHeld = useCallback(() => performance.now() - movedAt.current < HELD, []);
  /** The closest scale at which some hexes fit on the screen. */
  const closest = useCallback((hexes: string[]) => (stage ? (viewOf(hexes, 1.2)?.(stage).k ?? 0) : 0), [stage, viewOf]);

  return useMemo(
    () => ({
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
    }),
    [stage, view, loading, printed, fly, showHexes, panTo, showWhole, zoomBy, panBy, byHand, isSeen, wasMoved, isHeld, closest],
  );
}
