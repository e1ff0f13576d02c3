"""Tickets end with the secret that they were got with, and so does what they opened."""

import httpx2

from services import keys
from tests.crowd import eventually
from tests.listeners import Listener, listening
from tests.servers import Api, problem


def ticket(client: httpx2.Client) -> str:
    """A ticket to a stream."""
    found: str = client.post("/v1/tickets").raise_for_status().json()["ticket"]
    return found


def rotated(api: Api, id_: str, seconds: int) -> httpx2.Client:
    """Who holds the new secret of a key, the one before being good for so long."""
    answer = api.as_("admin").post(f"/v1/keys/{id_}/rotate", json={"overlap_seconds": seconds})
    return api.holding(answer.raise_for_status().json()["key"])


def ends(listener: Listener) -> bool:
    """Whether a stream says goodbye within two seconds, and a bit for the way."""
    return eventually(lambda: listener.next().event == "bye", 4)


def test_a_ticket_and_its_stream_end_with_the_secret_that_it_was_got_with(api: Api) -> None:
    match, made = api.open(visibility="private"), keys.create(api.stores, ["reader"])
    old = api.holding(made.key)
    used, left, path = ticket(old), ticket(old), f"/v1/matches/{match}/live"

    with listening(api.as_(), path, ticket=used) as listener:
        listener.next()
        new = rotated(api, made.id, 0)
        problem(api.as_().get(path, params={"ticket": left}), 401, "key_needed")
        assert ends(listener)
    with listening(api.as_(), path, ticket=ticket(new)) as listener:
        assert listener.next()


def test_a_ticket_is_good_while_the_old_secret_is(api: Api) -> None:
    match, made = api.open(visibility="private"), keys.create(api.stores, ["reader"])
    old = api.holding(made.key)
    before, path = ticket(old), f"/v1/matches/{match}/live"
    rotated(api, made.id, 3)

    with listening(api.as_(), path, ticket=before) as listener, listening(old, path) as by_header:
        for each in (listener, by_header):
            assert each.next().event != "bye"
        late = ticket(old)
        eventually(lambda: old.post("/v1/tickets").status_code == 401, 10)
        problem(api.as_().get(path, params={"ticket": late}), 401, "key_needed")
        for each in (listener, by_header):
            assert ends(each)
