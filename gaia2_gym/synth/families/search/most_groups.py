"""Which contact is in most group conversations of both chat apps?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, TITLES, messageable
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Of the people in my group conversations in {apps} whose country is {country}, who is in most of these groups? Full name.",
    "Look at my groups in {apps}. Which contact from {country} is a member of the largest number of them? Just the full name.",
    "Who among my contacts in {country} shares most group conversations with me, counting {apps}? Full name only.",
    "Count group memberships in {apps}: who of those living in {country} leads? First and last name, please.",
    "For a prank I need the contact from {country} who is in the most groups ({apps}). Full name?",
    "Which of my {country} contacts sits in the greatest number of group conversations in {apps}? Full name.",
    "Please go through the groups in {apps} and tell me the full name of the person from {country} who is in most of them.",
    "Groups in {apps}, members living in {country}: who is in most groups? I only need the full name.",
    "Somebody from {country} turns up in more of my groups in {apps} than anybody else from there. Who? Full name.",
    "Could you find out who, of all contacts with {country} as their country, belongs to most group conversations in {apps}? Full name, please.",
)


def make(d: Draft) -> None:
    apps = ("Messages", "Chats") if d.difficulty > 2 else (d.draw.pick(("Messages", "Chats")),)
    country = d.draw.pick(sorted({c.country or "" for c in d.contacts}))
    for n in range(2 + d.difficulty):
        app = apps[n % len(apps)]
        names = [p.name for p in d.draw.sample(messageable(d, app), d.draw.integer(3, 6))]
        d.add_group(app, f"{d.draw.pick(TITLES)} {d.draw.integer(2, 40)}", names, d.draw.sample(MESSAGES, 2))
    there = {c.full_name for c in d.contacts if c.country == country}
    counts: Counter[str] = Counter()
    for app in apps:
        state = d.state(app)
        for conversation in state.conversations.values():
            if len(conversation.participant_ids) > 2:
                counts.update(state.id_to_name[id] for id in conversation.participant_ids if state.id_to_name[id] in there)
    ranked = counts.most_common()
    d.fits(len(ranked) > 1 and ranked[0][1] > ranked[1][1])
    d.ask(apps=" and ".join(apps), country=country, **{f"app{i}": app for i, app in enumerate(apps)})
    d.answer(ranked[0][0], wrong=[name for name, _ in ranked[1:3]])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    there = {f"{c['first_name']} {c['last_name']}" for c in phone.contacts() if c["country"] == said["country"] and not c["is_user"]}
    counts: Counter[str] = Counter()
    for app in (said[key] for key in ("app0", "app1") if key in said):
        names: dict[str, str] = {}
        for conversation in phone.conversations(app):
            ids = conversation["participant_ids"]
            if len(ids) > 2:
                for id in ids:
                    if id not in names:
                        names[id] = phone.call(f"{app}__get_user_name_from_id", "Who is that?", user_id=id)
                counts.update(names[id] for id in ids if names[id] in there)
    name, n = counts.most_common(1)[0]
    phone.tell(name, f"{name} is in {n} groups.")


FAMILY = Family("most_groups", "Search", PHRASINGS, make, solve, test_only=True, tags=("join", "superlative"))
