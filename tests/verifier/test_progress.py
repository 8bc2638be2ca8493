"""Progress: the tracker, which works act by act, agrees with the definition, which tries every partial assignment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gaia2_gym.scenario import Scenario
from gaia2_gym.verifier import progress as module
from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.progress import cap
from gaia2_gym.verifier.verifier import Judgement
from tests.verifier.scenes import verifier
from tests.world.scenes import MESSAGE, START, answer, mail, oracle, phone, user

FLATS = ("AgentUserInterface", "SystemApp", "RentAFlat", "Emails", "Calendar", "Shopping")
SAVE, PUT = "RentAFlat__save_apartment", "Shopping__add_to_cart"
BOOK, CANCEL = "Calendar__add_calendar_event", "Calendar__delete_calendar_event"
ASKED = Act(0, "user", "u0", START, "", {}, None, 0)
AT = {"title": "Walk", "start_datetime": "2024-10-16 09:00:00", "end_datetime": "2024-10-16 10:00:00"}


def defined(judgement: Judgement, acts: Sequence[Act]) -> float:
    """Progress as the specification has it, over every partial assignment; turns that are not yet released are open."""
    side, pairs = judgement.verifier.oracle, judgement.pairs
    writes = [a for a in acts if a.kind == "agent"]
    events = {a.id: a for a in acts if a.kind != "agent" and a.id in side.by_id}
    released = max((a.turn for a in acts), default=0)
    expected = [e for e in side.by_id.values() if e.act.kind == "agent" and e.turn <= released]

    def largest(position: int, matched: dict[str, Act], taken: frozenset[int]) -> int:
        if position == len(expected):
            return len(taken)
        e = expected[position]
        sizes = [largest(position + 1, matched, taken)]
        for act in writes:
            if act.i not in taken and act.tool == e.act.tool and act.turn <= e.turn and pairs.refusal(e, act, matched) is None:
                sizes.append(largest(position + 1, {**matched, e.id: act}, taken | {act.i}))
        return max(sizes)

    matched = largest(0, events, frozenset())
    return min(max(0, 2 * matched - len(writes)) / side.writes, cap(side.writes))


@st.composite
def scenarios(draw: Any) -> Scenario:
    """Two turns of two or three writes each, that follow each other, wait for mails, and refer to each other's results at random."""
    events = [user("u0"), *([mail("e0", "u0", delay=draw(st.sampled_from((5, 30))))] if draw(st.booleans()) else [])]
    last = "u0"
    booked: list[str] = []
    for turn in (0, 1):
        mine: list[str] = []
        for n in range(draw(st.integers(1, 3))):
            before = [last, *mine, *(e.id for e in events if e.id == f"e{turn}")]
            after = draw(st.lists(st.sampled_from(before), min_size=1, max_size=2, unique=True))
            delay = draw(st.sampled_from((1, 1, 1, 20)))
            tools = [SAVE, SAVE, PUT, BOOK] + [CANCEL] * bool(booked)
            tool = draw(st.sampled_from(tools))
            if tool == BOOK:
                args: dict[str, Any] = AT
                booked.append(f"w{turn}{n}")
            elif tool == CANCEL:
                made = booked.pop(draw(st.integers(0, len(booked) - 1)))
                args = {"event_id": f"{{{{{made}}}}}"}
                after = list({*after, made} if made in mine else after)
            elif tool == PUT:
                args = {"item_id": "it-1", "quantity": 1}
            else:
                args = {"apartment_id": f"ap-{draw(st.integers(1, 2))}"}
            mine.append(f"w{turn}{n}")
            events.append(oracle(mine[-1], tool, *after, delay=delay, **args))
        events.append(answer(f"m{turn}", *mine, delay=1))
        last = f"u{turn + 1}"
        if turn == 0:
            events.append(user("u1", "m0", delay=10))
            events += [mail("e1", "u1", delay=5)] if draw(st.booleans()) else []
    return phone(*events, apps=FLATS)


