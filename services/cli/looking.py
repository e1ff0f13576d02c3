"""`watch`, `doctor`: looking at a match as it goes on, and at Scorepad itself."""

import json
import os
import re
from typing import Annotated, Any, Final

import redis
import typer
from pydantic import ValidationError
from rich.console import Console
from rich.live import Live
from rich.table import Column, Table

from services import checkpointing, clock, migrating, roles, rules, scoreboard, wiring
from services.cli import following, pads
from services.config import Settings, flaws
from services.errors import ServiceError, UnfitStore
from services.wiring import EVERY

_PASSWORD: Final = re.compile(r"([?&][^=&]*password=)[^&]*", re.IGNORECASE)

Json = Annotated[bool, typer.Option("--json", help="Print JSON, one document a line.")]


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    for command in (watch, doctor):
        app.command()(command)


def watch(
    match: Annotated[str, typer.Argument(help="The match's id.")],
    url: Annotated[str | None, typer.Option(help="Where the API is; by the settings if not given.")] = None,
    as_json: Json = False,
) -> None:
    """
    Follow a match live. A private one takes a key in `SCOREPAD_KEY`.

    Example: `scorepad watch 0190163d-8694-739b-aea5-966c26f8ad90`
    """
    settings = Settings()
    url = (url or f"http://{settings.host}:{settings.port}").rstrip("/")
    if not following.is_address(url):
        raise typer.BadParameter("is an address such as http://127.0.0.1:8000", param_hint="--url")
    key = os.environ.get("SCOREPAD_KEY")
    found = following.boards(url, match, key)
    try:
        if as_json:
            for boards in found:
                print(json.dumps(boards, ensure_ascii=False), flush=True)
            return
        with Live(auto_refresh=False, screen=False) as live:
            players, names = None, dict[str, str]()
            for boards in found:
                if players != (players := pads.first(boards)["players"]):
                    names = following.names(url, match, key)
                live.update(pads.shown(boards, names), refresh=True)
    except KeyboardInterrupt:
        return


def doctor(as_json: Json = False) -> None:
    """
    Say what the settings are and where they come from, what is reachable, and how far boards lag.

    Example: `scorepad doctor --json`
    """
    found = _examined()
    if as_json:
        print(json.dumps(found))
    else:
        _print_findings(found)
    if not all(check["ok"] for check in found["checks"]):
        raise typer.Exit(1)


def _examined() -> dict[str, Any]:
    try:
        settings = Settings()
    except ValidationError as error:
        return {"settings": [], "checks": [{"what": "settings", "ok": False, "found": "; ".join(flaws(error))}]}
    shown = [_setting(settings, name) for name in Settings.model_fields]
    try:
        stores = wiring.connect(settings)
    except UnfitStore as error:
        return {"settings": shown, "checks": [{"what": "stores", "ok": False, "found": str(error)}]}
    checks = [_checked(name, check, stores) for name, check in _CHECKS.items()]
    return {"settings": shown, "checks": checks}


def _setting(settings: Settings, name: str) -> dict[str, str]:
    value = getattr(settings, name)
    if name == "database_url":
        value = _masked(settings.database)
    if name == "redis_url":
        value = _masked(settings.redis)
    variable = f"SCOREPAD_{name.upper()}"
    named = ".env" if name in settings.model_fields_set else "default"
    source = "environment" if variable in os.environ else named
    return {"name": variable, "value": str(value), "source": source}


def _masked(url: str) -> str:
    """An address without its password, before the host or among the parameters."""
    url = _PASSWORD.sub(r"\1***", url)
    head, at, tail = url.rpartition("@")
    if not at:
        return url
    scheme, _, user = head.partition("://")
    return f"{scheme}://{user.partition(':')[0]}:***@{tail}"


def _checked(name: str, check: Any, stores: wiring.Stores) -> dict[str, Any]:
    try:
        return {"what": name, "ok": True, "found": check(stores)}
    except (ServiceError, redis.RedisError, OSError) as error:
        return {"what": name, "ok": False, "found": str(error)}


def _revision(stores: wiring.Stores) -> str:
    wiring.check_durable(stores)
    migrating.check_revision(stores)
    return f"{stores.engine.dialect.name}, revision {migrating.revision(stores)}"


def _redis(stores: wiring.Stores) -> str:
    info = stores.redis.info("server")
    return f"{info.get('server_name', 'redis')} {info.get('valkey_version', info['redis_version'])}"


def _boards(stores: wiring.Stores) -> str:
    migrating.check_revision(stores)
    rules.check(stores)
    with stores.reading(EVERY) as connection:
        behind, stuck = scoreboard.lag(connection)
    return f"{behind} matches behind, {stuck} stuck"


def _signing(stores: wiring.Stores) -> str:
    """Signing is looked at by who may hold the keys; elsewhere their folder is empty, and the database alone speaks."""
    migrating.check_revision(stores)
    with stores.reading(EVERY) as connection:
        found = checkpointing.standings(connection)
    for each in found:
        checkpointing.check(stores, each)
    return checkpointing.told(found, clock.now())


def _rights(stores: wiring.Stores) -> str:
    migrating.check_revision(stores)
    found, held = roles.standing(stores)
    return found if held else f"warning: {found}"


_CHECKS = {"database": _revision, "rights": _rights, "redis": _redis, "boards": _boards, "signing": _signing}


def _print_findings(found: dict[str, Any]) -> None:
    console = Console()
    table = Table("Setting", Column("Value", overflow="fold"), "From")
    for setting in found["settings"]:
        table.add_row(setting["name"], setting["value"], setting["source"])
    console.print(table)
    for check in found["checks"]:
        mark = "[green]✓[/green]" if check["ok"] else "[red]✗[/red]"
        console.print(f"{mark} {check['what']}: {check['found']}", highlight=False)
