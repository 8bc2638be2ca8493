"""Labelled episodes by construction: the oracle's own, changed in ways that make it wrong, or that must not matter.

The labels come from the specification of the verifier and from what the phone answers (whether a call succeeds, how the phone ends up), never from
the verifier. So they can be held against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

from gaia2_gym.agents import play
from gaia2_gym.guards.other_values import other, same, same_words
from gaia2_gym.guards.other_words import other_words
from gaia2_gym.guards.plans import MESSAGE, WAIT, Plan, PlanAgent, Planned, carry_out, in_order, plan_of
from gaia2_gym.scenario import Scenario, placeholder
from gaia2_gym.session import Session, SessionConfig, open_session, trace_of
from gaia2_gym.session.scoring import prepared_oracle
from gaia2_gym.trace import Trace
from gaia2_gym.verifier.oracle import Expected
from gaia2_gym.verifier.verifier import same_state

Label = Literal["valid", "invalid"]
Kind = Literal["structure", "time", "format", "text"]
PLACEHOLDER = "\n\n[Your Name]"
UNRELATED = "The bicycle has been repaired."
DAWDLE = 40.0
"""Seconds by which calls without a time may as well come later."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One episode whose verdict is known.

    Args:
        name: What was done, to which call.
        label: Whether it must be accepted.
        kind: `structure` (which calls, in which order), `time`, `format` (of arguments) or `text` (what free text says, so that a judge is needed).
        plan: The calls.
    """

    name: str
    label: Label
    kind: Kind
    plan: Plan

    def play(self, scenario: Scenario, *, seed: int = 0, config: SessionConfig | None = None) -> Session:
        """Play it: a session that is over. Without noise, unless the settings ask for it, as a label is about these calls and no others."""
        config = config or SessionConfig(gate="free", unscored="nan", max_steps=1000)
        session = open_session(scenario, seed=seed, config=replace(config, noise=config.noise or False))
        play(session, PlanAgent(self.plan))
        return session

    def trace(self, scenario: Scenario, *, seed: int = 0, config: SessionConfig | None = None, embed: bool | None = None) -> Trace:
        """Its trace, with the label in the header."""
        trace = trace_of(self.play(scenario, seed=seed, config=config), embed=embed)
        return replace(trace, header={**trace.header, "label": self.label, "variant": {"name": self.name, "kind": self.kind}})


def variants(scenario: Scenario, config: SessionConfig | None = None) -> list[Variant]:
    """The oracle's episode and its variants.

    Args:
        scenario: The scenario; its oracle must run cleanly.
        config: How they will be judged: its `timing` and `checks` decide what is too late and which arguments count.
    """
    made = _Maker(scenario, config or SessionConfig())
    parts = (made.messages, made.calls, made.orders, made.moments, made.arguments, made.forms, made.texts)
    found = {repr(made.plan): Variant("oracle", "valid", "structure", made.plan)}
    for part in parts:
        for variant in part():
            found.setdefault(repr(variant.plan), variant)  # what changes nothing is no variant
    return list(found.values())


class _Maker:
    """Makes the variants of one scenario."""

    def __init__(self, scenario: Scenario, config: SessionConfig) -> None:
        self.scenario = scenario
        self.window = config.window()
        self.strict = config.checks_for(scenario) == "strict"
        self.oracle, self.oracle_diff = prepared_oracle(scenario)
        self.plan = plan_of(scenario)
        user = self.oracle.user
        self.user = f"{user.first_name} {user.last_name}" if user else ""
        self.home = (user.address or "") if user else ""
        self.phone = Session(scenario, config=SessionConfig(noise=False)).phone.tools
        self.last = scenario.num_turns - 1
        self.writes = [(n, self.oracle.by_id[c.stands_for]) for n, c in enumerate(self.plan) if c.stands_for in self.oracle.by_id]

    # --- the phone's answer --------------------------------------------------------------------------------------------------------------------

    def succeeds(self, plan: Plan, *, same_end: bool = False) -> bool:
        """Whether every call succeeds that is not meant to fail; if asked for, also whether the phone ends up as the oracle leaves it."""
        session = Session(self.scenario, config=SessionConfig(max_steps=1000, noise=False))
        records = carry_out(session, plan, to_the_end=False)
        made = len(records) == len(plan) and all(call.may_fail or not record.failed for call, record in zip(plan, records, strict=True))
        made = made and not any(r.failed for r in session.world.records if r.kind == "env")  # an attendee in other letters cannot delete the event
        return made and (not same_end or same_state(session.world.state_diff(), self.oracle_diff))

    def but(self, n: int, *calls: Planned) -> Plan:
        """The plan with other calls in the place of one."""
        return (*self.plan[:n], *calls, *self.plan[n + 1 :])

    def with_args(self, n: int, **args: Any) -> Plan:
        """The plan with other arguments of one call."""
        return self.but(n, replace(self.plan[n], args={**self.plan[n].args, **args}))

    def each(self, change: Callable[[Planned], Iterable[Planned]]) -> Plan:
        """The plan with other calls in the place of every one that stands for the oracle's."""
        return tuple(new for call in self.plan for new in (change(call) if call.stands_for else (call,)))

    # --- which calls ---------------------------------------------------------------------------------------------------------------------------

    def messages(self) -> Iterator[Variant]:
        """The message to the user missing, sent twice, sent too early; where none is expected, one is tolerated."""
        for n, call in enumerate(self.plan):
            if call.tool != MESSAGE:
                continue
            if not call.stands_for:
                yield Variant("no closing message", "valid", "structure", self.plan[:n])
                if n and self.plan[n - 1].stands_for in self.oracle.by_id:
                    yield Variant("closed before the last call", "invalid", "structure", (*self.plan[: n - 1], call, self.plan[n - 1]))
                continue
            yield Variant(f"message missing/{call.stands_for}", "invalid", "structure", self.but(n))
            if call.turn < self.last and any(e.turn == call.turn + 1 and e.act.tool != MESSAGE for _, e in self.writes):
                yield Variant(f"message twice/{call.stands_for}", "invalid", "structure", self.but(n, call, replace(call, stands_for="", after=())))

    def calls(self) -> Iterator[Variant]:
        """Writes dropped, made twice, made in another app, too many; reads and failed calls, which do not matter."""
        for n, e in self.writes:
            if self.plan[n].tool == MESSAGE:
                continue
            yield Variant(f"dropped/{e.id}", "invalid", "structure", self.but(n))
            twice = self.but(n, self.plan[n], replace(self.plan[n], stands_for="", after=(), delay=0.0, at=None))
            # what cannot be done twice fails the second time, and a call that fails is none
            yield Variant(f"twice/{e.id}", "invalid" if self.succeeds(twice) else "valid", "structure", twice)
            yield from self._in_another_app(n, e)
        for turn in range(self.scenario.num_turns):
            yield from self._surplus(turn)
        yield from self._harmless()

    def _in_another_app(self, n: int, e: Expected) -> Iterator[Variant]:
        """The same in another app of the same class, for the same person if known there."""
        app, _, function = e.act.tool.partition("__")
        entries = {entry.name: entry for entry in self.scenario.apps}
        for name, entry in entries.items():
            tool = f"{name}__{function}"
            if name == app or entry.cls is not entries[app].cls or tool not in self.phone:
                continue
            mine, theirs = (getattr(entries[a].state, "id_to_name", {}) for a in (app, name))
            here = {who: id for id, who in theirs.items()}
            args = {k: here.get(mine.get(v, ""), v) if isinstance(v, str) else v for k, v in self.plan[n].args.items()}
            plan = self.but(n, replace(self.plan[n], tool=tool, args=args))
            if self.succeeds(plan):
                yield Variant(f"in {name}/{e.id}", "invalid", "structure", plan)

    def _surplus(self, turn: int) -> Iterator[Variant]:
        day = {"start_datetime": "2030-01-02 09:00:00", "end_datetime": "2030-01-02 10:00:00"}
        extras = (
            ("Contacts__add_new_contact", {"first_name": "Zoe", "last_name": "Extra"}),
            ("Calendar__add_calendar_event", {"title": "Nobody asked for this", **day}),
        )
        end = max((n for n, c in enumerate(self.plan) if c.turn == turn), default=len(self.plan))
        for tool, args in extras:
            if tool in self.phone:
                plan = (*self.plan[:end], Planned(tool, args, turn), *self.plan[end:])
                yield Variant(f"surplus {tool}/turn {turn}", "invalid", "structure", plan)

    def _harmless(self) -> Iterator[Variant]:
        reads = [s for s in self.phone.values() if s.operation == "read" and s.public_name != WAIT and not any(a.required for a in s.args)]

        def looked(call: Planned) -> list[Planned]:
            near = next((s for s in reads if s.app == call.tool.partition("__")[0]), reads[0])
            return [Planned(s.public_name, turn=call.turn, may_fail=True) for s in {near.name: near, reads[0].name: reads[0]}.values()] + [call]

        def in_vain(call: Planned) -> list[Planned]:
            required = any(a.required for a in self.phone[call.tool].args) if call.tool in self.phone else False
            return [*([Planned(call.tool, {}, call.turn, may_fail=True)] if required else []), call]

        yield Variant("reads before every call", "valid", "structure", self.each(looked))
        yield Variant("every call first without its arguments", "valid", "structure", self.each(in_vain))
        yield Variant("a tool that does not exist", "valid", "structure", (Planned("Nowhere__do_nothing", may_fail=True), *self.plan))
        yield Variant("an action that is no call", "valid", "structure", (Planned("", raw="Let me think.", may_fail=True), *self.plan))

    # --- in which order ------------------------------------------------------------------------------------------------------------------------

    def orders(self) -> Iterator[Variant]:
        """Independent calls in another order; dependent ones in the wrong order."""
        free = [n for n, e in self.writes if not e.timed and self.plan[n].tool != MESSAGE]
        for a, b in pairwise(free):
            first, second = self.plan[a], self.plan[b]
            if b == a + 1 and first.turn == second.turn and not self._depends(second.stands_for, first.stands_for):
                plan = (*self.plan[:a], second, first, *self.plan[b + 1 :])
                if self.succeeds(plan, same_end=True):
                    yield Variant(f"exchanged/{first.stands_for}/{second.stands_for}", "valid", "structure", plan)
        if not any(e.timed for _, e in self.writes):
            plan = self._last_first()
            if plan != self.plan and self.succeeds(plan, same_end=True):
                yield Variant("the other way round", "valid", "structure", plan)
        position = {call.stands_for: n for n, call in enumerate(self.plan)}
        for n, e in self.writes:
            for parent in e.parents_in_turn:
                p = position.get(parent)
                if p is not None and not self._look_alike(e, self.oracle.by_id[parent]):
                    plan = (*self.plan[:p], self.plan[n], *self.plan[p:n], *self.plan[n + 1 :])
                    yield Variant(f"{e.id} before {parent}", "invalid", "structure", plan)

    def _depends(self, id: str, on: str) -> bool:
        """Whether an event comes after another, directly or not."""
        parents = self.scenario.by_id[id].dependencies
        return on in parents or any(self._depends(p, on) for p in parents)

    def _last_first(self) -> Plan:
        """In every turn, of the calls whose dependencies are done, always the last."""
        plan: list[Planned] = []
        left = list(self.plan)
        while left:
            turn = [c for c in left if c.turn == left[0].turn]
            ready = [c for c in turn if c.stands_for and not any(self._depends(c.stands_for, o.stands_for) for o in turn if o.stands_for)]
            calls = [c for c in ready if c.tool != MESSAGE] or ready or turn
            plan.append(calls[-1])
            left.remove(calls[-1])
        return tuple(plan)

    def _look_alike(self, one: Expected, other: Expected) -> bool:
        """Whether two oracle calls, or one of them and a third, cannot be told apart."""
        alike = [e for e in self.oracle.by_id.values() if any(e.act.tool == x.act.tool and e.act.args == x.act.args for x in (one, other))]
        return len(alike) > 2 or (one.act.tool == other.act.tool and one.act.args == other.act.args)

    # --- when ----------------------------------------------------------------------------------------------------------------------------------

    def moments(self) -> Iterator[Variant]:
        """Timed calls early and late, within the window and beyond it; untimed ones whenever."""
        before, after = self.window  # waits are whole seconds, so a call may come up to a second later than planned
        for n, e in self.writes:
            if not e.timed or self.plan[n].tool == MESSAGE:
                continue
            shifts: list[tuple[str, float, bool]] = [
                ("late", after - 2.0, True),
                ("too late", after + 2.0, e.event.comparator == "GREATER_THAN"),
                ("early", -(before - 2.0), True),
                ("too early", -(before + 2.0), e.event.comparator == "LESS_THAN"),
            ]
            for what, seconds, valid in shifts:
                possible = seconds > 0 or (seconds < 0 and self.plan[n].delay + seconds >= 1.0)
                if possible and not (e.act.time + seconds >= self.scenario.start_time + self.scenario.time_limit):
                    yield Variant(f"{what}/{e.id}", "valid" if valid else "invalid", "time", self._shifted({n: seconds}))
        slow = {n: DAWDLE for n, e in self.writes if not e.timed and self.plan[n].tool != MESSAGE}
        plan = self._shifted(slow)
        if slow and self.succeeds(plan):
            yield Variant("untimed calls later", "valid", "time", plan)

    def _shifted(self, seconds: dict[int, float]) -> Plan:
        def shifted(call: Planned, by: float) -> Planned:
            return replace(call, delay=call.delay + by, at=None if call.at is None else call.at + by)

        return in_order(self.scenario, (shifted(c, seconds.get(n, 0.0)) for n, c in enumerate(self.plan)))

    # --- with which arguments ------------------------------------------------------------------------------------------------------------------

    def arguments(self) -> Iterator[Variant]:
        """Every checked argument changed to another value with which the call succeeds."""
        states = {entry.name: entry.state for entry in self.scenario.apps}
        for n, e in self.writes:
            for name, check in (*e.hard, *e.unnamed) if self.strict else e.hard:
                value = self._value(n, e, name)
                if check == "attendees" and not self.strict and not [v for v in value or () if v != self.user]:
                    continue  # anybody may be invited
                spec = next((a for a in e.spec.args if a.name == name), None)
                for what, new in other(check, name, value, spec, states[e.event.app], self.scenario, self.user):
                    plan = self.with_args(n, **{name: new})
                    if new != value and self._goes_through(n, plan):
                        yield Variant(f"{name} {what}/{e.id}", "invalid", "structure", plan)
                        break

    def _goes_through(self, n: int, plan: Plan) -> bool:
        """Whether the changed call itself succeeds."""
        records = carry_out(Session(self.scenario, config=SessionConfig(max_steps=1000, noise=False)), plan[: n + 1], to_the_end=False)
        return len(records) == n + 1 and not records[n].failed

    def _value(self, n: int, e: Expected, name: str) -> Any:
        given = self.plan[n].args.get(name)
        return given if placeholder(given) else e.act.args.get(name)

    def forms(self) -> Iterator[Variant]:
        """Arguments written in another way, which the checks take for equal."""
        for n, e in self.writes:
            checks = [*e.hard, *e.unnamed] if self.strict else list(e.hard)
            for name, check in checks:
                value = self._value(n, e, name)
                if not placeholder(value):
                    yield from self._forms(n, e, name, same(check, value, self.user))
            for name in e.soft:
                value = self._value(n, e, name)
                if isinstance(value, str) and value and not placeholder(value):
                    yield from self._forms(n, e, name, same_words(value))
                elif isinstance(value, dict) and len(value) > 1:
                    yield from self._forms(n, e, name, [("other order", dict(reversed(value.items())))])
        yield Variant("arguments in another order", "valid", "format", self.each(lambda c: [replace(c, args=dict(reversed(list(c.args.items()))))]))
        yield Variant("defaults spelt out", "valid", "format", self.each(lambda c: [replace(c, args=self._defaults(c) | dict(c.args))]))
        yield Variant("defaults left out", "valid", "format", self.each(lambda c: [replace(c, args=self._left_out(c))]))

    def _forms(self, n: int, e: Expected, name: str, found: Iterable[tuple[str, Any]]) -> Iterator[Variant]:
        for what, new in found:
            plan = self.with_args(n, **{name: new})
            if new != self.plan[n].args.get(name, "") and self.succeeds(plan):
                yield Variant(f"{name}: {what}/{e.id}", "valid", "format", plan)

    def _defaults(self, call: Planned) -> dict[str, Any]:
        return {a.name: a.default for a in self.phone[call.tool].args if not a.required} if call.tool in self.phone else {}

    def _left_out(self, call: Planned) -> dict[str, Any]:
        defaults = self._defaults(call)
        return {k: v for k, v in call.args.items() if k not in defaults or v != defaults[k]}

    # --- in which words ------------------------------------------------------------------------------------------------------------------------

    def texts(self) -> Iterator[Variant]:
        """Free texts that say something else, by one fact; the user's address for "home", which is the same place."""
        for n, e in self.writes:
            for name in e.soft:
                value = self._value(n, e, name)
                if not isinstance(value, str) or not value or placeholder(value):
                    continue
                for what, new in other_words(value, self.oracle.names):
                    if what == "negation" and "location" in name:
                        continue  # a place denies nothing
                    yield from self._said(n, e, name, new, f"another {what}", "invalid")
                yield from self._said(n, e, name, UNRELATED, "something else", "invalid")
                if "placeholder" in e.spec.soft and name == "content":
                    yield from self._said(n, e, name, value + PLACEHOLDER, "a placeholder left", "invalid", "structure")  # needs no judge
                if "cab" in e.spec.soft and self.home and value.lower() in ("home", self.home.lower()):
                    yield from self._said(n, e, name, self.home if value.lower() == "home" else "Home", "home", "valid")

    def _said(self, n: int, e: Expected, name: str, new: str, what: str, label: Label, kind: Kind = "text") -> Iterator[Variant]:
        plan = self.with_args(n, **{name: new})
        if self._goes_through(n, plan):
            yield Variant(f"{name}: {what}/{e.id}", label, kind, plan)
