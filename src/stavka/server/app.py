"""The application: HTTP, WebSocket, the page, and the layers around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from stavka.server import account_api, api, messages, seating, socket
from stavka.server.desk import Desk, ElsewhereError
from stavka.server.limits import Guard
from stavka.server.match import NotAllowedError
from stavka.server.packing import Packer
from stavka.server.page import Page
from stavka.server.presenting import ServerPresenter
from stavka.server.relay import Relay
from stavka.server.settings import Settings
from stavka.server.shapes import REF, shapes
from stavka.server.shelf import UnloadedGameError
from stavka.server.words import SERVER, asked_language, refusal

ROUTERS: Final = (api.router, api.probes, seating.router, account_api.router)


def make_app(settings: Settings, presenter: ServerPresenter | None = None) -> FastAPI:
    desk = Desk(settings, presenter)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await desk.open()
        yield
        await desk.close()

    app = FastAPI(
        title="Stavka",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.desk, app.state.connections = desk, {}
    desk.office.whole = app
    for router in (*ROUTERS, socket.router):
        app.router.routes.extend(router.routes)  # unchanged: `include_router` makes each route again for every app
    app.router.default = Page(settings.web_folder)
    app.add_exception_handler(HTTPException, refuse)
    app.add_exception_handler(RequestValidationError, refuse_form)
    app.add_exception_handler(NotAllowedError, refuse_now)
    app.add_exception_handler(UnloadedGameError, refuse_game)
    app.add_exception_handler(ElsewhereError, refuse_moved)
    app.add_middleware(Relay, office=desk.office, where=desk.place, look_around=desk.look_around)
    app.add_middleware(Packer)
    app.add_middleware(Guard, settings=settings, limits=desk.limits)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]  # FastAPI documents this way to extend it
    return app


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(methods_at(request)) or headers.get("Allow", "")
    return refused(request, error.detail, error.status_code, headers)


def refused(request: Request, sentence: str, status: int, headers: dict[str, str] | None = None) -> Response:
    """A refusal in the language of the request. It may repeat what was sent; half a surrogate pair in that cannot be
    encoded."""
    said = SERVER.translate(sentence, asked_language(request.scope))
    return JSONResponse({"error": said.encode(errors="replace").decode()}, status, headers)


def methods_at(request: Request) -> list[str]:
    """The methods that the calls at an address accept; with `GET` also `HEAD`."""
    routes = (route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute))
    path = request.url.path
    found = {method for route in routes if route.path_regex.match(path) for method in route.methods or ()}
    return sorted(found | ({"HEAD"} if "GET" in found else set()))


async def refuse_now(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotAllowedError)
    return refused(request, error.text, 409)


async def refuse_game(request: Request, error: Exception) -> Response:
    assert isinstance(error, UnloadedGameError)
    return refused(request, error.text, 503)


async def refuse_moved(request: Request, _error: Exception) -> Response:
    return refused(request, refusal("gone"), 503, {"Retry-After": "1"})


async def refuse_form(request: Request, error: Exception) -> Response:
    """Say what is wrong with the form of a request: where and what, but not the value, which may be secret."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return refused(request, f"{where}: {first['msg']}", 422)


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with the messages of the WebSocket among its schemas: `ClientMessage` and
    `ServerMessage`."""
    if app.openapi_schema is None:
        schema = get_openapi(title="Stavka", version="1", routes=app.routes)
        known = schema["components"]["schemas"]
        known |= shapes()
        for name, adapter in messages.SPOKEN.items():
            found = adapter.json_schema(ref_template=REF + "{model}")
            known |= found.pop("$defs", {})
            known[name] = found
        for message in (messages.UpdateSent, messages.PastAnswer):
            known[message.__name__]["properties"]["scene"] = {"$ref": REF + "Scene"}
        known["CoverInfo"]["properties"]["counters"]["items"] = {"$ref": REF + "CoverCounter"}
        known["Entry"]["properties"] |= {"roll": {"$ref": REF + "Roll"}, "odds": {"$ref": REF + "Odds"}}
        known["Answered"]["properties"]["left"] = {"type": "array", "items": {"$ref": REF + "StaysBehind"}}
        answers = known["Answers"]["properties"]
        known["Answers"]["properties"] = {
            name: {"$ref": REF + each["shape"]} if "shape" in each else each for name, each in answers.items()
        }
        for operation in (each for path in schema["paths"].values() for each in path.values() if "security" in each):
            operation["security"].insert(0, {})  # keys of seats open what is theirs; the cookie of an account does too
        app.openapi_schema = schema
    return app.openapi_schema
