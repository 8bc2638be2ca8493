"""Messages, one of them without a recipient: send the others and ask; in the harder ones the user then says who."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.ambiguity.errands import act, do_errands, errands, settled
from gaia2_gym.synth.families.material import MESSAGES, messageable
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Messages to send in {app}: {messages}. Also {errands}. If I forgot to say something, ask me, quoting the message.",
    "Please {errands}. And in {app} send these out: {messages}. Where a detail is lacking, don't guess, ask me about that message word for word.",
    "{app}: {messages}. Each one alone. Next, {errands}. Should I have left anything out, quote me the message and ask.",
    "I have a couple of things to say in {app}. {messages}. Besides, {errands}. Nothing goes out that isn't clear; quote it and ask me instead.",
    "Could you get these out through {app}: {messages}? And could you {errands}? For anything incomplete please come back to me with the text in "
    "question.",
    "Lots of news for {app}: {messages}. Then please {errands}. I'm writing in a hurry, so if something's missing ask me, and say in which message.",
    "First {errands}. Afterwards {app}, single messages: {messages}. Whatever I didn't tell you, ask; I'd like to see the text you are asking about.",
    "Use {app} for the following: {messages}. In addition, {errands}. Incomplete ones you hold back and ask me about, quoting them.",
    "Kindly deliver by {app}: {messages}. Furthermore, {errands}. Should particulars be wanting, please enquire, citing the message concerned.",
    "These go through {app}, please: {messages}. My other wishes: {errands}. A gap in what I said means a question to me, with the message quoted, "
    "and never a guess.",
)


def make(d: Draft) -> None:
    app, n = d.draw.pick(("Messages", "Chats")), 1 + d.difficulty // 2
    people = d.draw.sample(messageable(d, app), n + 1)
    d.fits(len(people) == n + 1)
    # a quoted "Please ..." would make the question read as a request of the agent's
    texts = d.draw.sample([m for m in MESSAGES if not m.startswith("Please")], n + 1)
    jobs_brief, jobs = errands(d, 1 + d.difficulty // 2, without=("chat",), people=[p for p in d.people if p not in people])
    unclear = d.draw.integer(0, n)
    quoted: list[str] = []
    parts: dict[str, str] = {}
    for i, (person, text) in enumerate(zip(people, texts, strict=True)):
        parts |= {f"text{i}": text} | ({} if i == unclear else {f"name{i}": person.name})
        quoted.append(f'"{text}"' + ("" if i == unclear else f" to {person.name}"))
    d.fits(not any(job.parts.get("text") in texts for job in jobs))
    d.ask(app=app, messages="; ".join(quoted), **jobs_brief, **parts)
    act(d, jobs)
    ids = d.state(app).name_to_id
    for i, person in enumerate(people):
        if i != unclear:
            d.agent(f"{app}__send_message", user_id=ids[person.name], content=texts[i])
    wrong = [f'Who should get "{texts[unclear - 1]}"?', "All messages are sent.", f'I have sent "{texts[unclear]}" to {people[unclear - 1].name}.']
    if settled(d, f'Who should get "{texts[unclear]}"?', wrong):
        d.user(f"That one is for {people[unclear].name}.")
        d.agent(f"{app}__send_message", user_id=ids[people[unclear].name], content=texts[unclear])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    do_errands(phone, said)
    missing = ""
    for i in range(sum(f"text{i}" in said for i in range(9))):
        if f"name{i}" in said:
            _send(phone, said["app"], said[f"name{i}"], said[f"text{i}"])
        else:
            missing = said[f"text{i}"]
    phone.tell(f'To whom should I send the message "{missing}"?', "One message has no recipient, so I ask.")
    if not phone.over:
        _send(phone, said["app"], phone.messages[-1].partition("is for ")[2].rstrip("."), missing)
        phone.tell("It is sent now.")


def _send(phone: Phone, app: str, name: str, text: str) -> None:
    id = phone.call(f"{app}__lookup_user_id", f"What is {name}'s id?", user_name=name)[name]
    phone.call(f"{app}__send_message", f"This goes to {name}.", user_id=id, content=text)


FAMILY = Family("no_recipient", "Ambiguity", PHRASINGS, make, solve, tags=("missing-fact",))
