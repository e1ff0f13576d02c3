"""`make audit`: what is known, what is vulnerable, and that nothing is known where nobody could be asked."""

import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LIMIT = 120
UNASKED = "Whether requirements.lock is safe is not known: the advisory service could not be asked."
PINS = set(re.findall(r"^([a-z0-9-]+)(?:\[[^]]*\])?==([^ ]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
ADVISORY = {
    "schema_version": "1.7.3",
    "id": "PYSEC-2026-1",
    "summary": "Templates leave their sandbox\x1b[2J",
    "affected": [
        {
            "package": {"name": "jinja2", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.1"}]}],
        }
    ],
}

Answer = Callable[[dict[str, Any]], tuple[int, bytes]]


def test_a_lock_without_known_vulnerabilities_is_said_to_have_none() -> None:
    with osv(lambda _: (200, b"{}")) as (url, asked):
        done = audit(PIP_AUDIT_OSV_URL=url)

    assert done.returncode == 0, done.stderr
    assert done.stdout == f"None of the {len(PINS)} packages of requirements.lock is known to be vulnerable.\n"
    assert {(query["package"]["name"], query["version"]) for query in asked} == PINS, (
        "other platforms' packages as well"
    )
    assert {query["package"]["ecosystem"] for query in asked} == {"PyPI"}


def test_a_vulnerable_package_is_named_with_what_mends_it() -> None:
    def answer(query: dict[str, Any]) -> tuple[int, bytes]:
        return 200, json.dumps({"vulns": [ADVISORY]} if query["package"]["name"] == "jinja2" else {}).encode()

    with osv(answer) as (url, _):
        done = audit(PIP_AUDIT_OSV_URL=url)

    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"jinja2 {dict(PINS)['jinja2']}: PYSEC-2026-1, mended in 99.1",
        "  Templates leave their sandbox?[2J",
        f"1 of the {len(PINS)} packages of requirements.lock are known to be vulnerable.",
    ]


def test_a_service_that_cannot_be_reached_is_no_vulnerability_and_no_all_clear() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        proxy = f"http://127.0.0.1:{taken.getsockname()[1]}"
        done = audit(HTTPS_PROXY=proxy)

    assert done.returncode == 69
    assert done.stderr.splitlines()[0] == UNASKED
    assert "ProxyError" in done.stderr.splitlines()[1]
    assert not done.stdout


def test_a_service_that_answers_amiss_has_not_been_asked() -> None:
    for answer in ((503, b"{}"), (200, b"<html>Log in first</html>")):
        with osv(lambda _, answer=answer: answer) as (url, _):
            done = audit(PIP_AUDIT_OSV_URL=url)

        assert (done.returncode, done.stderr.splitlines()[0]) == (69, UNASKED), answer


def test_a_fault_of_pip_audit_is_told_from_both() -> None:
    with osv(lambda _: (200, b'{"vulns": [{"id": 1, "affected": 2}]}')) as (url, _):
        done = audit(PIP_AUDIT_OSV_URL=url)

    assert done.returncode == 70
    assert done.stderr.startswith("Whether requirements.lock is safe is not known: pip-audit could not do its work.\n")


def test_make_audit_runs_it() -> None:
    told = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "audit"], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert told.stdout.splitlines()[-1] == ".venv/bin/python tools/audit.py"


def audit(**environment: str) -> subprocess.CompletedProcess[str]:
    """The audit with these settings and no others."""
    command = [sys.executable, ROOT / "tools" / "audit.py"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False)


@contextmanager
def osv(answer: Answer) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A service that speaks OSV's protocol on loopback: its address, and what it was asked."""
    asked: list[dict[str, Any]] = []

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(query)
            status, body = answer(query)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1/query", asked
        finally:
            server.shutdown()
            thread.join()
