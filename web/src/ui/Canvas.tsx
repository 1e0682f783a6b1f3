import { useEffect, useRef } from "react";

/** A small picture that is painted: sharp on every screen, and again when the typefaces are there. */
export function Canvas({ size, paint, className = "" }: { size: number; paint(canvas: HTMLCanvasElement): void; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let gone = false;
    const draw = () => {
      const element = canvas.current;
      if (!element || gone) return;
      element.width = element.height = Math.round(size * Math.min(3, devicePixelRatio || 1));
      paint(element);
    };
    draw();
    void document.fonts.ready.then(draw);
    return () => {
      gone = true;
    };
  }, [size, paint]);
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: no canvas takes the focus
  return <canvas ref={canvas} className={className} style={{ width: size, height: size }} aria-hidden="true" />;
}
