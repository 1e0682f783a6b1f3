import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { takeable } from "../play/offer";
import type { Play } from "../play/play";
import { toScreen } from "./geometry";
import type { Stage } from "./stage";

/** Pixels that a pointer moves before it drags something. */
const SLACK = 6;
/** Milliseconds after which a finger that lies still has taken hold of a counter. */
const LONG = 380;
/** Pixels from the edge of the map within which a drag moves it, and by how much in a frame. */
const [EDGE, STEP] = [44, 9];

interface Place {
  clientX: number;
  clientY: number;
}

interface Wanted {
  play: Play;
  frame: RefObject<HTMLDivElement | null>;
  stage: Stage | null;
  hexAt(place: Place): string | null;
  /** The unit of a stack that is taken alone. */
  aimAt(place: Place): string | null;
  panBy(x: number, y: number): void;
}

interface Drag {
  /** The units that are dragged; none: a box is drawn around some. */
  units: string[];
  from: string | null;
  /** Whether they were dragged from their hex: then the drop decides which units of the hex go along. */
  onMap: boolean;
  start: Place;
  now: Place;
  /** The hexes that the pointer has passed, the first after where it began. */
  way: string[];
  begun: boolean;
}

/** Counters and stacks that the player drags to a hex, by the path of the hand. With the control or alt key, one counter of a
 * stack is dragged. With the shift key, a box is drawn around units. A finger starts a drag by lying still. The map's own panning
 * does not see these events. */
