"""The steps of docs/operating.md, and the files in `deploy` that they use."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.conftest import quick
from server.postgres import free_port
from server.process import Server
from server.reading import Reading
from stavka.cli import run
from stavka.engine.state import Json

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
STEPS = [
    line for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL) for line in block.splitlines()
]
BIN = Path(sys.executable).parent


# -- the page ---------------------------------------------------------------------------------------------------------


def test_every_file_that_a_step_names_is_there() -> None:
    named = {word for step in STEPS for word in re.findall(r"deploy/[A-Za-z.-]+", step)}
    assert named == {f"deploy/{file.name}" for file in DEPLOY.iterdir()}


def test_every_command_of_stavka_in_a_step_exists(capsys: pytest.CaptureFixture[str]) -> None:
    commands = [re.split(r"/opt/stavka/bin/stavka ", step)[1] for step in STEPS if "/opt/stavka/bin/stavka " in step]
    assert len(commands) >= 3
    for command in commands:
        words = [word for word in shlex.split(command) if word.islower() and "/" not in word and word[0] != "-"]
        assert run([*words, "--help"]) == 0, command
        options = re.findall(r"--[a-z-]+", command)
        assert all(option in capsys.readouterr().out for option in options), command


# -- the units --------------------------------------------------------------------------------------------------------


def unit(name: str, word: str) -> list[str]:
    """The values of a setting of a unit."""
    return re.findall(rf"^{word}=(.*)$", (DEPLOY / name).read_text("utf-8"), re.MULTILINE)


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    for file in DEPLOY.glob("stavka*"):
        there = file.read_text("utf-8").replace("/opt/stavka/bin/stavka", str(BIN / "stavka"))
        (tmp_path / file.name).write_text(there.replace("=stavka\n", "=root\n"))
    for file in sorted(tmp_path.iterdir()):
        words = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(file)]
        checked = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
        assert (checked.returncode, checked.stderr) == (0, ""), file.name


def test_a_unit_that_is_wrong_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.service").write_text("[Service]\nExecStart=/nonexistent/stavka\nRestrat=no\n")
    words = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "x.service")]
    assert "Restrat" in subprocess.run(words, capture_output=True, text=True, check=False, timeout=60).stderr


class AsUnit(Server):
    """The server as the unit starts it, with another folder and another port."""

    def spawn(self, words: list[str], out: IO[bytes]) -> subprocess.Popen[bytes]:
        environ = dict(line.split("=", 1) for line in unit("stavka.service", "Environment"))
        environ |= {"STAVKA_DATA_FOLDER": str(self.settings.data_folder), "STAVKA_METRICS": f"127.0.0.1:{METRICS}"}
        (start,) = unit("stavka.service", "ExecStart")
        program, *more = shlex.split(start.replace("--port 8000", f"--port {self.port}"))
        assert program == "/opt/stavka/bin/stavka"
        environ |= {"PATH": os.defpath, "HOME": "/nonexistent"} | self.environ
        return subprocess.Popen([str(BIN / "stavka"), *more], env=environ, stdout=out, stderr=out, umask=0o077)


METRICS = free_port()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "data").mkdir()
    server = AsUnit(quick(tmp_path / "data"), tmp_path / "log")
    yield server
    server.kill()


def test_the_server_runs_as_the_unit_says_and_stops_within_its_time(server: Server) -> None:
    assert int(unit("stavka.service", "TimeoutStopSec")[0]) > 20, "longer than STAVKA_STOP_SECONDS"
    opener = build_opener()
    assert b"stavka_tables 0.0" in opener.open(f"http://127.0.0.1:{METRICS}/metrics", timeout=20).read()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(30) in (0, -signal.SIGTERM), "what systemd takes for a clean end"


def test_the_backup_of_the_unit_is_made(server: Server, tmp_path: Path) -> None:
    server.get("tables", {"game": "traces", "scenario": "race", "seats": {"soviet": "me", "axis": "me"}})
    (start,) = unit("stavka-backup.service", "ExecStart")
    for old, new in (("/opt/stavka/bin", str(BIN)), ("/var/lib/stavka", str(tmp_path)), ("%%", "%")):
        start = start.replace(old, new)
    (tmp_path / "backups").mkdir()
    environ = os.environ | {"STAVKA_DATA_FOLDER": str(server.settings.data_folder)}
    said = subprocess.run(shlex.split(start), env=environ, capture_output=True, text=True, check=True, timeout=60)
    (made,) = (tmp_path / "backups").iterdir()
    assert said.stdout.startswith("Wrote 1 table, ") and re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}\.stavka", made.name)


# -- the proxy --------------------------------------------------------------------------------------------------------


@contextmanager
def caddy(server: Server, folder: Path) -> Iterator[tuple[int, ssl.SSLContext]]:
    """Caddy with our file, on a free port of this machine and with a certificate that it makes itself."""
    port = free_port()
    ours = (DEPLOY / "Caddyfile").read_text("utf-8")
    ours = ours.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    ours = ours.replace("play.example.org {", f"https://localhost:{port} {{\n\ttls internal")
    options = f"admin off\nauto_https disable_redirects\nskip_install_trust\nstorage file_system {folder}/caddy\n"
    (folder / "Caddyfile").write_text(f"{{\n{options}}}\n{ours}")
    words = ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    environ = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "caddy.log").open("wb") as log:
        running = subprocess.Popen(words, env=environ, stdout=log, stderr=log)
    root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    try:
        for _ in range(400):
            if root.exists() and answers(port, root):
                break
            assert running.poll() is None, (folder / "caddy.log").read_text()
            time.sleep(0.05)
        yield port, ssl.create_default_context(cafile=str(root))
    finally:
        running.terminate()
        running.wait(20)


def answers(port: int, root: Path) -> bool:
    try:
        context = ssl.create_default_context(cafile=str(root))
        build_opener(HTTPSHandler(context=context)).open(f"https://localhost:{port}/health/live", timeout=5).close()
    except (OSError, ssl.SSLError):
        return False
    return True


def test_caddy_accepts_the_file_as_it_is(tmp_path: Path) -> None:
    words = ["caddy", "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    checked = subprocess.run(words, env=environ, capture_output=True, text=True, check=False, timeout=60)
    assert "Valid configuration" in checked.stdout + checked.stderr, checked.stderr
    formatted = subprocess.run(
        ["caddy", "fmt", str(DEPLOY / "Caddyfile")], capture_output=True, check=False, timeout=60
    )
    assert formatted.stdout == (DEPLOY / "Caddyfile").read_bytes()


def test_a_game_is_played_through_the_proxy_with_tls(server: Server, tmp_path: Path) -> None:
    with caddy(server, tmp_path) as (port, context):
        web = build_opener(HTTPSHandler(context=context), HTTPCookieProcessor())

        def get(path: str, data: Json | None = None, **headers: str) -> tuple[dict[str, str], bytes]:
            body = None if data is None else json.dumps(data).encode()
            asked = Request(f"https://localhost:{port}{path}", body, {"Content-Type": "application/json"} | headers)
            with web.open(asked, timeout=30) as reply:
                return {name.lower(): value for name, value in reply.headers.items()}, reply.read()

        headers, body = get("/health/ready")
        assert json.loads(body) == {"ok": True, "wrong": []}
        assert headers["strict-transport-security"] == "max-age=31536000", "the server knows that TLS is in front of it"
        assert get("/")[0]["content-security-policy"]
        wanted = {"game": "traces", "scenario": "race", "seats": {"soviet": "me", "axis": "me"}}
        made = json.loads(get("/api/tables", wanted)[1])
        account = {"name": "Konev", "password": "nine unrelated grey bicycles"}
        get("/api/account", account)
        csrf = json.loads(get("/api/account/login", account)[1])["csrf"]
        get("/api/account/seats", {"keys": [made["keys"]["axis"]]}, **{"X-CSRF-Token": csrf})
        assert json.loads(get("/api/account")[1])["name"] == "Konev", "the browser sends its cookie"
        address = f"wss://localhost:{port}/api/tables/{made['table']}/play?key={made['keys']['axis']}"
        with connect(address, ssl=context) as socket:
            reading = Reading()
            while not reading.scenes:
                reading.read(json.loads(socket.recv(timeout=30)))
            word = reading.scene["offer"]["picks"][0]["pick"]
            socket.send(json.dumps({"do": "pick", "id": 1, "state": 0, "pick": word}))
            while not reading.replies:
                reading.read(json.loads(socket.recv(timeout=30)))
            assert reading.state == 1
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as end:
                while True:
                    socket.recv(timeout=30)
        assert end.value.rcvd is not None
        assert (end.value.rcvd.code, end.value.rcvd.reason) == (1012, "the server restarts")
        server.process.wait(30)
        with pytest.raises(HTTPError, match="502"):
            get("/health/ready")
        server.start()
        assert json.loads(get(f"/api/tables/{made['table']}")[1])["result"] == ""
    assert "sends X-Forwarded-For and is not in STAVKA_PROXIES" not in server.log.read_text()


# -- the container ----------------------------------------------------------------------------------------------------


def container(word: str) -> list[str]:
    """The instructions of one kind in the container file."""
    return re.findall(rf"^{word} (.*)$", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE)


def test_the_container_starts_a_server_that_is_healthy(tmp_path: Path) -> None:
    """No engine for containers runs here: the start and the health check run as they are, on another port."""
    port = free_port()
    (start,), (check,) = container("CMD"), container("HEALTHCHECK")
    environ = dict(pair.split("=") for pair in container("ENV")[0].split()) | {"STAVKA_DATA_FOLDER": str(tmp_path)}

    def words(text: str) -> list[str]:
        text = text.replace("8000", str(port)).replace("/opt/stavka/bin", str(BIN)).replace("0.0.0.0", "127.0.0.1")
        found: list[str] = json.loads(text)
        return found

    probe = words(check.removeprefix("CMD "))
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(words(start), env=os.environ | environ, stdout=log, stderr=log)
    try:
        for _ in range(600):
            if subprocess.run(probe, capture_output=True, check=False, timeout=60).returncode == 0:
                break
            assert server.poll() is None, (tmp_path / "log").read_text()
        else:
            raise AssertionError("it does not become healthy")
    finally:
        server.send_signal(getattr(signal, container("STOPSIGNAL")[0]))
        server.wait(30)
    assert container("USER") == ["stavka"] and environ["STAVKA_LOG"] == "json"
    assert container("VOLUME") == ["/var/lib/stavka"] and "STAVKA_DATA_FOLDER=/var/lib/stavka" in container("ENV")[0]


def test_the_commands_of_the_container_are_a_script_that_a_shell_reads() -> None:
    script = "\n".join(container("RUN"))
    assert subprocess.run(["sh", "-n"], input=script, text=True, check=False, timeout=20).returncode == 0
    assert all(word in script for word in ("python3 -m venv /opt/stavka", "useradd --system", "[postgres]"))
