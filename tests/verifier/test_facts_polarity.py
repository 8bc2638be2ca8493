"""Denials, opposites, questions."""

import pytest

from tests.verifier.asking import answer, message


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("I can't come to the meeting.", "I won't be able to attend the meeting.", True),
        ("I can't come to the meeting.", "Unfortunately I have to miss the meeting.", True),
        ("I can't come to the meeting.", "I can come to the meeting.", False),
        ("I no longer wish to inspire scientists.", "I don't want to inspire scientists any more.", True),
        ("I no longer wish to inspire scientists.", "I wish to inspire scientists.", False),
        ("The yoga class has been cancelled.", "The yoga class was called off.", True),
        ("The yoga class has been cancelled.", "The yoga class has been confirmed.", False),
        ("The yoga class has been cancelled.", "The yoga class has not been cancelled.", False),
        ("The parcel has arrived.", "The parcel is here.", True),
        ("The parcel has arrived.", "The parcel has not arrived.", False),
        ("I need a laptop, but neither a phone nor a desk.", "- laptop: yes\n- phone: no\n- desk: no", True),
        ("I need a laptop, but neither a phone nor a desk.", "I need a phone, but neither a laptop nor a desk.", False),
        ("I need a laptop, but neither a phone nor a desk.", "- laptop: yes\n- phone: no\n- desk: yes", False),
        ("Please switch the alarm off before 7.", "Don't forget to turn off the alarm before 7.", True),
        ("Please switch the alarm off before 7.", "Please switch the alarm on before 7.", False),
        ("Please switch the alarm off before 7.", "Please switch the alarm off after 7.", False),
        ("I accept the offer.", "I have no objections to the offer, I accept it.", True),
        ("I accept the offer.", "I decline the offer.", False),
        ("The quote is fine, go ahead.", "The quote is fine, go ahead. On second thoughts, hold off.", False),
        ("Piotr, I found your wallet.", "Piotr, I lost your wallet.", False),
        ("We play indoors instead of outdoors.", "We play outdoors instead of indoors.", False),
        ("Are you free tomorrow?", "Do you have time tomorrow?", True),
        ("Are you free tomorrow?", "I am free tomorrow.", False),
        ("Could you send me the invoice?", "I am sending you the invoice.", False),
        ("I have paid the deposit.", "Have you paid the deposit?", False),
        ("I have paid the deposit. When do we get the keys?", "I have paid the deposit.", False),
        ("I'd love for you to join the picnic.", "Would you like to join the picnic?", True),
        ("When does the picnic start?", "Where does the picnic start?", False),
    ],
)
def test_two_statements(a: str, b: str, equal: bool) -> None:
    assert (message(a, b).accepted is True) is equal


@pytest.mark.parametrize(
    ("got", "right"),
    [
        ("It isn't open that day.", True),
        ("Unfortunately the hall stays shut.", True),
        ("Yes, it is open that day.", False),
        ("It isn't closed that day.", False),
        ("No, it is closed that day. You can come at 10:00 as usual.", False),
    ],
)
def test_yes_or_no(got: str, right: bool) -> None:
    assert answer("No, it is closed that day.", got, "Is the hall open on 1 November?").accepted is right


@pytest.mark.parametrize(
    ("got", "right"),
    [
        ("Done!", True),
        ("All tasks are completed.", True),
        ("I've booked the cab and sent the email to Zoë.", True),
        ("I could not complete the tasks.", False),
        ("I will do it tomorrow.", False),
    ],
)
def test_a_report_that_all_is_done(got: str, right: bool) -> None:
    assert answer("Everything is done.", got, "Book a cab and mail Zoë, then tell me.").accepted is right


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("La reunión es el viernes a las 16:30.", "La reunión será el viernes, 18 de octubre, a las 16.30.", True),
        ("La reunión es el viernes a las 16:30.", "La reunión es el viernes a las 17:30.", False),
        ("Das Treffen ist am Freitag um 15 Uhr.", "Wir treffen uns am Freitag um 15:00 Uhr.", True),
        ("Das Treffen ist am Freitag um 15 Uhr.", "Das Treffen ist nicht am Freitag um 15 Uhr.", False),
        ("Je t'invite au vernissage samedi à 18 h.", "Tu es invitée au vernissage samedi à 18h00.", True),
        ("Je t'invite au vernissage samedi à 18 h.", "Je t'invite au vernissage dimanche à 18 h.", False),
        ("Spotkanie jest przełożone na piątek na 17:00.", "Spotkanie jest przełożone na piątek, godz. 17.", True),
        ("Spotkanie jest przełożone na piątek na 17:00.", "Spotkanie w piątek o 17:00 jest odwołane.", False),
    ],
)
def test_other_languages(a: str, b: str, equal: bool) -> None:
    assert (message(a, b).accepted is True) is equal
