"""CloudEvents 1.0 in their JSON format: an event of the log as brokers and serverless platforms take it."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from domain.games import event_types

BATCH: Final = "application/cloudevents-batch+json"
"""The media type of a list of them; one alone is `application/cloudevents+json`."""


def cloud_event(event: Mapping[str, Any], origin: str) -> dict[str, Any]:
    """
    An event as a CloudEvent.

    Args:
        event: As it is on the wire, sealed where it must be.
        origin: Where the schemas are served, such as `https://scores.example`.

    Source:
        docs/formats.md, "CloudEvents".
    """
    found = {
        "specversion": "1.0",
        "id": event["id"] or f"{event['match']}/{event['version']}/sealed",
        "source": f"scorepad/{quote(event['ledger'], safe='')}",
        "type": event["type"],
        "subject": event["match"],
        "time": event["occurred_at"] or event["recorded_at"],
        "datacontenttype": "application/json",
        "version": str(event["version"]),
        "recordedtime": event["recorded_at"],
        "actor": event["actor"],
        "chainhash": event["hash"],
    }
    if "position" in event:
        found["position"] = str(event["position"])
    if event["type"] in event_types() and "sealed" not in event["data"]:
        found["dataschema"] = f"{origin.rstrip('/')}/v1/schemas/events/{event['type']}"
    return found | {"data": event["data"]}
