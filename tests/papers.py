"""Pages that are run: their fenced blocks, shell commands, and curl against a house of the tests."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

ROOT = Path(__file__).parents[1]
ADDRESS = "http://127.0.0.1:8000"
"""Where the pages say that the API is."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, the file that it is to be, if any, and its text."""

    language: str
    name: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text()
    return [
        Block(found[1], found[2], found[3], text.count("\n", 0, found.start()) + 2)
        for found in re.finditer(r"^```(\w+) ?([\w.]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]


def shell(text: str, folder: Path) -> str:
    """What commands print in a folder, as a reader's shell would run them; `scorepad` is the one under test."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert not done.stderr
    return done.stdout


def curls(text: str) -> list[list[str]]:
    """The words of each curl of a block; the block has nothing else."""
    words = [shlex.split(command) for command in re.split(r"\n(?=curl )", text.replace("\\\n", "").strip())]
    assert all(command[0] == "curl" for command in words)
    return words


def request(words: list[str], client: httpx2.Client) -> httpx2.Request:
    """What curl would send: -H, -d and --no-buffer are all that the pages use."""
    url, headers, body, rest = "", {}, None, iter(words[1:])
    for word in rest:
        if word == "-H":
            name, _, value = next(rest).partition(": ")
            headers[name] = value.replace("$KEY", client.headers["Authorization"].removeprefix("Bearer "))
        elif word == "-d":
            body = next(rest)
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        elif word != "--no-buffer":
            assert word.startswith(ADDRESS), f"no word of curl's that is known here: {word}"
            url = word.removeprefix(ADDRESS)
    bare = httpx2.Request("GET" if body is None else "POST", client.base_url.join(url), headers=headers, content=body)
    assert "Authorization" in headers or "Authorization" not in bare.headers
    return bare


def answer(words: list[str], client: httpx2.Client) -> Any:
    """What curl would be answered, as JSON."""
    return client.send(request(words, client)).json()
