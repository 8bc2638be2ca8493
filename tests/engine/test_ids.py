"""Streams: reproducible, independent, and one integer of state."""

from __future__ import annotations

from gaia2_gym.engine import Stream


def test_ids_are_those_of_every_process_and_version() -> None:
    """Pinned: other values would change the ids of every saved trace."""
    assert [Stream(0, "Emails").hex_id(), Stream(7, "Cabs").hex_id()] == [
        "054714d81ba1e9fe0cd1acd2ee589747",
        "51c1f0ac6d596b6588d2797b7b192bcc",
    ]


def test_a_stream_depends_on_seed_name_and_number_of_draws_alone() -> None:
    one, other = Stream(3, "Emails"), Stream(3, "Emails")
    ids = [one.hex_id() for _ in range(5)]
    other.random()
    other.randint(0, 9)
    assert [other.hex_id() for _ in range(3)] == ids[2:]
    assert Stream(3, "Emails", count=4).hex_id() == ids[4]


def test_other_seeds_and_names_give_other_ids() -> None:
    ids = {Stream(seed, name).hex_id() for seed in range(-5, 20) for name in ("", "Emails", "Chats", "é")}
    assert len(ids) == 25 * 4
    assert all(len(id) == 32 and set(id) <= set("0123456789abcdef") for id in ids)


def test_setting_the_count_back_takes_the_draws_back() -> None:
    stream = Stream(0, "x")
    first = stream.hex_id()
    stream.count = 0
    assert stream.hex_id() == first


def test_numbers_lie_within_their_bounds_and_fill_them() -> None:
    stream = Stream(1, "numbers")
    numbers = [stream.random() for _ in range(2000)]
    assert all(0 <= n < 1 for n in numbers)
    assert 0.45 < sum(numbers) / len(numbers) < 0.55
    assert {stream.randint(1, 5) for _ in range(200)} == {1, 2, 3, 4, 5}
    assert all(5 <= stream.uniform(5, 20) < 20 for _ in range(200))
    assert stream.randint(4, 4) == 4
    assert stream.count == 2000 + 200 + 200 + 1


def test_issued_lists_every_id_given_out() -> None:
    stream = Stream(2, "x")
    ids = [stream.hex_id(), stream.hex_id()]
    stream.random()
    assert stream.issued()[:2] == ids
    assert len(stream.issued()) == 3
    assert Stream(2, "x").issued() == []
