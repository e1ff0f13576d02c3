import pytest

from services.ids import as_uuid

PLAIN = "0190163d-8694-739b-aea5-966c26f8ad90"


@pytest.mark.parametrize("text", [PLAIN, PLAIN.upper(), "0190163D-8694-739b-AEA5-966c26f8ad90"])
def test_a_uuid_is_read_in_either_case(text: str) -> None:
    assert as_uuid(text) == PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "",
        PLAIN.replace("-", ""),
        "{" + PLAIN.replace("-", "") + "}--",
        "urn:" + PLAIN.replace("-", ""),
        PLAIN.replace("-", "--", 1)[:36],
        PLAIN[:-1] + "_",
        PLAIN[:-2] + "_0",
        PLAIN[:-1] + "g",
        "+" + PLAIN[1:],
        "0x" + PLAIN[2:],
        PLAIN[:-1] + "\uff10",
        " " + PLAIN,
        PLAIN + "\n",
        PLAIN[:-1] + "\n",
        PLAIN[:-1] + "\0",
        "0190163d-8694-739b-aea5966c26f8ad90-",
        7,
        None,
        True,
        [PLAIN],
        PLAIN.encode(),
    ],
)
def test_what_is_no_uuid_is_not_guessed_at(text: object) -> None:
    assert as_uuid(text) is None
