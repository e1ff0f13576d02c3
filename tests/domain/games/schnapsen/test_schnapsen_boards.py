from domain.board import schema
from tests.schnapsen_table import Table, cards

HANDS = {"A": cards("JH TH QS KS AD"), "B": cards("AH QD KD JC AC")}


def told(table: Table) -> tuple[str, ...]:
    assert table.match is not None
    return table.match.why


def table_dealt(game: str = "schnapsen") -> Table:
    return Table(game).tell("schnapsen.dealt", dealer="A", turn_up="KH", hands=HANDS)


def own(table: Table, name: str) -> list[str]:
    """The names of a board's own part, in order, after the heading that all boards share."""
    keys = list(table.board(name))
    return keys[keys.index("stuck") + 1 :]


def test_deal_board_has_the_contract_s_fields_in_order() -> None:
    wanted = [
        "seats",
        "phase",
        "trump",
        "turn_up",
        "leader",
        "talon_left",
        "closed",
        "last_trick",
        "trick_list",
        "marriages",
        "result",
    ]

    for table in (Table(), table_dealt(), table_dealt().play("AC AD", "B!")):
        assert own(table, "deal")[: len(wanted)] == wanted


def test_match_board_has_the_contract_s_fields_in_order() -> None:
    wanted = ["seats", "dealer", "deals", "complete", "winner", "bummerl_value"]

    assert own(Table(), "match")[: len(wanted)] == wanted
    assert list(Table().board("match")["seats"]["A"]) == ["score", "to_win", "bummerls"]


def test_boards_before_the_first_deal() -> None:
    board = Table().board("deal")

    assert board["result"] is None
    assert board["leader"] is None
    assert board["seats"]["A"] == {"points": 0, "pending": 0, "tricks": 0, "cards": 0}
    assert Table().board("hands")["hands"] == []


def test_every_board_has_a_schema() -> None:
    game = table_dealt().match.game if table_dealt().match else None
    assert game is not None

    for name in ("deal", "match", "hands"):
        assert schema(game.board_model(name))["properties"]


def test_trick_is_shown_with_its_winner_and_value() -> None:
    board = table_dealt().play("AC AD").board("deal")

    assert board["last_trick"] == {
        "version": 3,
        "leader": "B",
        "lead": "AC",
        "follow": "AD",
        "winner": "B",
        "value": 22,
    }
    assert board["trick_list"] == [board["last_trick"]]


def test_sentences_follow_the_deal() -> None:
    table = table_dealt()
    assert told(table) == ("Deal 1: A deals, B leads; K♥ is turned up.",)
    assert told(table.play("B+D")) == ("B declares 20 in diamonds, pending until B takes a trick.",)
    assert told(table.play("B:KD")) == ("B plays K♦.",)
    assert told(table.play("A:AD")) == ("A plays A♦. A takes K♦ and A♦ for 15: A has 15, B 0 (and 20 pending).",)
    assert told(table.play("A*")) == ("A exchanges J♥ for K♥.",)
    assert told(table.play("KS AH")) == ("B takes K♠ and A♥ for 15: A has 15, B 35.",)
    assert told(table.play("B#")) == ("B closes the talon: A has 15, B 35.",)
    assert told(table.play("B!")) == (
        "B claims 66 with 35, falsely.",
        "A wins 2 game points: a failed close.",
        "A needs 5, B needs 7.",
    )


def test_sentences_of_other_deals() -> None:
    trumps = Table().tell("schnapsen.dealt", trump="S")
    assert told(trumps) == ("Deal 1: A deals, B leads; spades are trumps.",)
    assert told(Table().tell("schnapsen.dealt")) == ("Deal 1: A deals, B leads.",)
    conceded = trumps.tell("schnapsen.deal_awarded", how="conceded", winner="A", game_points=1)
    assert told(conceded)[:2] == ("B concedes the deal.", "A wins 1 game point: the deal was conceded.")
    foul = Table().tell("schnapsen.dealt").tell("schnapsen.deal_awarded", how="foul", winner="B", game_points=3)
    assert told(foul)[:2] == ("A loses the deal by a foul.", "B wins 3 game points: a foul.")
    bare = Table("sixtysix").tell("schnapsen.deal_scored", winner=None, game_points=0)
    assert told(bare)[:2] == ("A deal is reported by its result.", "Nobody scores.")
    assert bare.board("hands")["hands"][0]["text"] == "Nobody scores (drawn)."
    early = Table("sixtysix").tell("schnapsen.dealt", turn_up="KH").play("AC JC", "B+D", "KD AD", "A/#")
    assert told(early) == ("A closes the talon before the draw: A has 15, B 33.",)


def test_marriage_with_a_trick_says_what_it_makes() -> None:
    assert told(table_dealt().play("AC AD", "B+D")) == ("B declares 20 in diamonds and has 42.",)


def test_disputed_result_shows_the_reading_used() -> None:
    hands = {"B": cards("AS AC AD TS TC"), "A": cards("KS QS KC QC KD")}
    table = Table().tell("schnapsen.dealt", dealer="A", turn_up="KH", hands=hands).play("B#", "AS QS", "AC QC")
    table.play("TS KS", "TC KC").tell("schnapsen.sixty_six_claimed", seat="B")
    result = table.board("deal")["result"]
    assert (result["winner"], result["game_points"], result["reading"]) == ("A", 3, None)

    table = table_dealt().play("B#", "JC TH", "AD KD", "KS AH", "B!")

    assert table.board("deal")["result"]["reading"] == {
        "option": "closer_false_claim",
        "used": "failed_close",
        "otherwise": 2,
    }
    assert told(table)[2] == ("The rule is disputed: read as failed close; by the other reading it would be 2.")


def test_deal_told_by_play_shows_no_hidden_card() -> None:
    table = table_dealt().play("AC AD")

    shown = str(table.board("deal")) + str(table.board("match")) + str(table.board("hands"))

    for card in cards("JH TH QS KS AH QD KD JC"):
        assert f"'{card}'" not in shown
