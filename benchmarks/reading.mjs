// How long a page takes to read the picks of the largest questions in both forms: `node benchmarks/reading.mjs FILE`, with a
// file of `python benchmarks/wire.py --samples FILE`. Least microseconds of many times: inflate, parse, put into one form.
import { readFileSync } from "node:fs";
import { deflateRawSync, inflateRawSync } from "node:zlib";

const TIMES = 200;

function unpacked({ facts, picks }) {
  return picks.map(([pick, fact, text = pick]) => ({ pick, text, ...facts[fact] }));
}

function least(picks, read) {
  const sent = deflateRawSync(JSON.stringify(picks));
  let best = Infinity;
  for (let i = 0; i < TIMES; i++) {
    const start = process.hrtime.bigint();
    read(JSON.parse(inflateRawSync(sent).toString()));
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e3);
  }
  return best.toFixed(0);
}

for (const [game, [plain, packed]] of Object.entries(JSON.parse(readFileSync(process.argv[2], "utf-8")))) {
  console.log(
    `${game}, ${plain.length} picks: ${least(plain, (picks) => picks)} microseconds as they are, ` +
      `${least(packed, unpacked)} with facts`,
  );
}
