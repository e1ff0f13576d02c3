"""
Is anything that requirements.lock names known to be vulnerable? `make audit` runs it.

pip-audit asks OSV about every package of the lock, also about those for other platforms. By itself it ends with 1 for
a vulnerable package as for a service that does not answer; here they are told apart.

Status:
    0   no vulnerability is known
    1   there is one at least, and each is named
    69  the service could not be asked, so nothing is known
    70  pip-audit could not do its work, so nothing is known

Settings:
    PIP_AUDIT_OSV_URL: another address that answers as OSV's `/v1/query` does.
    HTTPS_PROXY, REQUESTS_CA_BUNDLE: the way to it.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

VULNERABLE: Final = 1
UNASKED: Final = os.EX_UNAVAILABLE
FAILED: Final = os.EX_SOFTWARE

_LOCK: Final = Path(__file__).parents[1] / "requirements.lock"
_ANSWER_SECONDS: Final = 15
_WHOLE_SECONDS: Final = 300
_PIN: Final = re.compile(r"^([a-z0-9.-]+)(.*?==[^ ]+)(?: ;[^\\\n]*)?(.*(?:\n +--hash.*)+)", re.MULTILINE)
_SILENT: Final = re.compile(r"^(?:requests\.exceptions\.|\S*ServiceError|ERROR:\S*Could not connect).*$", re.MULTILINE)


class NotKnownError(Exception):
    """Nothing is known, why, and the status that says so."""

    def __init__(self, what: str, why: str, status: int) -> None:
        super().__init__(f"Whether {_LOCK.name} is safe is not known: {what}.\n{why}")
        self.status = status


def main() -> int:
    """Ask, say what was answered, and give the status."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            return _told([package for lock in _every_platform(Path(folder)) for package in _asked(lock)])
    except NotKnownError as unknown:
        print(unknown, file=sys.stderr)
        return unknown.status


def _asked(lock: Path) -> list[dict[str, Any]]:
    """The packages of a lock, each with what is known of it."""
    report = lock.with_suffix(".json")
    report.touch()
    command = [sys.executable, "-m", "pip_audit", "--vulnerability-service", "osv", "--progress-spinner", "off"]
    command += ["--timeout", str(_ANSWER_SECONDS), "--disable-pip", "--requirement", str(lock)]
    command += ["--format", "json", "--output", str(report)]
    try:
        done = subprocess.run(  # noqa: S603  our own command
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_WHOLE_SECONDS, check=False
        )
        found: list[dict[str, Any]] = json.loads(report.read_text())["dependencies"]
    except subprocess.TimeoutExpired:
        raise NotKnownError(
            "the advisory service could not be asked", f"No end after {_WHOLE_SECONDS} s.", UNASKED
        ) from None
    except ValueError:
        silent = _SILENT.search(done.stderr)
        if silent:
            raise NotKnownError("the advisory service could not be asked", silent[0], UNASKED) from None
        raise NotKnownError("pip-audit could not do its work", done.stderr, FAILED) from None
    return found


def _every_platform(folder: Path) -> list[Path]:
    """The lock without conditions; pip-audit takes a package once a file."""
    seen: Counter[str] = Counter()
    for name, version, hashes in _PIN.findall(_LOCK.read_text()):
        with Path(folder, f"{seen[name]}.txt").open("a") as file:
            file.write(f"{name}{version}{hashes}\n")
        seen[name] += 1
    return sorted(folder.glob("*.txt"))


def _told(packages: list[dict[str, Any]]) -> int:
    vulnerable = [package for package in packages if package["vulns"]]
    for package in vulnerable:
        for known in package["vulns"]:
            mended = ", ".join(known["fix_versions"]) or "no version yet"
            print(_plain(f"{package['name']} {package['version']}: {known['id']}, mended in {mended}"))
            print(_plain(f"  {known['description']}"))
    if vulnerable:
        print(f"{len(vulnerable)} of the {len(packages)} packages of {_LOCK.name} are known to be vulnerable.")
        return VULNERABLE
    print(f"None of the {len(packages)} packages of {_LOCK.name} is known to be vulnerable.")
    return 0


def _plain(text: str) -> str:
    """What others wrote, without signs that steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _unknown(what: str, why: str, status: int) -> int:
    print(f"Whether {_LOCK.name} is safe is not known: {what}.\n{why}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
