"""Commands of the game server: serve it, and write its interface down."""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from .common import Commands

HOST, PORT = "127.0.0.1", 8296
TRIES = 20
"""Ports that are tried after the first when no port was asked for."""


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    serve = commands.add_parser("serve", help="serve games to browsers")
    serve.add_argument("--host", default=HOST, help=f"address to listen on (default: {HOST})")
    serve.add_argument(
        "--port", type=int, help=f"port to listen on (default: {PORT}, or the next that is free)"
    )
    serve.add_argument("--database", help="file or URL of the games (default: your data folder)")
    serve.add_argument("--open", action="store_true", help="open the browser where there is a display")
    serve.set_defaults(run=run_serve)
    openapi = commands.add_parser("openapi", help="write the server's interface as an OpenAPI document")
    openapi.add_argument("--out", type=Path, required=True, help="file to write")
    openapi.set_defaults(run=run_openapi)


def run_serve(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    import uvicorn

    from hexfolio.server.app import STATIC, create_app
    from hexfolio.server.settings import KEEP_ALIVE, Settings
    from hexfolio.server.storage import Storage, StorageError

    if not (STATIC / "index.html").is_file():
        print(
            "hexfolio: the browser client is not built; run “make web”. Serving the interface alone.",
            file=sys.stderr,
        )
    port = options.port if options.port is not None else _free_port(options.host)
    address = f"http://{'127.0.0.1' if options.host in ('0.0.0.0', '::') else options.host}:{port}/"
    settings = Settings.from_environment(options.database)
    try:
        Storage.open(settings.database).close()  # what is wrong with it is said before anything starts
        app = create_app(settings)
    except StorageError as error:
        raise ValueError(str(error)) from None
    config = uvicorn.Config(
        app,
        host=options.host,
        port=port,
        log_level="warning",
        server_header=False,
        workers=1,
        timeout_keep_alive=KEEP_ALIVE,
    )
    server = uvicorn.Server(config)
    threading.Thread(target=_announce, args=(server, address, options.open), daemon=True).start()
    server.run()
    if not server.started:
        return 2
    print("Bye. Your games are kept.")
    return 0


def _announce(server: object, address: str, open_browser: bool) -> None:
    """Say where the games are, as soon as they can be reached."""
    import time

    while not getattr(server, "started", False):
        if getattr(server, "should_exit", False):
            return
        time.sleep(0.05)
    print(f"Hexfolio is at {address}\nStop it with Ctrl+C.", flush=True)
    if open_browser and (
        sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        webbrowser.open(address)


def _free_port(host: str) -> int:
    for port in range(PORT, PORT + TRIES):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise ValueError(f"The ports {PORT} to {PORT + TRIES - 1} are all in use: name another with --port.")


def run_openapi(options: argparse.Namespace) -> int:
    from hexfolio.server.app import create_app
    from hexfolio.server.settings import Settings

    document = json.dumps(create_app(Settings()).openapi(), indent=1, sort_keys=True)
    options.out.write_text(document + "\n")
    return 0