@st.composite
def histories(draw: Any, scenario: Scenario) -> list[Act]:
    """Roughly what the scenario expects, with calls left out, made twice, exchanged and changed, and events that come early, late or never."""
    acts = [ASKED]
    time, turn = START, 0
    made: dict[str, str] = {}
    for n in range(scenario.num_turns):
        expected = [e for e in scenario.events if scenario.turns.of[e.id] == n and e.id != "u0"]
        if draw(st.booleans()):
            expected = list(draw(st.permutations(expected)))
        for event in (e for e in expected for _ in range(draw(st.sampled_from((1, 1, 1, 1, 1, 0, 2))))):
            time += draw(st.sampled_from((1.0, 1.0, 1.0, 16.0, 20.0)))
            if event.kind != "AGENT":
                acts.append(Act(len(acts), event.kind.lower(), event.id, time, "", {}, "em", turn))
                continue
            made[event.id] = f"id-{len(acts)}"
            args = dict(event.args)
            if "event_id" in args:
                args["event_id"] = made.get(args["event_id"].strip("{}"), "id-0")
            elif "apartment_id" in args and draw(st.integers(0, 4)) == 0:
                args["apartment_id"] = "ap-1"
            acts.append(Act(len(acts), "agent", f"a{len(acts)}", time, f"{event.app}__{event.function}", args, made[event.id], turn))
            turn += event.ends_turn
    return acts[:9]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_the_tracker_agrees_with_the_definition(data: st.DataObject) -> None:
    scenario = data.draw(scenarios())
    acts = data.draw(histories(scenario))
    judgement = verifier(scenario, lambda question: True).episode()
    for n, act in enumerate(acts, start=1):
        judgement.add(act)
        seen = [a for a in acts[:n] if a.turn < scenario.num_turns]
        if act.kind == "agent" and act.turn < scenario.num_turns and not judgement.passed:
            assert judgement.progress == defined(judgement, seen)


def crowd(n: int) -> Scenario:
    """Flats to save one after the other, and a message."""
    saves = [oracle(f"s{k}", SAVE, f"s{k - 1}" if k else "u0", delay=1, apartment_id=f"ap-{k % 3 + 1}") for k in range(n)]
    return phone(user("u0"), *saves, answer("m", f"s{n - 1}", delay=1), apps=FLATS)


def test_the_search_ends_soon_where_much_is_wrong(monkeypatch: Any) -> None:
    """Twenty equal-looking writes in a chain, of which the wrong ones are done: bounded, and never above the definition."""
    monkeypatch.setattr(module, "MAX_NODES", 200)
    scenario = crowd(20)
    judgement = verifier(scenario).episode()
    judgement.add(ASKED)
    for i in range(1, 21):
        judgement.add(Act(i, "agent", f"a{i}", START + i + 1, SAVE, {"apartment_id": f"ap-{i * 7 % 5 % 3 + 1}"}, None, 0))
    assert 0.0 <= judgement.progress < 1.0


def test_a_fork_does_not_change_its_parent() -> None:
    judgement = verifier(crowd(3)).episode()
    judgement.add(ASKED)
    judgement.add(Act(1, "agent", "a1", START + 1, SAVE, {"apartment_id": "ap-1"}, None, 0))
    fork = judgement.fork()
    fork.add(Act(2, "agent", "a2", START + 2, SAVE, {"apartment_id": "ap-1"}, None, 0))
    judgement.add(Act(2, "agent", "a2", START + 2, SAVE, {"apartment_id": "ap-2"}, None, 0))
    assert (fork.progress, judgement.progress) == (0.0, 2 / 4)


def test_a_write_for_a_turn_that_is_not_released_is_surplus() -> None:
    events = (user("u0"), answer("m", "u0", delay=1), user("v", "m", delay=5), oracle("w", SAVE, "v", delay=1, apartment_id="ap-2"))
    judgement = verifier(phone(*events, apps=FLATS), lambda question: True).episode()
    judgement.add(ASKED)
    judgement.add(Act(1, "agent", "a1", START + 1, SAVE, {"apartment_id": "ap-2"}, None, 0))
    assert judgement.progress == 0.0
    judgement.add(Act(2, "agent", "a2", START + 2, MESSAGE, {"content": "Done."}, None, 0))
    assert judgement.progress == 0.0
