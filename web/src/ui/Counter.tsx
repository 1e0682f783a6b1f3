import { useEffect, useRef } from "react";
import type { UnitInfo, UnitState } from "../api";
import { detailOf, paintCounter } from "../map/counter";

/** A counter in a panel. */
export function Counter({ info, unit, size }: { info: UnitInfo; unit: UnitState; size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const paint = () => {
      const element = canvas.current;
      if (!element) return;
      const ratio = Math.min(3, devicePixelRatio || 1);
      element.width = element.height = Math.round(size * ratio);
      const shown = unit.label ? { ...info, label: unit.label } : info;
      paintCounter(element.getContext("2d")!, shown, unit, element.width, detailOf(size));
    };
    paint();
    void document.fonts.ready.then(paint);
  }, [info, unit, size]);
  return <canvas ref={canvas} className="counter" style={{ width: size, height: size }} aria-hidden="true" />;
}
