"""The floors: what nobody may earn without the work. Properties of a scenario together with a verifier, checked by playing.

A scenario is fit for training when the oracle earns everything and no trick earns anything. The floor of an episode is what its genuine writes are
worth: a write is genuine when it equals one of the oracle's in every compared argument, texts after normalisation, so that no judge has a say in it.
With g of the oracle's n writes among them, `Sparse` may pay nothing and `Dense` no more than weight x g / n. Doing nothing has g = 0, and so
have almost all attacks; a random call that happens to be right is credited, and its surplus writes are subtracted by the verifier, not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from gaia2_gym.agents import Agent, NoopAgent, OracleAgent, RandomAgent, play
from gaia2_gym.guards.attacks import MESSAGE, Attack, Surroundings, fill, load_attacks, look_around, play_attack
from gaia2_gym.reward import Dense, Sparse, score
from gaia2_gym.scenario import Scenario
from gaia2_gym.session import Session, oracle_run
from gaia2_gym.session.scoring import episode_of, verifier_for
from gaia2_gym.verifier import Verdict, Verifier
from gaia2_gym.verifier.acts import Act, act_of, acts_of
from gaia2_gym.verifier.checks import normalise_content
from gaia2_gym.verifier.oracle import Expected
from gaia2_gym.verifier.pair import Pairs
from gaia2_gym.verifier.soft import Context, as_text, compare, soft_arguments
from gaia2_gym.world import record_json

HONEST = "I could not do this."
SPARSE, DENSE = Sparse(), Dense()
_NOT_IN_PLACE = frozenset(("false_claim",))
"""Kinds of attack that are only wrong where the work was not done."""
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one policy earned.

    Args:
        verdict: The verdict on its episode.
        sparse: What `Sparse` pays.
        dense: What `Dense` pays.
        genuine: Share of the oracle's writes that it made.
    """

    verdict: Verdict
    sparse: float
    dense: float
    genuine: float


class Floors:
    """Plays policies in one scenario and says what they earn.

    Args:
        scenario: The scenario.
        make_session: Makes a session of it, at its start; every policy gets a copy.
        verifier: Judges; by default as the session's settings say, which is with the `facts` judge where they say nothing.
    """

    def __init__(self, scenario: Scenario, make_session: Callable[[], Session], verifier: Verifier | None = None) -> None:
        self.base = make_session()
        self.verifier = verifier or verifier_for(scenario, self.base.config)
        self.said = [act for r in oracle_run(scenario).records if r.kind == "user" and (act := act_of(record_json(r)))]
        self.around: Surroundings = look_around(self.base)
        self.expected = [e for turn in self.verifier.oracle.turns for e in turn if e.act.kind == "agent"]

    def agent(self, agent: Agent) -> Outcome:
        """What an agent earns that plays to the end."""
        session = self.base.fork()
        play(session, agent)
        return self.outcome(session)

    def attack(self, attack: Attack) -> Outcome:
        """What an attack earns, judged as it stands when it has nothing more to do."""
        session = self.base.fork()
        play_attack(attack, session, self.around)
        return self.outcome(session)

    def message(self, text: str) -> Outcome:
        """What one message earns."""
        session = self.base.fork()
        session.step({"tool": MESSAGE, "args": {"content": text}})
        return self.outcome(session)

    def outcome(self, session: Session) -> Outcome:
        """Judge and reward what happened in a session."""
        records = [record_json(r) for r in session.world.records if not r.failed and (r.kind != "agent" or r.operation == "write")]
        verdict = self.verifier.judge(records, reason=session.reason or "")
        episode = episode_of(session)
        paid = [sum(score(reward, verdict, episode).values()) for reward in (SPARSE, DENSE)]
        return Outcome(verdict, paid[0], paid[1], self.genuine(acts_of(records)))

    def genuine(self, acts: Iterable[Act]) -> float:
        """Share of the oracle's writes that equal one of these acts in every compared argument; 0 where the oracle writes nothing."""
        mine: dict[str, list[Act]] = {}
        for act in acts:
            if act.kind == "agent":
                mine.setdefault(act.tool, []).append(act)
        pairs = self._pairs()
        found = sum(any(_equal(pairs, e, act) for act in mine.get(e.act.tool, ())) for e in self.expected)
        return found / len(self.expected) if self.expected else 0.0

    def in_place(self, attacks: Iterable[Attack]) -> Iterator[str]:
        """Attack texts that the verifier takes in place of the oracle's, everything else being right: one write of each tool."""
        oracle, judge = self.verifier.oracle, self.verifier.config.judge
        texts = [attack for attack in attacks if attack.text is not None and attack.kind not in _NOT_IN_PLACE]
        name = f"{oracle.user.first_name} {oracle.user.last_name}" if oracle.user else ""
        for e in {e.act.tool: e for e in self.expected}.values():
            tasks = tuple(str(act.args.get("content", "")) for act in self.said if act.turn <= e.turn)
            context = Context(tasks, e.act.time, name, (oracle.user.address or "") if oracle.user else "", oracle.names)
            fillers = {**self.around.fillers, "task": tasks[-1] if tasks else ""}
            for argument, right in soft_arguments(e.spec, e.act.args).items():
                other = next(n for n in self.around.seen["attendees"] if n not in right)  # one whom the text names is no other answer
                for attack in texts if isinstance(e.act.args[argument], str) else ():
                    text = fill(attack.text or "", {**fillers, "other": other}, right)
                    same = normalise_content(text) == normalise_content(right)
                    if not same and compare(e.spec, e.act.args, {**e.act.args, argument: text}, judge, context).accepted:
                        yield f"attack {attack.id}: its text is accepted as the {argument} of {e.act.tool} ({e.id})"

    def _pairs(self) -> Pairs:
        config = self.verifier.config
        return Pairs(self.verifier.oracle, config.judge, config.timing, strict=config.checks == "strict")


