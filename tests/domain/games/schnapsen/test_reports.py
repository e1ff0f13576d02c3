"""Faults that other programs had, each by the id of its report."""

from domain.games.schnapsen.options import SchnapsenOptions
from domain.games.schnapsen.ruleset import SCHNAPSEN, Rules
from domain.games.schnapsen.scoring import Closing, Tally, settle
from domain.games.schnapsen.terms import Both, CardPoints
from tests.schnapsen_table import Table, cards


def with_marriage_led(lead: str) -> Table:
    """B has 40 card points, declares 20 and leads king or queen; a jack answers."""
    hands = {"B": cards("AC AS KS KD QD"), "A": cards("TC JS JC JD QH")}
    table = Table().tell("schnapsen.dealt", dealer="A", turn_up="KH", hands=hands).play("AC TC", "AS JS", "KS JC")
    assert table.board("deal")["seats"]["B"]["points"] == 40
    return table.play("B+D", f"{lead} JD")


def test_br044_king_or_queen_of_a_marriage_is_led_by_choice() -> None:
    queen, king = with_marriage_led("QD"), with_marriage_led("KD")

    assert [table.board("deal")["seats"]["B"]["points"] for table in (queen, king)] == [65, 66]
    assert queen.play("B!").result == ("false_claim", "A", 3)
    assert king.play("B!").result == ("claim", "B", 3)


def test_br046_bummerl_goes_to_seven_and_no_further() -> None:
    table = Table()
    for winner, worth in (("A", 3), ("B", 2), ("A", 3), ("A", 1)):
        table.tell("schnapsen.deal_scored", winner=winner, game_points=worth)

    board = table.board("match")
    assert (board["seats"]["A"]["to_win"], board["seats"]["B"]["to_win"], board["winner"]) == (0, 5, "A")
    assert table.code("schnapsen.deal_scored", winner="A", game_points=1) == "match_over"


def test_br047_each_game_has_its_pack_and_its_exchange_card() -> None:
    for game, taken in (("schnapsen", False), ("sixtysix", True)):
        table = Table(game).tell("schnapsen.dealt", dealer="A", trump="D")
        assert (table.refusal("9H AH") == "taken") is taken
    for game, taken in (("schnapsen", True), ("sixtysix", False)):
        table = Table(game).tell("schnapsen.dealt", dealer="A", turn_up="KH").play("AC JC")
        assert (table.code("schnapsen.trump_exchanged", seat="B", gives="JH") is None) is taken


def test_br049_count_of_the_closer_s_opponent_is_frozen() -> None:
    def worth(at_close: tuple[int, int], final: int, *, closer_wins: bool) -> int:
        frozen = Tally(CardPoints(at_close[0]), at_close[1])
        closing = Closing("A", Both(Tally(CardPoints(30), 2), frozen))
        tallies = Both(Tally(CardPoints(66 if closer_wins else 50), 4), Tally(CardPoints(final), 4))
        rules = Rules(SCHNAPSEN, SchnapsenOptions())
        return settle(
            rules, tallies, claimed_by="A" if closer_wins else None, last_trick="B", closing=closing
        ).game_points

    assert worth((20, 1), 40, closer_wins=True) == 2
    assert worth((0, 0), 30, closer_wins=False) == 3
    assert worth((40, 2), 50, closer_wins=False) == 2


def test_br050_marriage_points_wait_for_a_trick() -> None:
    hands = {"B": cards("KH QH JC JD JS"), "A": cards("AH TH AC AD AS")}
    table = Table().tell("schnapsen.dealt", dealer="A", trump="H", hands=hands).play("B+H", "QH AH")

    seats = table.board("deal")["seats"]
    assert (seats["B"]["points"], seats["B"]["pending"]) == (0, 40)
    assert seats["A"]["points"] == 14
