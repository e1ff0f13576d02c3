"""CloudEvents: as the specification and its own SDK have them."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from cloudevents.core.formats.json import JSONFormat

from domain.games import event_types
from services.formats.cloudevents import cloud_event

EVENT: dict[str, Any] = {
    "id": "0190163d-8694-739b-aea5-966c26f8ad90",
    "type": "bridge.deal_played",
    "data": {"contract": "4S", "declarer": "N", "tricks": 10},
    "occurred_at": "2026-11-29T18:00:00.000000Z",
    "ledger": "main",
    "match": "0190163d-8694-739b-aea5-966c26f8ad91",
    "version": 2,
    "recorded_at": "2026-11-29T18:00:01.500000Z",
    "actor": "scorer:abc",
    "hash": "00ff",
}
CORE = {"specversion", "id", "source", "type", "subject", "time", "datacontenttype", "dataschema", "data"}


def written(**more: Any) -> dict[str, Any]:
    return cloud_event(EVENT | more, "https://scores.example/")


def test_every_attribute_is_mapped_as_it_is_written_down() -> None:
    assert written() == {
        "specversion": "1.0",
        "id": EVENT["id"],
        "source": "scorepad/main",
        "type": "bridge.deal_played",
        "subject": EVENT["match"],
        "time": "2026-11-29T18:00:00.000000Z",
        "datacontenttype": "application/json",
        "dataschema": "https://scores.example/v1/schemas/events/bridge.deal_played",
        "version": "2",
        "recordedtime": "2026-11-29T18:00:01.500000Z",
        "actor": "scorer:abc",
        "chainhash": "00ff",
        "data": EVENT["data"],
    }


def test_without_a_time_of_its_own_it_happened_when_it_was_recorded() -> None:
    assert written(occurred_at=None)["time"] == EVENT["recorded_at"]


def test_the_feed_adds_the_position() -> None:
    assert written(position=7)["position"] == "7"


def test_what_is_sealed_or_unknown_fits_no_schema_and_names_none() -> None:
    assert "dataschema" not in written(data={"sealed": True})
    assert "dataschema" not in written(type="bridge.deal_plaid")


@pytest.mark.parametrize("ledger", ["main", "a b", "ä/ö", "#?"])
def test_the_source_is_a_reference_whatever_the_ledger_is_called(ledger: str) -> None:
    source = written(ledger=ledger)["source"]

    assert re.fullmatch(r"scorepad/[\w.~%-]+", source, re.ASCII)
    assert urlsplit(source).path == source


@pytest.mark.parametrize("type_", sorted(event_types()))
def test_the_sdk_of_the_specification_reads_it_and_writes_the_same(type_: str) -> None:
    for more in ({}, {"position": 1, "occurred_at": None}, {"data": {"sealed": True}}):
        told = written(type=type_, **more)

        read = JSONFormat().read(None, json.dumps(told))

        assert (read.get_id(), read.get_type(), read.get_source()) == (told["id"], type_, "scorepad/main")
        assert read.get_data() == told["data"]
        again = json.loads(JSONFormat().write(read))
        assert again | {"time": ""} == told | {"time": ""}


def test_extensions_are_named_as_the_specification_wants_and_hold_text() -> None:
    more = {name: value for name, value in written(position=1).items() if name not in CORE}

    assert all(re.fullmatch(r"[a-z0-9]{1,20}", name) and isinstance(value, str) for name, value in more.items())
