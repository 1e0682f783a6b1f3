import { useEffect, useState } from "react";
import type { Play } from "../play/play";
import { useParts } from "../store";
import { sideName } from "./words";

/** 2 d 04:05, 1:02:03, 04:05. */
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days) return `${days} d ${two(hours)}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`;
}

/** The time left on each clock, which runs here between two messages from the server. */
export function Clocks({ play }: { play: Play }) {
  const { info, board, scene } = useParts(play.store, "info", "board", "scene");
  const [told, setTold] = useState(Date.now());
  const [now, setNow] = useState(Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clocks are told with each info
  useEffect(() => setTold(Date.now()), [info]);
  const running = Boolean(info?.clock) && !scene?.result;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  if (!info?.clock) return null;
  return (
    <span className="clocks">
      {info.seats.map((seat) =>
        seat.seconds === null ? null : (
          <span key={seat.side} className={info.waiting.includes(seat.side) ? "running" : ""}>
            {sideName(board, seat.side)}{" "}
            <b>{timeText(seat.seconds - (running && info.waiting.includes(seat.side) ? Math.max(0, now - told) / 1000 : 0))}</b>
          </span>
        ),
      )}
    </span>
  );
}
