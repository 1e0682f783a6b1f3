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

/** The shapes of dice: one, or two of which one lies behind the other. */
const ONE = [{ x: 1.5, y: 1.5, size: 37, round: 7 }];
const TWO = [
  { x: 11.5, y: 1.5, size: 27, round: 5 },
  { x: 1.5, y: 11.5, size: 27, round: 5 },
];

/** One die with its dots. Of several dice only the sum is known: it is a number on the front one of two, as on a die of ten sides. */
export function Die({ face, roll }: { face: number; roll: Roll }) {
  const dots = roll.dice === 1 && roll.sides === 6 ? DOTS[face] : undefined;
  const shapes = roll.dice === 1 ? ONE : TWO;
  const front = shapes.at(-1)!;
  const middle = front.size / 2;
  return (
    <svg className="die" viewBox="0 0 40 40" role="img" aria-label={String(face)}>
      {shapes.map(({ x, y, size, round }) => (
        <rect key={x} x={x} y={y} width={size} height={size} rx={round} />
      ))}
      {dots ? (
        dots.map(([x, y], i) => <circle key={i} cx={x * 10} cy={y * 10} r="3.7" />)
      ) : (
        <text x={front.x + middle} y={front.y + middle + 7} textAnchor="middle">
          {face}
        </text>
      )}
    </svg>
  );
}
