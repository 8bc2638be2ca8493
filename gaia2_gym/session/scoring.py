"""The scorer: verifier and reward on one side, the session and its World on the other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from gaia2_gym.errors import ConfigError, JudgeError, ScenarioError
from gaia2_gym.reward import EpisodeFacts, Reward, StepFacts, add_terms, make_reward
from gaia2_gym.scenario import Scenario
from gaia2_gym.scenario.completed import completed_records
from gaia2_gym.session.config import SessionConfig
from gaia2_gym.session.session import Score, Session, oracle_run
from gaia2_gym.trace import Record, StepInfo, Trace
from gaia2_gym.verifier import Judge, Judgement, Verdict, Verifier, VerifierConfig
from gaia2_gym.verifier.acts import act_of
from gaia2_gym.verifier.judges import make_judge
from gaia2_gym.verifier.oracle import Oracle, prepare
from gaia2_gym.world import TurnOutcome, World, record_json

Gating = Literal["strict", "free"]
Unscored = Literal["raise", "nan"]


class EpisodeScorer:
    """Judges and rewards one episode as it goes.

    Args:
        verifier: Judges.
        reward: Turns verdicts into numbers.
        gate: `strict`: a refused turn ends the episode. `free`: the next turn is released all the same.
        unscored: What an unknown verdict is at the end: `raise` a JudgeError, or a `nan` reward.
    """

    def __init__(self, verifier: Verifier, reward: Reward, gate: Gating, unscored: Unscored) -> None:
        self.reward = reward
        self.gating = gate
        self.unscored = unscored
        self.judgement: Judgement = verifier.episode()
        self.verdict: Verdict | None = None
        self._seen = 0
        self._progress = 0.0
        self._turns = 0

    def fork(self) -> EpisodeScorer:
        """An independent copy with the same memory."""
        other = EpisodeScorer.__new__(EpisodeScorer)
        other.__dict__.update(self.__dict__)
        other.judgement = self.judgement.fork()
        return other

    def gate(self, world: World, turn: int) -> TurnOutcome:
        """The World's gate: judges the turn on the records up to its message.

        An unknown turn is never taken for a wrong one: under the strict gate it ends the episode as a failure of infrastructure.
        """
        self._feed(world)
        outcome = self.judgement.outcomes[turn]
        matches = {id: act.i for id, act in outcome.matching.matches.items()}
        accepted = outcome.success is True
        if accepted or self.gating == "free":
            return TurnOutcome(True, accepted, matches)
        return TurnOutcome(False, False, matches, "turn_refused" if outcome.success is False else "infrastructure")

    def step(self, session: Session, records: tuple[Record, ...], info: StepInfo) -> Score:
        """The score of one action.

        Raises:
            JudgeError: At the end of an episode whose verdict is unknown, where `unscored` is `raise`.
        """
        self._feed(session.world)
        after_of = dict(self.judgement.history)
        terms: dict[str, float] = {}
        for n, record in enumerate(records):
            after = after_of.get(record.i, self._progress)
            add_terms(terms, self.reward.step(self._progress, after, facts_of(record, info, first=n == 0)))
            self._progress = after
        verdict = None
        if session.reason is not None:
            verdict = self.verdict = self._final(session)
            if verdict.success is None:
                if self.unscored == "raise":
                    raise JudgeError(f"the verdict is unknown: {verdict.unknown_reason}")
                return Score({"unknown": math.nan}, verdict.progress, verdict)
            add_terms(terms, self.reward.final(verdict, episode_of(session)))
        elif len(self.judgement.outcomes) > self._turns:
            verdict = self.judgement.so_far()
        self._turns = len(self.judgement.outcomes)
        return Score(terms, self.verdict.progress if self.verdict else self._progress, verdict, unscored=False)

    def _final(self, session: Session) -> Verdict:
        return self.judgement.verdict(reason=session.reason or "", diff=session.world.state_diff())

    def _feed(self, world: World) -> None:
        """Hand over what happened since; in the order in which it happened."""
        for record in world.records[self._seen :]:
            if record.error is None and (record.kind != "agent" or record.operation == "write"):
                act = act_of(record_json(record))
                if act is not None:
                    self.judgement.add(act)
        self._seen = len(world.records)


def facts_of(record: Record, info: StepInfo, *, first: bool = True) -> StepFacts:
    """What a reward may know of a call; the thinking time stands with the first call of an action."""
    return StepFacts(
        i=record.i,
        tool=record.public_name if record.tool else None,
        operation=record.operation,
        error=None if record.error is None else record.error.kind,
        turn=record.turn,
        time=record.time,
        seconds=info.thinking_seconds if first else 0.0,
        tokens=info.thinking_tokens if first else None,
    )


def episode_of(session: Session) -> EpisodeFacts:
    """What a reward may know of a finished episode."""
    steps = tuple(
        facts_of(session.world.records[i], info, first=n == 0)
        for info, indices in zip(session.steps, session.step_records, strict=True)
        for n, i in enumerate(indices)
    )
    return EpisodeFacts(steps, session.reason or "", session.world.now - session.scenario.start_time)


def episode_of_trace(trace: Trace | Scenario, start_time: float | None = None) -> EpisodeFacts:
    """The same from a saved trace, or from an exported episode in the official format, which knows less.

    Args:
        trace: A trace, or a scenario read from a file with completed events.
        start_time: When the scenario begins, Unix seconds; by default the time of the first record.
    """
    official = isinstance(trace, Scenario)
    records: Sequence[Mapping[str, Any]] = completed_records(trace) if isinstance(trace, Scenario) else trace.records
    steps = []
    seen: set[Any] = set()
    for r in records:
        if r["kind"] != "agent":
            continue
        thinking = r.get("thinking") or {}
        first = official or r.get("step") not in seen
        seen.add(r.get("step"))
        tool = f"{r['app']}__{r['tool']}" if r["tool"] and r["app"] else r["tool"]
        error = r["error"]["kind"] if r["error"] else None
        seconds, tokens = (thinking.get("seconds", 0.0), thinking.get("tokens")) if first else (0.0, None)
        steps.append(StepFacts(r["i"], tool, r["operation"], error, r["turn"], r["time"], seconds, tokens))
    end = {} if isinstance(trace, Scenario) else trace.end or {}
    start = start_time if start_time is not None else records[0]["time"] if records else 0.0
    last = records[-1]["time"] if records else start
    return EpisodeFacts(tuple(steps), end.get("reason") or "", end.get("time", last) - start)


def prepared_oracle(scenario: Scenario) -> tuple[Oracle, dict[str, Any]]:
    """The oracle side of a scenario and the oracle's state diff, prepared once and kept as long as the scenario lives."""
    if prepare not in scenario.kept:
        run = oracle_run(scenario)
        scenario.kept[prepare] = (prepare(scenario, [record_json(r) for r in run.records]), run.world.state_diff())
    prepared: tuple[Oracle, dict[str, Any]] = scenario.kept[prepare]
    return prepared


