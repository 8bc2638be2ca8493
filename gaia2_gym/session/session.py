"""One episode in progress: a World, the agent's actions and what it sees, the limits, the reward seam. What every adapter drives."""

from __future__ import annotations

import time as wall
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from gaia2_gym.apps.records import plain
from gaia2_gym.engine import Measured, Stream
from gaia2_gym.errors import ConfigError, Gaia2Error, ScenarioError, ToolError, nearest
from gaia2_gym.reward import add_terms
from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE, Event, Scenario, noisy
from gaia2_gym.session.actions import Call, parse_action, read_timing
from gaia2_gym.session.app_agents import warn_of_missing_agents
from gaia2_gym.session.config import SessionConfig
from gaia2_gym.session.json_text import exact, kind_of
from gaia2_gym.session.json_text import plain as plain_copy
from gaia2_gym.session.observe import observation_text, result_text
from gaia2_gym.session.phone import Phone, phone_of
from gaia2_gym.trace import Notification, Record, StepInfo
from gaia2_gym.verifier import Verdict
from gaia2_gym.world import OracleRun, Snapshot, TurnOutcome, World, run_oracle

Reason = Literal["completed", "turn_refused", "stopped", "validation_failed", "step_limit", "time_limit", "context_limit", "infrastructure"]
TRUNCATING = frozenset(("step_limit", "time_limit", "context_limit", "infrastructure"))
STEP_LIMIT_EVENT = "step_limit"
"""Id of the record of the message that tells the user about the step limit; it is never judged."""
_KEPT_CHARS = 20_000
_NOT_RUN = "Not run: the message to the user ended the turn."


@dataclass(frozen=True, slots=True)
class Score:
    """What a scorer says of an action: named terms that add up to the reward, progress so far, and the verdict where there is one to give."""

    terms: Mapping[str, float] = field(default_factory=dict)
    progress: float | None = None
    verdict: Verdict | None = None
    unscored: bool = True


