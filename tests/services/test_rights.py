"""What a scorer's key may report, what takes a director's, and what a key for one match reaches."""

from typing import Any

import pytest

from domain import wire
from domain.errors import Refused
from domain.event import Opened
from services import recording
from services.errors import Forbidden, UnknownMatch
from services.wiring import Stores
from tests import books
from tests.people import PASSED, Table, deal, report

DIRECTORS: list[tuple[str, dict[str, Any]]] = [
    ("match.adjusted", {"side": "NS", "points": 100, "reason": "slow play"}),
    ("match.closed", {}),
    ("match.forfeited", {"side": "NS"}),
    ("match.released", {}),
    ("match.visibility_changed", {"visibility": "private"}),
]
SCORERS: list[tuple[str, dict[str, Any]]] = [
    PASSED,
    deal(),
    ("match.players_changed", {"players": {"N": "p5"}}),
    ("match.confirmed", {"of": 2}),
    ("bridge.dealt", {"dealer": "N"}),
]

FINED = {"of": 2, "type": "match.adjusted", "data": {"side": "NS", "points": -100, "reason": "90"}, "reason": "late"}


@pytest.fixture
def director(stores: Stores) -> Table:
    return Table(stores)


@pytest.fixture
def scorer(stores: Stores) -> Table:
    return Table(stores, scopes=("scorer",))


@pytest.fixture
def match(director: Table) -> str:
    """A match with a deal that the director reported."""
    match = director.open()
    director.tell(match, *deal())
    return match


@pytest.mark.parametrize("said", SCORERS, ids=[type_ for type_, _ in SCORERS])
def test_a_scorer_reports_the_play(scorer: Table, match: str, said: tuple[str, dict[str, Any]]) -> None:
    assert scorer.tell(match, *said).version == 3


@pytest.mark.parametrize("said", DIRECTORS, ids=[type_ for type_, _ in DIRECTORS])
def test_what_a_director_decides_takes_a_directors_key(
    director: Table, scorer: Table, match: str, said: tuple[str, dict[str, Any]]
) -> None:
    before = books.kept(scorer.stores)

    with pytest.raises(Forbidden):
        scorer.tell(match, *said)
    with pytest.raises(Forbidden):
        scorer.tell_all(match, [report(*PASSED), report(*said)])

    assert books.kept(scorer.stores) == before
    assert director.tell(match, *said).version == 3


@pytest.mark.parametrize("scopes", [("reader",), ("auditor",), ("admin",), ("reader", "auditor", "admin")])
def test_who_only_reads_reports_nothing(stores: Stores, match: str, scopes: tuple[str, ...]) -> None:
    reader = Table(stores, scopes=scopes)
    before = books.kept(stores)

    with pytest.raises(Forbidden):
        reader.tell(match, *PASSED)
    with pytest.raises(Forbidden):
        reader.open()

    assert books.kept(stores) == before


def test_directors_open_matches(scorer: Table) -> None:
    with pytest.raises(Forbidden):
        scorer.open()

    assert books.kept(scorer.stores)["matches"] == 0


MENDINGS: list[tuple[str, dict[str, Any]]] = [
    ("match.corrected", {"of": 2, "data": deal("1N", "N", 8)[1], "reason": "misheard"}),
    ("match.withdrawn", {"of": 2, "reason": "misheard"}),
    ("match.inserted", {"before": 2, "type": "bridge.deal_played", "data": PASSED[1], "reason": "forgotten"}),
]


@pytest.mark.parametrize("said", MENDINGS, ids=[type_ for type_, _ in MENDINGS])
def test_a_scorer_does_not_mend_what_another_key_reported(
    director: Table, scorer: Table, match: str, said: tuple[str, dict[str, Any]]
) -> None:
    with pytest.raises(Forbidden):
        scorer.tell(match, *said)
    with pytest.raises(Forbidden):
        scorer.tell(match, "match.corrected", {"of": 1, "data": {"game": "bridge.rubber"}, "reason": "title"})

    assert director.tell(match, *said).version == 3


@pytest.mark.parametrize("said", MENDINGS, ids=[type_ for type_, _ in MENDINGS])
def test_a_scorer_mends_what_its_own_key_reported(
    director: Table, scorer: Table, said: tuple[str, dict[str, Any]]
) -> None:
    match = director.open()
    scorer.tell(match, *deal())

    assert scorer.tell(match, *said).version == 3


def test_a_scorer_restores_what_it_withdrew(director: Table, scorer: Table) -> None:
    match = director.open()
    scorer.tell(match, *deal())
    scorer.tell(match, "match.withdrawn", {"of": 2, "reason": "misheard"})

    assert scorer.tell(match, "match.restored", {"of": 2, "reason": "heard well"}).version == 4


@pytest.mark.parametrize(
    ("ruling", "undoing"),
    [
        (
            ("match.corrected", {"of": 2, "data": PASSED[1], "reason": "law 71"}),
            ("match.corrected", {"data": deal()[1]}),
        ),
        (("match.withdrawn", {"of": 2, "reason": "not theirs"}), ("match.restored", {})),
        (("match.corrected", FINED), ("match.withdrawn", {})),
    ],
    ids=["corrected", "withdrawn", "fined"],
)
def test_a_scorer_undoes_no_ruling(
    director: Table, scorer: Table, ruling: tuple[str, dict[str, Any]], undoing: tuple[str, dict[str, Any]]
) -> None:
    match = director.open()
    scorer.tell(match, *deal())
    director.tell(match, *ruling)

    with pytest.raises(Forbidden, match="A director has mended this"):
        scorer.tell(match, undoing[0], undoing[1] | {"of": 2, "reason": "no"})


