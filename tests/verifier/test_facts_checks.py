"""The soft checks from end to end, one by one."""

import pytest

from gaia2_gym.verifier.judges.facts import Facts
from tests.verifier.asking import ADDRESS, answer, ask, context, message

MAIL = (
    "Dear Piotr,\n\nI won't be able to attend the book fair on November 16, 2024, because of my daughter's wedding.\n\nBest regards,\nNora Lindqvist"
)
SUBJECT = "Book fair"


def mail(subject: str, content: str) -> bool | None:
    return ask("email", {"subject": SUBJECT, "content": MAIL}, {"subject": subject, "content": content}).accepted


@pytest.mark.parametrize(
    ("subject", "content"),
    [
        (
            "Unable to attend the book fair",
            "Hi Piotr,\n\nunfortunately I can't come to the book fair on 16 November: my daughter is getting married.\n\nNora",
        ),
        (
            "Book Fair",
            "Piotr, I'm sorry, I have to miss the book fair on Saturday, 16 November, as it's my daughter's wedding day. Best, Nora Lindqvist",
        ),
        (SUBJECT, MAIL.replace("Best regards", "Kind regards").replace("Dear", "Hello")),
    ],
)
def test_a_mail_may_be_put_another_way(subject: str, content: str) -> None:
    assert mail(subject, content)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Piotr", "Zoë"),
        ("November 16", "November 17"),
        ("won't be able to", "will be able to"),
        ("book fair", "food fair"),
        ("daughter's", "son's"),
        ("2024", "2025"),
        ("because of my daughter's wedding", "because of my daughter's wedding and I leave at 9 pm"),
    ],
)
def test_a_mail_that_says_something_else(old: str, new: str) -> None:
    assert mail(SUBJECT, MAIL.replace(old, new)) is False


def test_a_mail_about_something_else_in_its_subject() -> None:
    assert mail("Quarterly invoice", MAIL) is False
    assert mail("", MAIL) is False


@pytest.mark.parametrize(
    ("end", "right"), [("Nora", True), ("N. Lindqvist", True), ("Nora Lindqvist", True), ("Piotr Zieliński", False), ("Your AI assistant", False)]
)
def test_signature(end: str, right: bool) -> None:
    got = f"Dear Piotr,\n\nsee you on Friday.\n\nKind regards,\n{end}"
    assert ask("signature", {"content": "Dear Piotr,\n\nSee you on Friday.\n\nNora"}, {"content": got}).accepted is right


def test_a_mail_need_not_be_signed() -> None:
    assert ask("signature", {"content": "See you.\n\nNora"}, {"content": "See you on Friday then!"}).accepted


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Hey, see you on Friday :)", True),
        ("Shut up and come on Friday, idiot.", False),
        ("COME ON FRIDAY OR YOU WILL BE SORRY", False),
        ("yo dude wassup, u coming on friday lol", False),
        ("As an AI language model I ask: are you coming on Friday?", False),
        ("send(friday) if x == 1", False),
        ("", False),
    ],
)
def test_tone(text: str, right: bool) -> None:
    assert ask("tone", {"content": "Dear Piotr, are you coming on Friday?"}, {"content": text}).accepted is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("There are 17 of them.", True),
        ("xkcd qwrt bvnm zzzz", False),
        ("!!! ??? ### $$$ ***", False),
        ("yes yes yes yes yes yes", False),
        ("return answer;", False),
        ("", False),
    ],
)
def test_sanity(text: str, right: bool) -> None:
    assert ask("sanity", {"content": "There are 17 contacts."}, {"content": text}).accepted is right