class Scorer(Protocol):
    """The seam for verifier and reward: sees every record, judges turns as the World's gate, scores actions and the end."""

    def gate(self, world: World, turn: int) -> TurnOutcome:
        """Judge a turn that has ended; see `gaia2_gym.world.Gate`."""
        ...

    def step(self, session: Session, records: tuple[Record, ...], info: StepInfo) -> Score:
        """The score of one action's records, or of the end if there are none; the session knows whether the episode is over."""
        ...

    def fork(self) -> Scorer:
        """An independent copy with the same memory."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """What one action, or the start, led to."""

    results: tuple[str, ...]
    """Observation texts of the calls, in order."""
    notifications: tuple[Notification, ...]
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]

    @property
    def text(self) -> str:
        """The observation as text."""
        return observation_text(self.results, self.notifications)


@dataclass(frozen=True, slots=True)
class SessionSnapshot:
    """A session at one moment."""

    world: Snapshot
    steps: tuple[StepInfo, ...]
    step_records: tuple[tuple[int, ...], ...]
    reason: Reason | None
    scorer: Scorer | None
    verdict: Verdict | None


class Session:
    """One episode of one scenario.

    Args:
        scenario: What is played.
        seed: Drives ids, prices and every other random number of the episode.
        config: How it is played.
        scorer: Verifier and reward; without one the reward is 0.0 and the episode `unscored`.
        checked: Whether to refuse a scenario whose oracle run is not clean.

    Raises:
        ScenarioError: When the oracle run failed, was cut, or the scenario cannot be played.
        ConfigError: When an app was left out that the oracle needs, or an unknown one named.
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        seed: int = 0,
        config: SessionConfig | None = None,
        scorer: Scorer | None = None,
        checked: bool = True,
    ) -> None:
        self.scenario = scenario
        self.seed = seed
        self.config = config or SessionConfig()
        self.scorer = scorer
        self.noise = self.config.noise_in(scenario)
        self.phone: Phone = phone_of(scenario, self.config.apps, self.noise)
        self.latency = self.config.thinking()
        self.reason: Reason | None = None
        self.steps: list[StepInfo] = []
        self.step_records: list[tuple[int, ...]] = []
        """For each step, the indices of its records."""
        self.verdict: Verdict | None = None
        """The verdict, once the episode is over and was judged."""
        self._returned = 0.0
        if checked and (problems := oracle_run(scenario).problems()):
            raise ScenarioError(problems, scenario.source or scenario.scenario_id)
        if (agents := self.config.agent2agent_in(scenario)) is not None and agents.fraction:
            warn_of_missing_agents()
        compat = self.config.compat is not None
        gate = scorer.gate if scorer else None
        played = scenario if self.noise is None else noisy(scenario, self.noise, seed)
        self.world = World(played, seed=seed, notifications=self.config.notifications, compat=compat, gate=gate)
        self.world.idle()
        self._finish_if_stopped()
        self.start = self._started()

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return self.reason is not None

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The agent's tools as OpenAI-style functions (fresh objects)."""
        return [spec.as_function() for spec in self.phone.tools.values()]

    def step(self, action: Any) -> Step:
        """Do one action: the agent thinks, its call runs, time passes if the turn ended, and what arrived is handed over.

        Args:
            action: A dict or text in one of the forms of `gaia2_gym.session.actions`. Whatever is wrong with it is an observation.

        Raises:
            ValueError: When `generated_tokens` or `generated_seconds` of a dict is negative or not finite.
            Gaia2Error: When the episode is over.
        """
        if self.reason is not None:
            raise Gaia2Error(f"the episode is over ({self.reason}); start a new one")
        tokens, given = read_timing(action)
        measured = wall.perf_counter() - self._returned if isinstance(self.latency, Measured) else 0.0
        seconds = self.latency.seconds(tokens, given, measured)
        before = self.world.now
        try:
            parsed = parse_action(action, parallel=self.config.parallel_calls, plain_text=self.config.plain_text)
            calls, thought, raw, failure = parsed.calls, parsed.thought, parsed.raw, None
        except ToolError as error:
            calls, thought, raw, failure = (), "", _refused(action, error), error
        self.world.think(seconds)
        called, turn = self.world.now, self.world.turn
        records, givens = self._run(calls, failure)
        ended = self.world.turn > turn
        self._after(ended)
        return self._stepped(records, givens, StepInfo(len(self.steps) + 1, seconds, tokens, thought, raw), before, called, ended)

    def truncate(self, reason: Reason) -> Score:
        """End the episode from outside, for example because the model's context is full; returns the score of the end."""
        if reason not in TRUNCATING:
            raise ConfigError(f"an episode is truncated for one of {', '.join(sorted(TRUNCATING))}, not {reason!r}{nearest(reason, TRUNCATING)}")
        if self.reason is not None:
            return Score(verdict=self.verdict)
        self.reason = reason
        self.world.close()
        score = self._score((), StepInfo(len(self.steps)))
        if self.steps:  # what the end is worth belongs to the last action
            last = self.steps[-1]
            terms = add_terms(dict(last.reward_terms), score.terms)
            self.steps[-1] = replace(last, reward=(last.reward or 0.0) + sum(score.terms.values()), reward_terms=terms)
        return score

    def snapshot(self) -> SessionSnapshot:
        """The session at this moment."""
        scorer = self.scorer.fork() if self.scorer else None
        return SessionSnapshot(self.world.snapshot(), tuple(self.steps), tuple(self.step_records), self.reason, scorer, self.verdict)

    def restore(self, snapshot: SessionSnapshot) -> None:
        """Go back to a snapshot of this session or of a fork of it."""
        self.world.restore(snapshot.world)
        self.steps, self.step_records = list(snapshot.steps), list(snapshot.step_records)
        self.reason, self.verdict = snapshot.reason, snapshot.verdict
        self.scorer = snapshot.scorer.fork() if snapshot.scorer else None
        if self.scorer:
            self.world.gate = self.scorer.gate

    def fork(self) -> Session:
        """An independent session with the same past and, for equal actions, the same future."""
        other = Session.__new__(Session)
        other.__dict__.update(self.__dict__)
        other.world = self.world.fork()
        other.steps, other.step_records = self.steps.copy(), self.step_records.copy()
        other.scorer = self.scorer.fork() if self.scorer else None
        if other.scorer:
            other.world.gate = other.scorer.gate
        return other

    # --- inside ------------------------------------------------------------------------------------------------------------------------------

    def _run(self, calls: tuple[Call, ...], failure: ToolError | None) -> tuple[list[Record], list[Mapping[str, Any]]]:
        if self.world.stopped:
            return [], []
        if failure is not None:
            return [self.world.refuse(None, {}, failure)], [{}]
        records: list[Record] = []
        turn = self.world.turn
        for call in calls:
            if self.world.turn > turn or self.world.stopped:
                break
            records.append(self._call(call))
        return records, [call.args for call in calls]

    def _call(self, call: Call) -> Record:
        tool = self.phone.public.get(call.tool)
        if tool is None:
            message = f"there is no tool {call.tool[:80]!r}{nearest(self.phone.called(call.tool)[:80], self.phone.tools)}."
            return self.world.refuse(call.tool, call.args, ToolError("unknown_tool", message))
        try:
            args = self.scenario.tools[tool].validate(call.args, lenient=True)
        except ToolError as error:
            return self.world.refuse(tool, call.args, error)
        return self.world.call(tool, args, failure=self._injected(tool))

    def _injected(self, tool: str) -> ToolError | None:
        """The error of a call that noise makes fail: chance depends on the seeds, the tool, and how often the agent has called it."""
        if self.noise is None or not self.noise.tool_failure_probability:
            return None
        before = sum(r.kind == "agent" and r.public_name == tool for r in self.world.records)
        if Stream(self.seed, f"noise/{self.noise.seed}/failures/{tool}", before).random() >= self.noise.tool_failure_probability:
            return None
        return ToolError("injected", f"{tool} is not available at the moment; nothing was done. Try again.")

    def _after(self, turn_ended: bool) -> None:
        if not self.world.stopped:
            if turn_ended and self.world.turn >= self.scenario.num_turns:
                if self.world.milestones_left:
                    self.world.stop("validation_failed")
                else:
                    self.reason = "completed"
            else:
                self.world.check_time_limit()
                if turn_ended:
                    self.world.idle()
        self._finish_if_stopped()
        if self.reason is None and len(self.steps) + 1 >= self.config.max_steps:
            text = f"I have reached the limit of {self.config.max_steps} steps and stop here."
            event = Event(STEP_LIMIT_EVENT, "ENV")
            self.world.call(f"{USER_INTERFACE}__{MESSAGE_TO_USER}", {"content": text}, "env", event=event)
            self.reason = "step_limit"
        if self.reason is not None:
            self.world.close()

    def _finish_if_stopped(self) -> None:
        if self.world.reason is not None and self.reason is None:
            self.reason = self.world.reason

    def _stepped(self, records: list[Record], givens: list[Mapping[str, Any]], info: StepInfo, before: float, called: float, ended: bool) -> Step:
        texts = [self._text(r) for r in records]
        texts += [_NOT_RUN] * (len(givens) - len(records)) if records else []
        notifications = self.world.take_notifications()
        self.step_records.append(tuple(r.i for r in records))
        given = dict(givens[0]) if givens else None
        seen = observation_text(texts, notifications)
        failed = any(r.injected for r in records)
        info = replace(info, given_args=given, injected_failure=failed, observation=seen, notifications=notifications)
        self.steps.append(info)
        score = self._score(tuple(records), info)
        terms = dict(score.terms)
        reward = float(sum(terms.values()))
        self.steps[-1] = replace(info, reward=reward, reward_terms=terms)
        calls = [self._call_info(r, g) for r, g in zip(records, givens, strict=False)]
        last = calls[-1] if calls else {"tool": None, "args": {}, "given_args": {}, "result": None, "error": None}
        details: dict[str, Any] = last | {
            "injected_failure": bool(records) and records[-1].injected,
            "notifications": [n.as_json() for n in notifications],
            "time": self.world.now,
            "time_called": called,
            "time_before": before,
            "turn": self.world.turn,
            "turn_ended": ended,
            "step": info.step,
            "reward_terms": dict(terms),
            "unscored": score.unscored,
            "progress": score.progress,
        }
        if self.config.parallel_calls:
            details["calls"] = calls
            details["texts"] = texts
        if score.verdict is not None:
            details["verdict"] = score.verdict.as_json()
        if self.reason is not None:
            details["reason"] = self.reason
        self._returned = wall.perf_counter()
        over = self.reason is not None
        return Step(tuple(texts), notifications, reward, over and self.reason not in TRUNCATING, self.reason in TRUNCATING, details)

    def _text(self, record: Record) -> str:
        """What the agent reads of a call's outcome. Errors name other tools by their public names, but for that of a tool that there is not."""
        form, limit = self.config.observation, self.config.max_observation_chars
        text = result_text(record, self.scenario.tools.get(record.public_name), form, limit)
        return self.phone.reword(text, record.app) if record.error is not None and record.error.kind != "unknown_tool" else text

    def _score(self, records: tuple[Record, ...], info: StepInfo) -> Score:
        score = self.scorer.step(self, records, info) if self.scorer else Score()
        if self.reason is not None:
            self.verdict = score.verdict
        return score

    def _call_info(self, record: Record, given: Mapping[str, Any]) -> dict[str, Any]:
        error = None if record.error is None else record.error.kind
        tool = record.public_name if record.tool else None
        return {"tool": tool, "args": plain(record.args), "given_args": plain(given), "result": plain(record.result), "error": error}

    def _started(self) -> Step:
        notifications = self.world.take_notifications()
        info = {
            "scenario_id": self.scenario.scenario_id,
            "split": self.scenario.split,
            "task": self.scenario.task,
            "system_prompt": self.phone.system_prompt,
            "tools_json": self.phone.tools_json,
            "time": self.world.now,
            "turn": self.world.turn,
            "num_turns": self.scenario.num_turns,
            "notifications": [n.as_json() for n in notifications],
            "seed": self.seed,
        }
        self._returned = wall.perf_counter()
        return Step((), notifications, 0.0, False, self.reason in TRUNCATING, info)


def oracle_run(scenario: Scenario) -> OracleRun:
    """The oracle run of a scenario, made once and kept as long as the scenario lives."""
    if run_oracle not in scenario.kept:
        scenario.kept[run_oracle] = run_oracle(scenario)
    run: OracleRun = scenario.kept[run_oracle]
    return run


def _refused(action: Any, problem: ToolError) -> Any:
    """What a trace keeps of a malformed action: the start of a text, a bounded copy of a JSON value, else what it is."""
    if issubclass(type(action), str):
        return exact(action)[:_KEPT_CHARS].encode("utf-8", "replace").decode()
    try:
        return f"<{kind_of(action)}>" if problem.kind == "too_large" else plain_copy(action)
    except ToolError:
        return f"<{kind_of(action)}>"