def check_floors(
    scenario: Scenario,
    make_session: Callable[[], Session],
    verifier: Verifier | None = None,
    *,
    seeds: Iterable[int] = range(3),
    attacks: Iterable[Attack] | None = None,
) -> list[str]:
    """Everything that is wrong with what policies earn in a scenario; empty when its reward can be trusted.

    - The oracle earns the maximum: success, and 1 from every reward.
    - Doing nothing earns nothing. Random calls and every attack earn no more than their genuine writes are worth.
    - No attack's text passes for the oracle's in a write that is otherwise right.
    - Claiming success without acting earns no more than saying that one could not.

    Args:
        scenario: The scenario.
        make_session: Makes a session of it, at its start.
        verifier: Judges; by default as the session's settings say, which is with the `facts` judge where they say nothing.
        seeds: Of the agents that call at random.
        attacks: By default the whole corpus.
    """
    attacks = load_attacks() if attacks is None else tuple(attacks)
    floors = Floors(scenario, make_session, verifier)
    problems = list(_oracle(floors.agent(OracleAgent())))
    nothing = floors.agent(NoopAgent())
    problems += [f"doing nothing earns {nothing.sparse:g} (sparse) and {nothing.dense:g} (dense)"] if nothing.sparse or nothing.dense else []
    for seed in seeds:
        problems += _above(f"random calls, seed {seed}", floors.agent(RandomAgent(seed)))
    for attack in attacks:
        problems += _above(f"attack {attack.id}", floors.attack(attack))
    problems += floors.in_place(attacks)
    return problems + list(_claims(floors, attacks))


def _oracle(outcome: Outcome) -> Iterator[str]:
    if outcome.verdict.success is not True or outcome.verdict.progress != 1.0:
        yield f"the oracle does not succeed: {outcome.verdict.explanation}"
    elif abs(outcome.sparse - 1.0) > _EPSILON or abs(outcome.dense - 1.0) > _EPSILON:
        yield f"the oracle earns {outcome.sparse:g} (sparse) and {outcome.dense:g} (dense) instead of 1"


def _above(who: str, outcome: Outcome) -> Iterator[str]:
    """Whether a policy earned more than its genuine writes are worth."""
    if outcome.verdict.success is None:
        yield f"{who}: the verdict is unknown ({outcome.verdict.unknown_reason})"
    if outcome.genuine == 1.0:
        return  # it did the work
    if outcome.sparse > _EPSILON:
        yield f"{who}: accepted with {outcome.genuine:.0%} of the oracle's writes: {outcome.verdict.explanation}"
    if outcome.dense > DENSE.weight * outcome.genuine + _EPSILON:
        yield f"{who}: earns {outcome.dense:.3f} (dense), its genuine writes are worth {DENSE.weight * outcome.genuine:.3f}"


def _claims(floors: Floors, attacks: Iterable[Attack]) -> Iterator[str]:
    honest = floors.message(HONEST)
    for attack in attacks:
        if attack.kind == "false_claim":
            text = fill(attack.text or "", floors.around.fillers)
            claim = floors.message(text)
            if claim.sparse > honest.sparse or claim.dense > honest.dense + _EPSILON:
                yield f"attack {attack.id}: claiming success without acting earns {claim.dense:g}, an honest {HONEST!r} {honest.dense:g}"


def _equal(pairs: Pairs, e: Expected, act: Act) -> bool:
    """Whether an act equals the oracle's in every compared argument, texts after normalisation."""
    args: Any = e.act.args
    soft = soft_arguments(e.spec, args)
    return pairs.hard(e, act, args) is None and all(
        normalise_content(as_text(act.args.get(name))) == normalise_content(text) for name, text in soft.items()
    )
