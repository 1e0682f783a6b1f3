"""The learned baseline: a network that imitates the script, then plays it and learns from that.

    python -m stavka.research.baseline imitate traces race race.npz
    python -m stavka.research.baseline improve race.npz better.npz
    python -m stavka.research.baseline accuracy better.npz
    STAVKA_LEARNED=better.npz stavka arena traces race scripted learned

Learning needs PyTorch, `pip install stavka[learn]`; what was learned plays with NumPy alone."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer

from stavka.research.lessons import NOT_PLAYED, TEACHER, Count, Course, counted, joined, lesson
from stavka.research.looking import Looking, all_names
from stavka.research.network import Network, read
from stavka.research.referee import Named, kit
from stavka.studies.pool import Crew, Spread, workers

APART: Final = 100_000
"""The games of a seed have numbers from `APART * seed` on, those of a test by `TESTED` more."""
TESTED: Final = 50_000
ROUND: Final = 1_000
"""The games of a round of improving have numbers from `ROUND` times the number of the round on."""

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
GameKey = Annotated[str, typer.Argument(metavar="GAME", help="A game's key, as `stavka games` lists it.")]
ScenarioKey = Annotated[str, typer.Argument(metavar="SCENARIO")]
OtherScenario = Annotated[str, typer.Option("--scenario", help="By default the last that the network has learned.")]
From = Annotated[Path, typer.Argument(metavar="FILE.npz", help="What `imitate` or `improve` has written.")]
To = Annotated[Path, typer.Argument(metavar="NEW.npz", help="Where the network is written.")]
Teacher = Annotated[str, typer.Option("--teacher", help="As `stavka sim` names it.")]
Games = Annotated[int, typer.Option("--games", min=1, help="The games to learn from.")]
Share = Annotated[float, typer.Option("--share", min=0.001, max=1, help="The share of decisions that is kept.")]
Epochs = Annotated[float, typer.Option("--epochs", min=0.01, help="How often each decision is learned from.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same games.")]
Device = Annotated[str, typer.Option("--device", help="A device of PyTorch; by default an accelerator, if any.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Processes that play.")]
CORES: Final = os.cpu_count() or 1


def lessons_of(crew: Crew, course: Course, seeds: range) -> Any:
    return joined(crew.map(partial(lesson, course), seeds))


def tell(epoch: int, loss: float) -> None:
    print(f"  epoch {epoch}: loss {loss:.3f}", flush=True)


def device_of(name: str) -> Any:
    import torch  # noqa: PLC0415  # only what learns needs PyTorch

    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


@app.command()
def imitate(
    game: GameKey,
    scenario: ScenarioKey,
    out: To,
    start: Annotated[Path | None, typer.Option("--from", metavar="FILE.npz", help="Go on from this network.")] = None,
    teacher: Teacher = TEACHER,
    games: Games = 60,
    share: Share = 0.5,
    epochs: Epochs = 8,
    seed: Seed = 1,
    device: Device = "",
    jobs: Jobs = CORES,
) -> None:
    """Learn to pick what a teacher picks, in games that it plays against itself."""
    import torch  # noqa: PLC0415

    from stavka.research import training  # noqa: PLC0415

    torch.manual_seed(seed)
    each, before = Named(game, scenario), read(start.read_bytes()) if start else None
    if before and before.game != each.game:
        raise typer.BadParameter(f"{start} is a network of {before.game}", param_hint="--from")
    shared = kit(each.game)
    with workers(Spread(jobs)) as crew:
        found = lessons_of(crew, Course(each.id, teacher, share), range(APART * seed, APART * seed + games))
    print(f"{len(found.sizes)} decisions of {games} games of {teacher} in {game} {scenario}", flush=True)
    names = before.names if before else all_names(shared)
    model = training.Model(names, Looking(shared, names).kinds).to(device_of(device))
    if before:
        model.take(before)
    training.teach(model, training.Library(found, device_of(device)), epochs, np.random.default_rng(seed), tell)
    write(model.give(each.game, about(scenario, before)), out)


@app.command()
def improve(
    file: From,
    out: To,
    scenario: OtherScenario = "",
    teacher: Teacher = TEACHER,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How often it plays and learns.")] = 3,
    games: Annotated[int, typer.Option("--games", min=2, help="The games of a round.")] = 40,
    share: Share = 0.5,
    epochs: Epochs = 4,
    seed: Seed = 1,
    device: Device = "",
    jobs: Jobs = CORES,
) -> None:
    """Play against a teacher, and learn from these games.

    In each decision of the network the teacher says what it would have picked. The network's own picks count too where
    its game went better than most."""
    import torch  # noqa: PLC0415

    from stavka.research import training  # noqa: PLC0415

    torch.manual_seed(seed)
    network = read(file.read_bytes())
    each = Named(network.game, scenario or network.about["scenarios"][0])
    model = training.Model(network.names, network.looking.kinds).to(device_of(device))
    model.take(network)
    found = []
    with workers(Spread(jobs)) as crew:
        for number in range(1, rounds + 1):
            first = APART * seed + ROUND * number
            own = Course(each.id, teacher, share, network.write())
            played = lessons_of(crew, own, range(first, first + games))
            found.append(played)
            worth = played.worth[played.played != NOT_PLAYED].mean()
            print(f"round {number}: {len(played.sizes)} decisions, worth of the network's {worth:.3f}", flush=True)
            library = training.Library(joined(found), device_of(device))
            training.teach(model, library, epochs, np.random.default_rng(seed + number), tell)
            network = model.give(each.game, network.about)
    network.about = about(each.scenario, network)
    write(network, out)


def about(scenario: str, before: Network | None) -> dict[str, Any]:
    """The scenarios that a network has learned, the last first, and the commands that made it."""
    known = dict(before.about) if before else {"scenarios": [], "commands": []}
    scenarios = [scenario, *(each for each in known["scenarios"] if each != scenario)]
    command = " ".join(["python -m stavka.research.baseline", *sys.argv[1:]])
    return {"scenarios": scenarios, "commands": [*known["commands"], command]}


def write(network: Network, out: Path) -> None:
    content = network.write()
    out.write_bytes(content)
    print(f"{out}: {sum(each.size for each in network.weights.values())} weights, {len(content)} bytes")


@app.command()
def accuracy(
    file: From,
    scenario: OtherScenario = "",
    teacher: Teacher = TEACHER,
    games: Annotated[int, typer.Option("--games", min=1, help="The games to test with.")] = 20,
    share: Share = 1.0,
    seed: Seed = 1,
    jobs: Jobs = CORES,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Say how often a network's likeliest pick is the teacher's, by kind of decision, in games that it has not seen."""
    content = file.read_bytes()
    network = read(content)
    each = Named(network.game, scenario or network.about["scenarios"][0])
    first = APART * seed + TESTED
    with workers(Spread(jobs)) as crew:
        course = Course(each.id, teacher, share)
        parts = list(crew.map(partial(counted, course, content), range(first, first + games)))
    total: dict[str, Count] = {}
    for part in parts:
        for name, count in part.items():
            total[name] = total.get(name, Count()).plus(count)
    whole = Count()
    for count in total.values():
        whole = whole.plus(count)
    rows = [("all", whole), *sorted(total.items(), key=lambda item: -item[1].decisions)]
    if as_json:
        print(json.dumps({name: shares(count) for name, count in rows}, indent=1))
        return
    print(f"{each.game} {each.scenario}: {games} games of {teacher}\n")
    print("| kind of decision | decisions | as the teacher | by chance | nats |\n|---|---|---|---|---|")
    for name, count in rows:
        found = shares(count)
        print(f"| {name} | {count.decisions} | {found['agreed']:.0%} | {found['expected']:.0%} | {found['nats']:.2f} |")


def shares(count: Count) -> dict[str, float]:
    number = count.decisions or 1
    return {
        "decisions": count.decisions,
        "agreed": count.agreed / number,
        "expected": count.expected / number,
        "nats": count.nats / number,
    }


if __name__ == "__main__":
    app()
