"""The server on Uvicorn."""

from __future__ import annotations

from fastapi import FastAPI
from uvicorn import Config, Server

from stavka.server.faults import LOGGING
from stavka.server.settings import Settings


def run(app: FastAPI, host: str, port: int, settings: Settings) -> None:
    """Serve until the process is told to stop. One process: a table has one lock."""
    config = Config(
        app,
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes * 4,
        log_config=LOGGING,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
    )
    Server(config).run()
