// A program that plays any game of Stavka over a pipe: it attacks where it can, moves where it can, and never dawdles.
//     stavka sim traces race --players "pipe:node examples/agents/marcher.mjs,random"
// docs/protocol.md describes the lines that it reads and writes.
import { createInterface } from "node:readline";

let state = 1;

/** A number below n. The seed comes from Stavka, so the same game can be played again. */
function below(n) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
}

const any = (words) => words[below(words.length)];

function choose({ units, hexes, options }) {
    if (options.includes("attack")) return "attack";
    if (hexes.length && below(4)) return any(hexes);
    if (units.length && below(4)) return any(units);
    return any([...hexes, ...units, ...options]);
}

for await (const line of createInterface({ input: process.stdin })) {
    const [verb] = line.split(" ", 1);
    const said = JSON.parse(line.slice(verb.length + 1));
    if (verb === "hello") {
        state = said.seed;
        console.log("ready blind");
    } else if (verb === "decide") console.log(`pick ${choose(said.offer)}`);
    else break;
}
