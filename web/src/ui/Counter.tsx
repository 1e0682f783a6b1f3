import { memo, useCallback } from "react";
import type { UnitInfo, UnitState } from "../api";
import { detailOf, paintCounter } from "../map/counter";
import { Canvas } from "./Canvas";

/** A counter in a panel. A patch leaves the units that it does not name as they are, and they are not rendered again. */
export const Counter = memo(function Counter({ info, unit, size }: { info: UnitInfo; unit: UnitState; size: number }) {
  const paint = useCallback(
    (canvas: HTMLCanvasElement) => {
      const shown = unit.label ? { ...info, label: unit.label } : info;
      paintCounter(canvas.getContext("2d")!, shown, unit, canvas.width, detailOf(size));
    },
    [info, unit, size],
  );
  return <Canvas className="counter" size={size} paint={paint} />;
});
