"""How users put their tasks: what they say before and after the task itself."""

from __future__ import annotations

from typing import Literal

from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.universe import Universe

Tone = Literal["terse", "chatty", "formal", "warm"]

_OPENERS: dict[Tone, tuple[str, ...]] = {
    "terse": ("", "", "", "New task.", "Quick one.", "Please handle this.", "Next thing."),
    "chatty": (
        "Hey, hope you're up for a little job!",
        "Okay, so here's the thing.",
        "Right, before I forget again:",
        "Hi there! I've been putting this off all week.",
        "So, I need a hand with something.",
        "Me again, sorry!",
        "Hey you, one more thing off my list if you don't mind.",
    ),
    "formal": (
        "Good morning.",
        "Good morning, I would like you to take care of the following.",
        "I have a request.",
        "Kindly see to this today.",
        "Could I ask you to deal with the matter below?",
        "May I hand the following over to you?",
    ),
    "warm": (
        "Good morning!",
        "Hi, thanks for helping me out.",
        "Hello there, I hope this isn't too much to ask.",
        "Morning! I could really use your help.",
        "Hi! You would do me a big favour.",
        "Hello! I'm so glad I can leave this to you.",
    ),
}
_CLOSERS: dict[Tone, tuple[str, ...]] = {
    "terse": ("", "", "", "Thanks.", "That's all."),
    "chatty": ("Thanks a million!", "You're a star, thanks!", "Cheers!", "That'd be a weight off my mind.", "Thanks, I owe you one."),
    "formal": ("Thank you.", "Thank you in advance.", "Many thanks for your help.", "I appreciate it."),
    "warm": ("Thank you so much!", "Thanks, that helps a lot.", "Thank you, you're a great help.", "Thanks a lot!"),
}
_CONTEXTS = (
    "I'm on my way to {workplace} and can't look myself.",
    "My head is full of {hobby} at the moment, so I'd rather leave it to you.",
    "It's one of those mornings at {workplace}.",
    "I only have one hand free because of the coffee.",
    "I've got back-to-back calls until noon.",
    "The train is late again, so I finally have time to write.",
    "I promised myself to spend the evening on {hobby}, so this should be done by then.",
    "I slept badly and don't trust my own eyes today.",
    "My other screen is broken, hence this message.",
    "I keep getting interrupted here at {workplace}.",
    "I'd do it myself, but I'm about to leave for {hobby}.",
    "There's a lot going on at home, as you can imagine.",
    "I want to tick this off before lunch.",
    "The phone is nearly empty, so I'll be brief.",
    "I'm writing this before {event}.",
    "My mind is already on {event}.",
    "It's raining in {city}, so I'm catching up on things.",
    "I'm in a café in {city} with a terrible connection.",
    "{event} is coming up and I'm badly organised this week.",
    "I dreamt about {hobby} and overslept.",
    "Between {event} and everything else I hardly get to anything.",
    "My desk at {workplace} is covered in paper.",
    "It's {weather} in {city} and I have {drink} in my hand.",
    "A {weather} morning, {drink}, and already behind schedule.",
    "I spilled {drink} on my notes for {event}, so please do this for me.",
    "Such a {weather} day; I'd rather be at {hobby} than at {workplace}.",
    "First {drink}, then {event}, and this in between.",
)
_WEATHER = ("grey", "windy", "foggy", "bright", "rainy", "chilly", "mild", "stormy", "hazy", "frosty", "sultry", "drizzly")
_DRINKS = (
    "an espresso",
    "green tea",
    "cold coffee",
    "a cocoa",
    "peppermint tea",
    "a smoothie",
    "hot lemon",
    "a flat white",
    "black tea",
    "tap water",
)
_SHORT = 260
"""Characters of a task below which two such sentences are added: few words alone make few different tasks."""


def spoken(task: str, universe: Universe, draw: Draw) -> str:
    """A task in the user's voice: an opening and a closing in the user's tone, and now and then something that has nothing to do with it.

    Args:
        task: What is wanted.
        universe: Whose user speaks.
        draw: Chooses.
    """
    persona = universe.cast.persona
    tone = persona.person.manner.tone
    coming = [h.title for h in universe.happenings if h.time > universe.now and h.kind in ("meeting", "social", "appointment", "trip")]
    fillers = {
        "workplace": persona.employer or "work",
        "hobby": draw.pick(persona.hobbies or ("the garden",)).lower(),
        "event": draw.pick(coming or ["lunch"]),
        "weather": draw.pick(_WEATHER),
        "drink": draw.pick(_DRINKS),
        "city": persona.person.contact.city_living or "town",
    }
    opener = draw.pick(_OPENERS[tone]) if draw.chance(0.6) else ""
    said = 2 if len(task) < _SHORT else int(draw.chance(0.5))
    context = " ".join(text.format(**fillers) for text in draw.sample(_CONTEXTS, said))
    closer = draw.pick(_CLOSERS[tone]) if draw.chance(0.5) else ""
    return " ".join(part for part in (opener, context, task, closer) if part)
