"""Numbers, money, percentages, measures: the same in any form, another is refused."""

import pytest

from tests.verifier.asking import answer, message, same


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("17 chairs", "seventeen chairs", True),
        ("17 chairs", "71 chairs", False),
        ("5.5 points", "five and a half points", True),
        ("5.5 points", "55 points", False),
        ("-3 points", "3 points", False),
        ("-3 points", "minus three points", True),
        ("1,000 visitors", "1000 visitors", True),
        ("1,000 visitors", "one thousand visitors", True),
        ("1,000 visitors", "1 000 visitors", True),
        ("1,000 visitors", "100 visitors", False),
        ("a dozen eggs", "12 eggs", True),
        ("120 seats", "one hundred and twenty seats", True),
        ("120 seats", "102 seats", False),
        ("the third floor", "the 3rd floor", True),
        ("the third floor", "the 2nd floor", False),
        ("half a litre", "500 ml", True),
        ("$1,284.50", "1284.5 dollars", True),
        ("$1,284.50", "USD 1,284.50", True),
        ("$1,284.50", "€1,284.50", False),
        ("$1,284.50", "$1,248.50", False),
        ("214.60 zł", "PLN 214,60", True),
        ("£3,400", "3.4k pounds", True),
        ("83%", "83 percent", True),
        ("83%", "38%", False),
        ("1.5 km", "1500 metres", True),
        ("1.5 km", "1.5 miles", False),
        ("2700 sqft", "2,700 square feet", True),
        ("chapters 5 to 9", "chapters 5-9", True),
        ("chapters 5 to 9", "chapters 5, 6, 7, 8 and 9", True),
        ("chapters 5 to 9", "chapters 5 to 8", False),
        ("at least 40 posters", "a minimum of 40 posters", True),
        ("at least 40 posters", "at most 40 posters", False),
    ],
)
def test_two_quantities(a: str, b: str, equal: bool) -> None:
    assert same(a, b) is equal


@pytest.mark.parametrize("got", ["17", "Seventeen.", "There are 17 contacts.", "You have **17** contacts older than 68."])
def test_a_number_may_stand_in_a_sentence_that_repeats_the_task(got: str) -> None:
    assert answer("17", got, "How many of my contacts are older than 68?").accepted


@pytest.mark.parametrize(
    "got", ["17 or 18", "18", "68", "17, 18", "about 17", "more than 17", "It may be 17 or so, perhaps.", "170", "1.7", "-17", ""]
)
def test_another_number_or_two_or_a_hedge_is_no_answer(got: str) -> None:
    assert answer("17", got, "How many of my contacts are older than 68?").accepted is False


@pytest.mark.parametrize(("got", "right"), [("None", True), ("0", True), ("You have no such meeting.", True), ("1", False), ("Two", False)])
def test_none_is_zero(got: str, right: bool) -> None:
    assert answer("None", got, "How many? Say None in case of a zero.").accepted is right


def test_a_bare_number_takes_the_unit_that_the_task_asks_for() -> None:
    task = "Tell me the number of hours until the next event."
    assert answer("37", "37 hours", task).accepted
    assert answer("37", "1 day and 13 hours", task).accepted
    assert answer("37", "37 days", task).accepted is False


def test_the_reason_names_the_number() -> None:
    assert message("Bring 12 cups.", "Bring 21 cups.").reason == "number '12' is missing, it says number '21'"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("I am on train 507, seat 42.", "I am on train 42, seat 507."),
        ("Casa Azul costs €780, Vila Nova costs €845.", "Casa Azul costs €845, Vila Nova costs €780."),
        ("We have breakfast at 7 and leave the hotel at 8:15.", "We have breakfast at 8:15 and leave the hotel at 7."),
        ("Three of the seven boxes broke.", "Seven of the three boxes broke."),
    ],
)
def test_facts_that_have_changed_places(a: str, b: str) -> None:
    assert message(a, b).accepted is False


def test_facts_may_change_places_together_with_what_they_belong_to() -> None:
    assert message("I am on train 507, seat 42.", "My seat is 42, on train 507.").accepted


def test_a_count_of_what_is_listed_may_be_added() -> None:
    assert answer("Piotr Zieliński and Zoë Márquez", "Two of your contacts: Zoë Márquez and Piotr Zieliński.", "Who wrote to me?").accepted
