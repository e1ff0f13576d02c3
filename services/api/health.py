"""Whether this process lives, whether it is ready, and its figures."""

from typing import Any

import redis
from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from services import migrating, scoreboard, telemetry
from services.api.context import Here
from services.errors import StoreAway, UnfitStore

router = APIRouter(tags=["health"])


@router.get("/healthz")
def alive() -> dict[str, str]:
    """This process answers."""
    return {"status": "alive"}


@router.get("/readyz")
def ready(here: Here, response: Response) -> dict[str, Any]:
    """Whether reports can be taken (else 503), how far boards lag, which matches are stuck, whether Redis is there."""
    found: dict[str, Any] = {"status": "ready", "redis": _redis(here.stores.redis), "live": here.hub.on_redis}
    try:
        migrating.check_revision(here.stores)
        with here.stores.reading() as connection:
            behind, stuck = scoreboard.lag(connection)
    except (StoreAway, UnfitStore) as error:
        response.status_code = 503
        return found | {"status": "not ready", "database": str(error)}
    if found["redis"] != "reachable" or stuck:
        found["status"] = "degraded"
    return found | {"database": "reachable", "matches_behind": behind, "matches_stuck": stuck}


@router.get("/metrics")
def metrics(here: Here) -> Response:
    """Figures for Prometheus."""
    with here.stores.reading() as connection:
        behind, stuck = scoreboard.lag(connection)
    telemetry.BEHIND.set(behind)
    telemetry.STUCK.set(stuck)
    telemetry.VIEWERS.set(here.hub.viewers)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _redis(client: redis.Redis) -> str:
    try:
        client.ping()
    except redis.RedisError as error:
        return f"away ({type(error).__name__})"
    return "reachable"