def verifier_for(scenario: Scenario, config: SessionConfig) -> Verifier:
    """A verifier of a scenario."""
    oracle, oracle_diff = prepared_oracle(scenario)
    return Verifier.prepared(oracle, verifier_config(scenario, config), oracle_diff)


def verifier_config(scenario: Scenario, config: SessionConfig, judge: Judge | None = None) -> VerifierConfig:
    """The settings of a verifier.

    Args:
        scenario: What is judged.
        config: How.
        judge: The judge that `config` names, if it has been made.

    Raises:
        ConfigError: When it names a judge of whole turns.
    """
    made = make_judge(config.judge) if judge is None else judge
    if not callable(made):
        raise ConfigError(f"the judge {config.judge!r:.60} judges whole turns of finished episodes: use it with `verify`")
    name = config.judge if isinstance(config.judge, str) else getattr(config.judge, "__name__", type(config.judge).__name__)
    return VerifierConfig(made, name, config.matching, config.checks_for(scenario), config.window())


def open_session(scenario: Scenario, *, seed: int = 0, config: SessionConfig | None = None) -> Session:
    """A session that is judged and rewarded as its settings say.

    Raises:
        ScenarioError: When the scenario cannot be played.
        ConfigError: When a setting does not fit the scenario.
    """
    config = config or SessionConfig()
    if problems := oracle_run(scenario).problems():
        raise ScenarioError(problems, scenario.source or scenario.scenario_id)
    scorer = EpisodeScorer(verifier_for(scenario, config), make_reward(config.reward), config.gate, config.unscored)
    return Session(scenario, seed=seed, config=config, scorer=scorer)
