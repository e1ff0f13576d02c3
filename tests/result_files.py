"""Files of results, written for the tests."""

from pathlib import Path

from tests.chance import dice

CONTRACTS = ("3N", "4S", "4H", "2S", "3C", "1N", "5D", "2HX", "3NX")


def pbn_record(**tags: str) -> str:
    """A PBN record of a pairs session; a tag that is empty is left out."""
    usual = {"Event": "Tuesday", "Board": "1", "PairNS": "1", "PairEW": "2"}
    result = {"Declarer": "N", "Contract": "4S", "Result": "10"}
    return "".join(f'[{name} "{value}"]\n' for name, value in (usual | result | tags).items() if value) + "\n"


def pbn_session(folder: Path, *, tables: int = 13, boards: int = 26, name: str = "session.pbn") -> Path:
    """A Mitchell session as a PBN file, with results by chance, the same ones every time."""
    chance = dice(5)
    path = folder / name
    path.write_text(
        "".join(
            pbn_record(
                Board=str(board),
                Scoring="MP;MP1",
                PairNS=f"{table}NS",
                PairEW=f"{(table + board) % tables + 1}EW",
                Declarer=chance.choice("NESW"),
                Contract=chance.choice(CONTRACTS),
                Result=str(chance.randint(5, 12)),
            )
            for board in range(1, boards + 1)
            for table in range(1, tables + 1)
        )
    )
    return path
