"""Three plots of games that `stavka export` has written, as SVG files beside the data.

    stavka export moscow mtsensk -o mtsensk --games 200
    python examples/data/three_plots.py mtsensk

Editors that know cells (`# %%`) run this file as a notebook."""

# %% Read the table and the schema.
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

from stavka.studies.balance import bands
from stavka.studies.plots import Band, Column, Row, columns, intervals, over_turns
from stavka.studies.simulate import wilson

folder = Path(sys.argv[1])
table = pq.read_table(folder / "decisions")
schema = json.loads((folder / "schema.json").read_text("utf-8"))
sides = sorted(pc.unique(table["side"]).to_pylist())
colours = dict(zip(sides, ("#6b6f66", "#9c3b2e"), strict=False))
print(f"{table.num_rows} decisions of {len(pc.unique(table['game']))} games")

# %% How large are the offers, turn by turn?
offers = defaultdict(lambda: defaultdict(list))
for side, turn, offered in zip(*(table[name].to_pylist() for name in ("side", "turn", "offered")), strict=True):
    offers[side][turn].append(offered)
over = [
    Band(side, colours[side], [{"turn": turn, **bands(values)} for turn, values in sorted(offers[side].items())])
    for side in sides
]
(folder / "offers.svg").write_text(over_turns(over, "Picks on offer, by turn"), "utf-8")

# %% Which steps ask most often?
steps = Counter(table["step"].to_pylist()).most_common(12)
asked = columns([Column(step, number) for step, number in steps], "Decisions by step", 920)
(folder / "steps.svg").write_text(asked, "utf-8")

# %% Who wins, with an interval? One row of each game and side is enough.
ends = {(row["game"], row["side"]): row["score"] for row in table.select(["game", "side", "score"]).to_pylist()}
rows = []
for side in sides:
    scores = [score for (_, whose), score in ends.items() if whose == side]
    rate = wilson(sum(scores), len(scores))
    rows.append(Row(side, rate["rate"], rate["low"], rate["high"], clear=True))
(folder / "wins.svg").write_text(intervals(rows, "Share of the points, by side", ".2f"), "utf-8")
