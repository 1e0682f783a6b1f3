import type { Roll } from "../api";

/** How far each die stands from the one before it. */
const STEP = 42;

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

/** One die with its dots, or with a number if it has ten sides. Of several dice only the sum is known: it is drawn on a
 * sign before the dice, which show no faces. */
export function Die({ face, roll }: { face: number; roll: Roll }) {
  if (roll.dice > 1) return <Sum face={face} dice={roll.dice} />;
  const dots = roll.sides === 6 ? DOTS[face] : undefined;
  return (
    <svg className="die" viewBox="0 0 40 40" role="img" aria-label={String(face)}>
      <Body x={0} />
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

const Body = ({ x }: { x: number }) => <rect x={x + 1.5} y={1.5} width="37" height="37" rx="7" />;

function Sum({ face, dice }: { face: number; dice: number }) {
  const width = 40 + (dice - 1) * STEP;
  return (
    <svg className="die dice-sum" viewBox={`0 0 ${width} 40`} role="img" aria-label={String(face)}>
      {Array.from({ length: dice }, (_, i) => (
        <Body key={i} x={i * STEP} />
      ))}
      <circle className="sum" cx={width / 2} cy="20" r="14" />
      <text x={width / 2} y="26.5" textAnchor="middle">
        {face}
      </text>
    </svg>
  );
}
