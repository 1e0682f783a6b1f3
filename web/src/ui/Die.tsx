import type { Roll } from "../api";

const DOTS: Record<number, [number, number][]> = {
  1: [[2, 2]],
  2: [
    [1, 1],
    [3, 3],
  ],
  3: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  4: [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ],
  5: [
    [1, 1],
    [3, 1],
    [2, 2],
    [1, 3],
    [3, 3],
  ],
  6: [
    [1, 1],
    [3, 1],
    [1, 2],
    [3, 2],
    [1, 3],
    [3, 3],
  ],
};

/** One die with its dots. For several dice only the sum is known, so a number is shown, as on a die of ten sides. */
export function Die({ face, roll }: { face: number; roll: Roll }) {
  const dots = roll.dice === 1 && roll.sides === 6 ? DOTS[face] : undefined;
  return (
    <svg className="die" viewBox="0 0 40 40" role="img" aria-label={String(face)}>
      <rect x="1.5" y="1.5" width="37" height="37" rx="7" />
      {dots ? (
        dots.map(([x, y], i) => <circle key={i} cx={x * 10} cy={y * 10} r="3.7" />)
      ) : (
        <text x="20" y="27" textAnchor="middle">
          {face}
        </text>
      )}
    </svg>
  );
}
