"""The client's reading of the updates that it is sent: scene, log, and answers."""

from __future__ import annotations

from stavka.engine.state import Json
from stavka.server.patches import patched


class Reading:
    """Reads as the page does: a patch belongs to the scene that was there before it."""

    def __init__(self) -> None:
        self.scenes: list[Json] = []
        self.log: list[Json] = []
        self.state = -1
        self.replies: list[Json] = []
        self.over: list[Json] = []
        self.odds: dict[int, Json] = {}
        """The odds that entries of the log come with: those of their dice, as this seat saw them."""

    def read(self, message: Json) -> None:
        if message["is"] in ("answer", "refused"):
            self.replies.append(message)
        if message["is"] != "update":
            return
        if "answer" in message:
            self.replies.append({"is": "answer", **message["answer"]})
        if "scene" in message:
            self.scenes.append(message["scene"])
        else:
            patch = message["patch"]
            assert patch["base"] == self.state, "the patch is one of another scene"
            self.scenes.append(patched(self.scenes[-1], patch["changes"]))
        self.state = message["state"]
        assert self.scene["state"] == self.state
        if "log" in message:
            self.log[message["log"]["from"] :] = [self.entry(each) for each in message["log"]["entries"]]
        if "over" in message:
            self.over.append(message["over"])

    def entry(self, told: Json) -> Json:
        if "odds" in told:
            self.odds[told["n"]] = told["odds"]
        return {key: value for key, value in told.items() if key != "odds"}

    @property
    def scene(self) -> Json:
        return self.scenes[-1]