export function useGrip({ play, frame, stage, hexAt, aimAt, panBy }: Wanted) {
  const [box, setBox] = useState<{ left: number; top: number; width: number; height: number } | null>(null);
  const dragged = useRef(false);
  const touched = useRef(false);
  const tools = useRef({ hexAt, aimAt, panBy, stage });
  tools.current = { hexAt, aimAt, panBy, stage };

  useEffect(() => {
    const outer = frame.current?.parentElement;
    if (!outer) return;
    let drag: Drag | null = null;
    let timer = 0;
    let edge = 0;

    const begin = (place: Place, units: string[], from: string | null, onMap = true) => {
      drag = { units, from, onMap, start: place, now: place, way: [], begun: false };
    };
    const boxOf = ({ start, now }: Drag) => {
      const frameBox = frame.current!.getBoundingClientRect();
      const [left, top] = [Math.min(start.clientX, now.clientX) - frameBox.left, Math.min(start.clientY, now.clientY) - frameBox.top];
      return { left, top, width: Math.abs(start.clientX - now.clientX), height: Math.abs(start.clientY - now.clientY) };
    };
    const isOver = ({ clientX: x, clientY: y }: Place) => {
      const { left, right, top, bottom } = frame.current!.getBoundingClientRect();
      return x > left && x < right && y > top && y < bottom;
    };
    const order = ({ units, from, onMap, way }: Drag) => {
      const to = way.at(-1)!;
      // whoever moves the map by a stack that lies there does not send it off: only what was taken before goes as near as it can
      const towards = !from || play.march.isTaken(from);
      return { units: onMap && from ? play.march.dragged(from, to) : units, to, via: way.slice(0, -1), towards };
    };
    const move = (place: Place) => {
      if (!drag) return;
      drag.now = place;
      const far = Math.hypot(place.clientX - drag.start.clientX, place.clientY - drag.start.clientY);
      if (!drag.begun && far < SLACK) return;
      if (!drag.begun) {
        drag.begun = dragged.current = true;
        play.look.hush();
        play.store.set({ fan: null });
        frame.current?.toggleAttribute("data-dragging", true);
        edge = requestAnimationFrame(atEdge);
      }
      if (!drag.units.length) {
        setBox(boxOf(drag));
        return;
      }
      if (!drag.from && !(isOver(place) && tools.current.hexAt(place))) {
        drag.way = [];
        play.march.plan(null);
        return;
      }
      const hex = tools.current.hexAt(place);
      if (!hex || hex === (drag.way.at(-1) ?? drag.from)) return;
      const passed = drag.way.indexOf(hex);
      // what comes out of a list has no way but where it is dropped
      if (!drag.from) drag.way = [hex];
      else drag.way = hex === drag.from ? [] : passed >= 0 ? drag.way.slice(0, passed + 1) : [...drag.way, hex];
      play.store.set({ hover: hex, path: null, reach: null });
      play.march.plan(drag.way.length ? order(drag) : null);
    };
    /** While something is dragged along the edge, the map comes along. */
    const atEdge = () => {
      if (!drag?.begun) return;
      const { left, right, top, bottom } = frame.current!.getBoundingClientRect();
      const { clientX: x, clientY: y } = drag.now;
      if (!drag.from && drag.units.length) {
        edge = requestAnimationFrame(atEdge);
        return; // it has come over the edge
      }
      const dx = x < left + EDGE ? STEP : x > right - EDGE ? -STEP : 0;
      const dy = y < top + EDGE ? STEP : y > bottom - EDGE ? -STEP : 0;
      if (dx || dy) {
        tools.current.panBy(dx, dy);
        drag.start = { clientX: drag.start.clientX + dx, clientY: drag.start.clientY + dy };
        move({ ...drag.now });
      }
      edge = requestAnimationFrame(atEdge);
    };
    const drop = () => {
      const done = drag;
      end();
      if (!done?.begun) return;
      if (!done.units.length) selectIn(done);
      else if (done.way.length) {
        const { units, to, via, towards } = order(done);
        play.march.send(to, via, units, towards);
      }
      // the click that follows belongs to the drag
      setTimeout(() => {
        dragged.current = false;
      });
    };
    const end = () => {
      clearTimeout(timer);
      cancelAnimationFrame(edge);
      drag = null;
      setBox(null);
      frame.current?.toggleAttribute("data-dragging", false);
      play.march.plan(null);
    };
    const selectIn = (done: Drag) => {
      const { geometry, scene } = play.store.get();
      const made = tools.current.stage;
      if (!geometry || !made || !scene) return;
      const { left, top, width, height } = boxOf(done);
      const hexes = new Set(Object.values(scene.units).map((unit) => unit.hex));
      const inside = [...hexes].filter((hex): hex is string => {
        const centre = hex ? geometry.centre(hex) : undefined;
        if (!centre) return false;
        const [x, y] = toScreen(made.view, centre);
        return x > left && x < left + width && y > top && y < top + height;
      });
      play.march.toggle(inside.flatMap((hex) => takeable(scene, hex)));
    };

    const onMouseDown = (event: MouseEvent) => {
      touched.current = dragged.current = false;
      if (event.button !== 0 || !frame.current?.contains(event.target as Node)) return;
      const inFan = (event.target as Element).closest<HTMLElement>(".fan [data-unit]");
      const { scene, busy } = play.store.get();
      if (!scene?.offer?.hand || busy) return;
      const hex = inFan ? (play.store.get().fan?.hex ?? null) : tools.current.hexAt(event);
      if ((event.target as Element).closest(".fan") && !inFan) return;
      const alone = !inFan && (event.ctrlKey || event.altKey) ? tools.current.aimAt(event) : null;
      const one = inFan ? [inFan.dataset.unit!].filter((id) => takeable(scene, hex).includes(id)) : alone ? [alone] : null;
      const units = one ?? (hex ? play.march.dragged(hex) : []);
      if (!units.length && !(event.shiftKey && !inFan)) return;
      if (event.shiftKey && !inFan) begin(event, [], hex);
      else begin(event, units, hex, !one);
      event.stopPropagation();
    };
    /** Units are dragged out of a list too: those that are not on the map have no other place. */
    const onListDown = (event: MouseEvent) => {
      dragged.current = false;
      const line = event.button === 0 && event.target instanceof Element ? event.target.closest<HTMLElement>("[data-grip]") : null;
      const { scene, busy } = play.store.get();
      const hand = scene?.offer?.hand;
      if (!line || !hand || busy) return;
      const able = new Set([...hand.others, ...(hand.ends ? [] : hand.units)]);
      const units = line.dataset.grip!.split(" ").filter((id) => able.has(id));
      if (units.length) begin(event, units, null, false);
    };
    /** The click that follows a drag is part of it, even where it ends on the line where it began. */
    const onClick = (event: MouseEvent) => {
      if (dragged.current && event.detail) event.stopPropagation();
    };
    const onMouseMove = (event: MouseEvent) => {
      if (drag && !event.buttons) end();
      else if (drag) move(event);
    };
    const onTouchStart = (event: TouchEvent) => {
      touched.current = true;
      dragged.current = false;
      clearTimeout(timer);
      if (drag) end();
      const [finger] = event.touches;
      if (!finger || event.touches.length > 1 || !frame.current?.contains(event.target as Node)) return;
      const place = { clientX: finger.clientX, clientY: finger.clientY };
      const hex = tools.current.hexAt(place);
      const units = hex ? play.march.dragged(hex) : [];
      if (!units.length) return;
      timer = window.setTimeout(() => {
        begin(place, units, hex);
        dragged.current = true;
        navigator.vibrate?.(15);
        play.store.set({ hover: hex });
        frame.current?.toggleAttribute("data-dragging", true);
      }, LONG);
    };
    const onTouchMove = (event: TouchEvent) => {
      const [finger] = event.touches;
      if (!drag || !finger) {
        clearTimeout(timer); // the map is moved
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      move(finger);
    };
    const onTouchEnd = (event: TouchEvent) => {
      clearTimeout(timer);
      if (!drag) return;
      event.preventDefault();
      drop();
      dragged.current = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !drag?.begun) return;
      event.stopPropagation();
      end();
    };
    outer.addEventListener("mousedown", onMouseDown, { capture: true });
    addEventListener("mousedown", onListDown);
    addEventListener("click", onClick, { capture: true });
    addEventListener("mousemove", onMouseMove);
    addEventListener("mouseup", drop);
    outer.addEventListener("touchstart", onTouchStart, { capture: true, passive: true });
    outer.addEventListener("touchmove", onTouchMove, { capture: true, passive: false });
    outer.addEventListener("touchend", onTouchEnd, { capture: true });
    outer.addEventListener("touchcancel", end);
    addEventListener("keydown", onKey, { capture: true });
    return () => {
      end();
      outer.removeEventListener("mousedown", onMouseDown, { capture: true });
      removeEventListener("mousedown", onListDown);
      removeEventListener("click", onClick, { capture: true });
      removeEventListener("mousemove", onMouseMove);
      removeEventListener("mouseup", drop);
      outer.removeEventListener("touchstart", onTouchStart, { capture: true });
      outer.removeEventListener("touchmove", onTouchMove, { capture: true });
      outer.removeEventListener("touchend", onTouchEnd, { capture: true });
      outer.removeEventListener("touchcancel", end);
      removeEventListener("keydown", onKey, { capture: true });
    };
  }, [play, frame]);

  const hasDragged = useCallback(() => dragged.current, []);
  const isTouched = useCallback(() => touched.current, []);
  return useMemo(() => ({ box, hasDragged, isTouched }), [box, hasDragged, isTouched]);
}
