"""`POST /api/conundrums/{game}`: what people build is solved; what others send costs little and changes nothing."""

from pathlib import Path

from tests.server.harness import Served, with_server

WAY = "/api/conundrums/chromino"


def test_a_conundrum_is_solved_again_from_its_text_and_its_link(tmp_path: Path) -> None:
    """C36: with the same answers."""

    async def work(served: Served) -> None:
        ann = served.player()
        made = (await ann.ask("GET", f"{WAY}?seed=a&difficulty=2&kind=order", None, 200)).json()
        for form in ("text", "link"):
            solved = (await ann.ask("POST", WAY, {"text": made[form]}, 200)).json()
            assert solved["answers"] == made["answers"] != []

    with_server(tmp_path, work)


def test_what_cannot_be_solved_is_refused_with_a_reason(tmp_path: Path) -> None:
    """Not a conundrum, an impossible one, one that would take long, one that is too long."""

    async def work(served: Served) -> None:
        ann = served.player()
        for text, reason in (
            ("", "is no part of a conundrum: write it like"),
            ("kind=order;pieces=BGR", "'board' is missing"),
            ("kind=order;pieces=BBB,GGG,RRR,YYY,PPP;board=BGR@0,0>", "has 4 tiles at most"),
            ("kind=places;pieces=BBB;board=BGR@0,0>_BGR@0,1>", "BGR"),
        ):
            refused = (await ann.ask("POST", WAY, {"text": text}, 422)).json()
            assert refused["code"] == "bad-conundrum", text
            assert reason in refused["reason"], text
        await ann.ask("POST", WAY, {"text": "x" * 20_001}, 400)

    with_server(tmp_path, work)


def test_how_many_one_person_may_send_is_bounded(tmp_path: Path) -> None:
    """As for new conundrums."""

    async def work(served: Served) -> None:
        ann = served.player()
        for _ in range(2):
            await ann.ask("POST", WAY, {"text": "x"}, 422)
        await ann.ask("POST", WAY, {"text": "x"}, 429)

    with_server(tmp_path, work, conundrums_rate=0.001, conundrums_burst=2)
