"""People, places, countries, titles, and what must be equal to the letter."""

import pytest

from gaia2_gym.verifier.judges.facts.places import same_place
from tests.verifier.asking import ADDRESS, answer, ask, message, same


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("Piotr Zieliński drives", "Piotr drives", True),
        ("Piotr Zieliński drives", "Piotr Zielinski drives", True),
        ("Piotr Zieliński drives", "Zieliński drives", True),
        ("Piotr Zieliński drives", "Zoë drives", False),
        ("Piotr Zieliński drives", "Piotr Kowalski drives", False),
        ("Zoë drives", "Zoe drives", True),
        ("Sam Okafor drives", "Sam Adler drives", False),
        ("渡辺 美咲 drives", "渡辺美咲 drives", True),
        ("渡辺 美咲 drives", "美咲 渡辺 drives", True),
        ("渡辺 美咲 drives", "渡辺 真美 drives", False),
        ("we meet at the Copper Pot", "we meet at the Copper Kettle", False),
        ("the food is Thai", "the food is Greek", False),
        ("it is a film from Japan", "it is a Japanese film", True),
        ('the film is "The Salt Orchard"', "the film is The Salt Orchard", True),
        ('the film is "The Salt Orchard"', 'the film is "The Salt Harbour"', False),
        ("write to a.b@mail.example", "write to A.B@mail.example", True),
        ("write to a.b@mail.example", "write to ab@mail.example", False),
        ("call +48 601 224 870", "call +48601224870", True),
        ("call +48 601 224 870", "call +48 601-242-870", False),
        ("see https://meet.example/qx7", "see meet.example/qx7", True),
        ("see meet.example/qx7", "see meet.example/xq7", False),
        ("open report_v2.pdf", "open /Documents/report_v2.pdf", True),
        ("open report_v2.pdf", "open report_v3.pdf", False),
        ("the code is 4071#", "the code is 4017#", False),
        ("the flight is SK 534", "the flight is SK534", True),
        ("it is in flat 2A", "it is in flat 2D", False),
        ("it is in coach C", "it is in coach G", False),
        ("the room moves from Hall A to Hall C", "the room moves from Hall C to Hall A", False),
    ],
)
def test_two_names(a: str, b: str, equal: bool) -> None:
    assert same(a, b) is equal


@pytest.mark.parametrize(
    "got", ["Piotr Zieliński", "It is Piotr.", "piotr zieliński", "Zieliński, Piotr", "The youngest of your contacts is Piotr Zielinski."]
)
def test_a_name_answers(got: str) -> None:
    assert answer("Piotr Zieliński", got, "Who is the youngest of my contacts?").accepted


@pytest.mark.parametrize(
    "got", ["Zoë Márquez", "Piotr Zieliński or Zoë Márquez", "Piotr Zieliński, Zoë Márquez", "Not Piotr Zieliński", "Someone else", "Piotr Nowak"]
)
def test_another_name_does_not(got: str) -> None:
    assert answer("Piotr Zieliński", got, "Who is the youngest of my contacts?").accepted is False


def test_a_first_name_that_two_contacts_have_does_not_answer() -> None:
    assert answer("Sam Okafor", "Sam", "Who wrote last?").accepted is False


@pytest.mark.parametrize(
    ("got", "right"),
    [
        ("They live in Trondheim.", True),
        ("Trondheim, Norway", True),
        ("trondheim", True),
        ("Bergen", False),
        ("Trondheim and Bergen", False),
        ("Trondheim or Bergen", False),
    ],
)
def test_a_place_answers(got: str, right: bool) -> None:
    assert answer("Trondheim", got, "In which city do most of my friends live?").accepted is right


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("901 Oxford Street, London, W1C 1DA", "901 Oxford St, London", True),
        ("901 Oxford Street, London, W1C 1DA", "109 Oxford Street, London", False),
        ("901 Oxford Street, London", "901 Oxford Road, London", False),
        ("901 Oxford Street, London", "901 Oxford Street, Leeds", False),
        ("14 Fernbank Terrace, Bristol", "Fernbank Terrace 14", True),
        ("ul. Krucza 14/3, 00-548 Warszawa", "Krucza 14/3, Warsaw", True),
        ("Aeroporto Francisco Sá Carneiro, Porto", "Francisco Sa Carneiro Airport, Porto", True),
        ("Aeroporto Francisco Sá Carneiro, Porto", "Porto", False),
        ("1530 NW 23rd Avenue, Portland, OR 97210", "1530 Northwest 23rd Ave, Portland", True),
        ("1530 NW 23rd Avenue, Portland", "1530 SW 23rd Avenue, Portland", False),
        ("City Library, 3 Elm Road, York", "3 Elm Road, York", True),
        ("3 Elm Road, York", "3 Elm Road or 5 Elm Road, York", False),
        ("3 Elm Road, York", "", False),
    ],
)
def test_two_addresses(a: str, b: str, equal: bool) -> None:
    assert (same_place(a, b) == "") is equal


@pytest.mark.parametrize(
    ("start", "right"),
    [
        ("home", True),
        ("My home", True),
        (ADDRESS, True),
        ("5 Mill Ln, York", True),
        ("Nora's place", True),
        ("Sam's place", False),
        ("7 Mill Lane, York", False),
    ],
)
def test_home_is_the_users_address(start: str, right: bool) -> None:
    expected = {"start_location": "Home", "end_location": "York Station"}
    assert ask("cab", expected, {"start_location": start, "end_location": "York railway station"}).accepted is right


def test_a_ride_the_other_way_round_is_another_ride() -> None:
    expected = {"start_location": "Home", "end_location": "York Station"}
    assert ask("cab", expected, {"start_location": "York Station", "end_location": "Home"}).accepted is False


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("Bring cups, plates and forks.", "Bring forks, cups and plates.", True),
        ("Bring cups, plates and forks.", "Bring cups and plates.", False),
        ("Bring cups, plates and forks.", "Bring cups, plates, forks and knives.", False),
        ("Bring cups, plates and forks.", "To bring:\n- plates\n- forks\n- cups", True),
        ("Piotr drives and Zoë brings the map.", "Zoë drives and Piotr brings the map.", False),
        ("Piotr drives and Zoë brings the map.", "Zoë brings the map, and Piotr drives.", True),
    ],
)
def test_lists_hold_all_items_and_nothing_more(a: str, b: str, equal: bool) -> None:
    assert (message(a, b).accepted is True) is equal
