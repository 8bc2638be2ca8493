"""Ask somebody; if no answer comes within some minutes, turn to somebody else; if one comes, leave it."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, text_of
from gaia2_gym.synth.families.material import QUESTIONS, distractor_mails
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Email {first} with the subject "{subject}" and ask "{question}" If no answer comes within {minutes} minutes, send the same email to {second}; '
    "if one comes, tell me what it says and leave it at that.",
    'Ask {first} by email (subject "{subject}", text "{question}"). No reply after {minutes} minutes? Then ask {second} in the same words. '
    "If there is a reply, report it to me instead.",
    'I need an answer soon: write "{question}" to {first}, subject "{subject}", and should {minutes} minutes pass in silence, write it to '
    "{second}, too."
    " When {first} does answer in time, just pass the answer on to me.",
    '"{question}" is what I want to know from {first}; email it with the subject "{subject}". Give it {minutes} minutes, then try {second} unless an '
    "answer has come, which you would then repeat to me.",
    'Send {first} an email, subject "{subject}", saying "{question}" and wait {minutes} minutes for a reply. Only if there is none, send the same to '
    "{second}. If there is one, tell me at once what it says.",
    'First choice {first}, second choice {second}. Email the first "{question}" (subject "{subject}"); the second gets the same after '
    "{minutes} minutes "
    "without an answer. Should an answer come, I want to hear it from you.",
    'Could you email {first} "{question}" under the subject "{subject}"? If {first} stays silent for {minutes} minutes, email {second} the same. '
    "Otherwise let me know the answer.",
    'Please find out by email, subject "{subject}": "{question}" Begin with {first}. After {minutes} minutes without a reply go on to '
    "{second} with the "
    "same email; with a reply, give me its content and stop.",
    'Email to {first}, subject "{subject}": "{question}" I can wait {minutes} minutes for the reply, which you tell me; not longer, then '
    "{second} is to "
    "get that email.",
    'Write to {first} ("{question}", subject "{subject}"). Wait. If {minutes} minutes later nothing has come back, write exactly that to '
    "{second}. If "
    "something has, tell me what.",
)


def make(d: Draft) -> None:
    first, second, *others = d.draw.sample(d.people, 5)
    _, subject, question, yes = d.draw.pick(QUESTIONS)
    minutes = d.draw.pick((2, 3))
    d.ask(first=first.name, second=second.name, subject=subject, question=question, minutes=str(minutes))
    asked = d.agent("Emails__send_email", recipients=[first.email], subject=subject, content=question)
    arrival = 60.0 * minutes - d.draw.integer(30, 60)
    distractor_mails(d, others, d.difficulty - 1, within=arrival)
    if d.draw.chance(0.5):
        reply = {"sender": first.email, "recipients": [d.me.email], "subject": f"Re: {subject}", "content": yes}
        answered = d.env("Emails__create_and_add_email", **reply).after(seconds=arrival)
        d.say(f"{first.name} has answered: {yes}").after(asked, answered, seconds=3)
    else:
        d.agent("Emails__send_email", recipients=[second.email], subject=subject, content=question).after(asked, minutes=minutes)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    first, second = phone.contact(said["first"])["email"], phone.contact(said["second"])["email"]
    mail = {"subject": said["subject"], "content": said["question"]}
    phone.call("Emails__send_email", f"{said['first']} is asked first.", recipients=[first], **mail)
    asked = phone.now
    end = asked + 60 * int(said["minutes"])
    while phone.now < end:
        for _ in phone.wait(end - phone.now, "I wait for the answer."):
            latest = phone.call("Emails__list_emails", "Something came; is it the answer?", limit=1)["emails"][0]
            if latest["sender"] == first and latest["timestamp"] > text_of(asked):
                phone.tell(f"{said['first']} has answered: {latest['content']}")
                return
    phone.call("Emails__send_email", f"No answer, so I ask {said['second']}.", recipients=[second], **mail)
    phone.tell(f"{said['first']} did not answer, so I have asked {said['second']} as well.")


FAMILY = Family("reply_or_else", "Time", PHRASINGS, make, solve, tags=("event-based",))
