"""Whether this process lives, whether it is ready, and its figures."""

from collections.abc import Sequence
from typing import Any

import redis
from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from domain.text import moment
from services import checkpointing, clock, migrating, scoreboard, telemetry
from services.api.context import Here
from services.checkpointing import Standing
from services.errors import StoreAway, UnfitStore
from services.wiring import EVERY

router = APIRouter(tags=["health"])


@router.get("/healthz")
def alive() -> dict[str, str]:
    """This process answers."""
    return {"status": "alive"}


@router.get("/readyz")
def ready(here: Here, response: Response) -> dict[str, Any]:
    """Whether reports can be taken (else 503), what lags, is stuck or unsigned, whether Redis is there."""
    found: dict[str, Any] = {"status": "ready", "redis": _redis(here.stores.redis), "live": here.hub.on_redis}
    try:
        migrating.check_revision(here.stores)
        with here.stores.reading(EVERY) as connection:
            behind, stuck = scoreboard.lag(connection)
            signed = checkpointing.standings(connection)
    except (StoreAway, UnfitStore) as error:
        response.status_code = 503
        return found | {"status": "not ready", "database": str(error)}
    found |= {"database": "reachable", "matches_behind": behind, "matches_stuck": stuck} | _signing(signed)
    if found["redis"] != "reachable" or stuck or found["signing"] != "keeps up":
        found["status"] = "degraded"
    return found


@router.get("/metrics")
def metrics(here: Here) -> Response:
    """Figures for Prometheus."""
    with here.stores.reading(EVERY) as connection:
        behind, stuck = scoreboard.lag(connection)
        signed = checkpointing.standings(connection)
    now = clock.now()
    telemetry.UNSIGNED.set(sum(each.unsigned for each in signed))
    telemetry.SIGNED_AT.set(max((each.made_at.timestamp() for each in signed if each.made_at), default=0))
    telemetry.NOT_SIGNING.set(sum(each.late(now) for each in signed))
    telemetry.BEHIND.set(behind)
    telemetry.STUCK.set(stuck)
    telemetry.VIEWERS.set(here.hub.viewers)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _signing(signed: Sequence[Standing]) -> dict[str, Any]:
    now = clock.now()
    made = max((each.made_at for each in signed if each.made_at), default=None)
    return {
        "signing": "stands still" if any(each.late(now) for each in signed) else "keeps up",
        "checkpoint_made_at": moment(made),
        "events_unsigned": sum(each.unsigned for each in signed),
    }


def _redis(client: redis.Redis) -> str:
    try:
        client.ping()
    except redis.RedisError as error:
        return f"away ({type(error).__name__})"
    return "reachable"
