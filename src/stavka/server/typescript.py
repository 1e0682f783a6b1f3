"""The client's types, made from the OpenAPI description:

    python -m stavka.server.typescript > web/src/schema.ts

A test compares the file in the tree with what this makes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from stavka.engine.state import Json
from stavka.server.app import make_app
from stavka.server.settings import Settings

HEAD: Final = "// Made by `python -m stavka.server.typescript` of the server's OpenAPI description. Do not edit.\n"
PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def types_of(schema: Json) -> str:
    shapes: dict[str, Json] = schema["components"]["schemas"]
    return HEAD + "".join(f"\n{declared(name, shape)}\n" for name, shape in sorted(shapes.items()))


def declared(name: str, shape: Json) -> str:
    body = written(shape)
    return f"export interface {name} {body}" if body.startswith("{\n") else f"export type {name} = {body};"


def written(shape: Json, indent: str = "") -> str:
    """A schema as a TypeScript type."""
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in shape:
            return " | ".join(dict.fromkeys(written(each, indent) for each in shape[several]))
    if "const" in shape:
        return json.dumps(shape["const"])
    if "enum" in shape:
        return " | ".join(json.dumps(each) for each in shape["enum"])
    kind = shape.get("type")
    if kind == "array":
        return array(shape, indent)
    if kind == "object":
        return members(shape, indent)
    return PLAIN[kind] if kind else "unknown"


def array(shape: Json, indent: str) -> str:
    if "prefixItems" in shape:
        return f"[{', '.join(written(each, indent) for each in shape['prefixItems'])}]"
    inner = written(shape.get("items", {}), indent)
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def members(shape: Json, indent: str) -> str:
    more = shape.get("additionalProperties")
    if "properties" not in shape:
        return f"Record<string, {written(more, indent) if isinstance(more, dict) else 'unknown'}>"
    required = set(shape.get("required", ()))
    deeper = indent + "  "
    lines = [
        f"{deeper}{name}{'' if name in required else '?'}: {written(each, deeper)};\n"
        for name, each in shape["properties"].items()
    ]
    if more is True:
        lines.append(f"{deeper}[more: string]: unknown;\n")
    return "{\n" + "".join(lines) + indent + "}"


def main() -> None:
    print(types_of(make_app(Settings(data_folder=Path("unused"))).openapi()), end="")


if __name__ == "__main__":
    main()
