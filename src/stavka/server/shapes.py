"""The shapes of scenes, answers and guides (`scenes/scene.py`, `scenes/guide.py`) as JSON Schema, for OpenAPI."""

from __future__ import annotations

import types
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from stavka.engine.state import Json
from stavka.scenes import guide, scene

SHAPES: Final = (
    scene.Board,
    scene.CoverCounter,
    guide.Guide,
    scene.Scene,
    scene.Reach,
    scene.Path,
    scene.Odds,
    scene.Overlay,
    scene.HexAnswer,
    scene.OrderLook,
    scene.Roll,
)
REF: Final = "#/components/schemas/"
PLAIN: Final[dict[Any, Json]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
}


def shapes() -> dict[str, Json]:
    """Every shape by its name, including the shapes of which they are made."""
    found: dict[str, Json] = {}
    for shape in SHAPES:
        schema_of(shape, found)
    return found


def schema_of(kind: Any, found: dict[str, Json]) -> Json:
    """The schema of a type. Named types go into `found` and are referred to."""
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        name = kind.__name__
        if name not in found:
            found[name] = {}
            found[name] |= fields(kind, found)
        return {"$ref": REF + name}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"type": "string", "enum": list(inner)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(each, found) for each in inner]}
    if origin is list:
        return {"type": "array", "items": schema_of(inner[0], found)}
    if origin is tuple:
        items = [schema_of(each, found) for each in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    assert origin is dict, kind
    return {"type": "object", "additionalProperties": schema_of(inner[1], found)}


def fields(kind: Any, found: dict[str, Json]) -> Json:
    hints = get_type_hints(kind, include_extras=True)
    inner = {name: get_args(hint)[0] if get_origin(hint) is NotRequired else hint for name, hint in hints.items()}
    return {
        "type": "object",
        "properties": {name: schema_of(hint, found) for name, hint in inner.items()},
        "required": [name for name, hint in hints.items() if get_origin(hint) is not NotRequired],
        "additionalProperties": False,
    }
