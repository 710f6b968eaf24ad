"""The web application: endpoints, live connections, the client's files, and answers to what goes wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from . import live, routes, schemas
from .desk import Desk
from .limits import Limits, TooLargeError
from .problems import ProblemError
from .settings import Settings
from .storage import BadTextError, Notice, Storage, StorageError

STATIC = Path(str(files("hexfolio.server").joinpath("static")))
log = logging.getLogger("hexfolio.server")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, ready to be served."""
    chosen = settings or Settings.from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        desk = Desk(Storage.open(chosen.database), chosen.workers)
        hub = live.Hub(asyncio.get_running_loop())

        def heard(notice: Notice) -> None:
            desk.heard(notice)
            hub.notice(notice)

        stop = desk.storage.listen(heard)
        app.state.desk, app.state.hub = desk, hub
        yield
        stop()
        desk.close()

    app = FastAPI(
        title="Hexfolio",
        version="1",
        description="Games of hex and counter: views, legal orders, odds, orders, journals.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(Limits, settings=chosen)
    app.include_router(routes.router)
    app.include_router(live.router)
    _handle_errors(app)
    _describe_live_messages(app)
    if (STATIC / "index.html").is_file():
        _serve_client(app)
    return app


def _describe_live_messages(app: FastAPI) -> None:
    """OpenAPI has no place for live messages; their models stand beside the others all the same."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        document = plain()
        models = document["components"]["schemas"]
        for model in (schemas.Hello, schemas.Live):
            described = model.model_json_schema(ref_template="#/components/schemas/{model}")
            for name, part in described.pop("$defs", {}).items():
                models.setdefault(name, part)
            models[model.__name__] = described
        return document

    app.openapi = openapi  # type: ignore[method-assign]


def _serve_client(app: FastAPI) -> None:
    app.mount("/assets", StaticFiles(directory=STATIC / "assets"), name="assets")

    @app.get("/{name:path}", include_in_schema=False)
    def client(name: str) -> FileResponse:
        """The client's page, and files that lie beside it."""
        if name.partition("/")[0] == "api":
            raise HTTPException(404)
        wanted = STATIC / name
        if name and "/" not in name and wanted.is_file():
            return FileResponse(wanted)
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


def _handle_errors(app: FastAPI) -> None:
    def answer(status: int, problem: schemas.Problem) -> JSONResponse:
        return JSONResponse(problem.model_dump(), status_code=status)

    @app.exception_handler(ProblemError)
    def on_problem(request: Request, error: ProblemError) -> JSONResponse:
        return answer(error.status, error.problem)

    @app.exception_handler(RequestValidationError)
    def on_malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        return answer(422, schemas.Problem(error="malformed", sentence=_sentence(error)))

    @app.exception_handler(HTTPException)
    def on_http(request: Request, error: HTTPException) -> JSONResponse:
        if isinstance(error.__cause__, TooLargeError):
            return answer(413, schemas.Problem(error="too large", sentence="The request is too large."))
        if error.status_code == 400:
            sentence = "The body of the request cannot be read: expected JSON."
            return answer(422, schemas.Problem(error="malformed", sentence=sentence))
        sentences = {
            404: "There is nothing at this address.",
            405: "This address does not take such requests.",
        }
        sentence = sentences.get(error.status_code, str(error.detail))
        return answer(error.status_code, schemas.Problem(error="http", sentence=sentence))

    @app.exception_handler(BadTextError)
    def on_text(request: Request, error: BadTextError) -> JSONResponse:
        return answer(422, schemas.Problem(error="malformed", sentence=str(error)))

    @app.exception_handler(StorageError)
    def on_storage(request: Request, error: StorageError) -> JSONResponse:
        log.error("Storage: %s", error)
        # The error itself names the place of the database, which is nobody's business.
        sentence = "The games cannot be reached just now. What was acknowledged is kept."
        return answer(503, schemas.Problem(error="storage", sentence=sentence))


def _sentence(error: RequestValidationError) -> str:
    """What is wrong with the first wrong part of a request."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body") or "the body"
    return f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}."