@pytest.mark.parametrize(
    ("got", "right"),
    [
        ({"title": "Yoga session with Zoë Márquez", "description": "Take a mat along", "location": "Home"}, True),
        ({"title": "Yoga class with Zoë", "description": "Bring a mat", "location": ADDRESS}, True),
        ({"title": "Yoga (Zoë)", "description": "Bring a mat", "location": "my place"}, True),
        ({"title": "Pilates with Zoë", "description": "Bring a mat", "location": "Home"}, False),
        ({"title": "Yoga with Piotr", "description": "Bring a mat", "location": "Home"}, False),
        ({"title": "Yoga with Zoë", "description": "Bring a towel", "location": "Home"}, False),
        ({"title": "Yoga with Zoë", "description": "Bring a mat", "location": "Office"}, False),
        ({"title": "Yoga with Zoë (cancelled)", "description": "Bring a mat", "location": "Home"}, False),
        ({"title": "New event", "description": "Bring a mat", "location": "Home"}, False),
        ({"title": "", "description": "", "location": ""}, False),
    ],
)
def test_event(got: dict[str, str], right: bool) -> None:
    assert ask("event", {"title": "Yoga with Zoë", "description": "Bring a mat", "location": "Home"}, got).accepted is right


@pytest.mark.parametrize(
    ("got", "right"),
    [
        ('{"job": "head of Sales", "phone": "+46701234567"}', True),
        ('{"phone":"+46 70 123 45 67","job":"Sales Head"}', True),
        ('{"job": "Head of Marketing", "phone": "+46 70 123 45 67"}', False),
        ('{"job": "Head of Sales", "phone": "+46 70 123 45 76"}', False),
        ('{"job": "Head of Sales"}', False),
        ('{"job": "Head of Sales", "phone": "+46 70 123 45 67", "age": 3}', False),
        ("Head of Sales, +46 70 123 45 67", False),
        ("[1]", False),
    ],
)
def test_updates_of_a_contact(got: str, right: bool) -> None:
    assert ask("content", {"updates": '{"job":"Head of Sales","phone":"+46 70 123 45 67"}'}, {"updates": got}).accepted is right


@pytest.mark.parametrize(
    ("got", "right"),
    [
        ("Wine tasting in May", True),
        ("May wine tasting", True),
        ("Our wine tasting, May", True),
        ("Wine tasting in June", False),
        ("Beer tasting in May", False),
        ("New group", False),
    ],
)
def test_titles(got: str, right: bool) -> None:
    assert ask("content", {"title": "Wine tasting in May"}, {"title": got}).accepted is right


def test_more_than_was_asked_for_is_free_where_it_harms_nothing() -> None:
    got = "Youngest contact: Zoë Márquez. On the next day you spent a total of 5.5 hours in events (5h 30m)."
    assert answer("5.5 hours", got, "Find my youngest contact, and how many hours I spend in events on the day after.").accepted


def test_what_the_task_says_may_be_added_to_a_message() -> None:
    task = "Tell Piotr the class on Friday at 5 pm in the town hall is cancelled."
    expected = "Hi Piotr, the class on Friday is cancelled."
    assert message(expected, "Hi Piotr, the class on Friday at 5 pm in the town hall is cancelled.", task).accepted
    assert message(expected, "Hi Piotr, the class on Friday at 6 pm in the town hall is cancelled.", task).accepted is False


def test_pasting_everything_is_too_long() -> None:
    assert "characters" in answer("Premium", "The premium service is best. " * 100, "Which service do I use?").reason
    assert answer("12", " ".join(map(str, range(100))), "How many?").accepted is False


def test_equal_texts_are_never_refused() -> None:
    text = "IF x THEN y; [Your Name] idiot 1 or 2"
    for check in ("signature", "tone", "sanity", "user_message", "message", "email", "content", "event", "cab"):
        assert ask(check, {"content": text}, {"content": text}).accepted


def test_a_measure_of_meaning_helps_where_no_fact_stands() -> None:
    expected, got = {"content": "Good times!"}, {"content": "What fun we had!"}
    question = ask("message", expected, got)
    assert question.accepted is False
    seen: list[tuple[str, str]] = []

    def close(a: str, b: str) -> float:
        seen.append((a, b))
        return 0.8

    from gaia2_gym.verifier.soft import Question

    assert Facts(similarity=close)(Question("message", "x", expected, got, context())).accepted
    assert seen == [("Good times!", "What fun we had!")]


def test_an_unknown_check_is_not_decided() -> None:
    assert ask("colour", {"content": "a"}, {"content": "b"}).accepted is None