def test_taking_back_what_a_director_took_back_is_refused_by_the_rules(director: Table, scorer: Table) -> None:
    match = director.open()
    scorer.tell(match, *deal())
    director.tell(match, "match.withdrawn", {"of": 2, "reason": "not theirs"})

    with pytest.raises(Refused, match="Version 2 is withdrawn"):
        scorer.tell(match, "match.withdrawn", {"of": 2, "reason": "misheard"})


def test_another_scorer_of_the_table_mends_nothing_of_it(director: Table, scorer: Table, stores: Stores) -> None:
    match = director.open()
    scorer.tell(match, *deal())

    with pytest.raises(Forbidden):
        Table(stores, scopes=("scorer",)).tell(match, *MENDINGS[0])


def test_a_scorer_does_not_make_its_own_event_a_directors(director: Table, scorer: Table) -> None:
    match = director.open()
    scorer.tell(match, *deal())
    before = books.kept(scorer.stores)
    adjusted = {"side": "NS", "points": 1000, "reason": "mine"}

    for type_, data in (
        ("match.corrected", {"of": 2, "type": "match.adjusted", "data": adjusted, "reason": "so there"}),
        ("match.inserted", {"before": 2, "type": "match.adjusted", "data": adjusted, "reason": "so there"}),
        ("match.inserted", {"before": 2, "type": "match.closed", "data": {}, "reason": "so there"}),
    ):
        with pytest.raises(Forbidden):
            scorer.tell(match, type_, data)

    assert books.kept(scorer.stores) == before


def test_a_scorer_forces_no_mending(director: Table, scorer: Table) -> None:
    match = director.open()
    scorer.tell(match, *deal())

    with pytest.raises(Forbidden):
        scorer.tell(match, "match.withdrawn", {"of": 2, "reason": "misheard", "force": True})


def test_a_scorer_mends_until_the_match_is_closed(director: Table, scorer: Table) -> None:
    match = director.open()
    scorer.tell(match, *deal())
    director.tell(match, "match.closed", {})

    with pytest.raises(Forbidden):
        scorer.tell(match, *MENDINGS[0])

    assert director.tell(match, *MENDINGS[0]).version == 4


def test_a_scorer_mends_a_complete_rubber_until_it_is_closed(director: Table, scorer: Table) -> None:
    match = director.open()
    scorer.tell_all(match, [report(*deal("3N", "N", 9))] * 2)

    assert scorer.tell(match, "match.corrected", {"of": 3, "data": deal("3N", "N", 8)[1], "reason": "x"}).version == 4


def test_a_scorer_mends_within_its_own_batch(director: Table, scorer: Table) -> None:
    match = director.open()

    answer = scorer.tell_all(
        match, [report(*deal()), report("match.withdrawn", {"of": 2, "reason": "no"}), report(*PASSED)]
    )
    assert answer.version == 4


def test_a_scorer_makes_nothing_of_its_own_batch_a_directors(director: Table, scorer: Table) -> None:
    match = director.open()
    fine = FINED["data"]
    mendings = (
        report("match.corrected", FINED),
        report("match.inserted", {"before": 2, "type": "match.adjusted", "data": fine, "reason": "so there"}),
    )

    for mending in mendings:
        with pytest.raises(Forbidden, match="takes a director's key"):
            scorer.tell_all(match, [report(*deal()), mending])


def test_a_mending_of_nothing_is_refused_by_the_rules(director: Table, scorer: Table) -> None:
    match = director.open()

    with pytest.raises(Refused) as refused:
        scorer.tell(match, "match.withdrawn", {"of": 9, "reason": "no"})
    assert refused.value.violation.code == "nothing_to_correct"


def test_a_key_for_one_match_reaches_no_other(director: Table, stores: Stores, match: str) -> None:
    other = director.open()
    before = books.kept(stores)

    for scopes in (("scorer",), ("director",)):
        limited = Table(stores, scopes=scopes, matches=(match,))
        with pytest.raises(UnknownMatch):
            limited.tell(other, *PASSED)
        assert books.kept(stores) == before
        limited.tell(match, *PASSED)
        before = books.kept(stores)


def test_a_directors_key_for_one_match_opens_no_other(stores: Stores, match: str) -> None:
    limited = Table(stores, matches=(match,))
    opened = wire.read(Opened, {"game": "bridge.rubber"})
    before = books.kept(stores)

    for how in ({}, {"key": "k1"}, {"match": "0190163d-8694-739b-aea5-966c26f8ad90"}):
        with pytest.raises((Forbidden, UnknownMatch)):
            recording.open_match(limited.desk, limited.bearer, opened, **how)

    assert books.kept(stores) == before


def test_a_directors_key_for_a_match_to_come_opens_it(stores: Stores) -> None:
    id_ = "0190163d-8694-739b-aea5-966c26f8ad90"
    limited = Table(stores, matches=(id_,))
    opened = wire.read(Opened, {"game": "bridge.rubber"})

    assert recording.open_match(limited.desk, limited.bearer, opened, match=id_).match == id_
