"""How fast the verifier is: `python -m tests.bench.verifier` prints a table.

Verdicts are those of the oracle's episode, from saved records, the oracle side prepared, with the default judge. Writes are those of made-up oracles
with twenty writes, done rightly and in ways that make the best assignment hard to find, free text aside. Short texts are those of the labelled
pairs, judged by `facts` with the oracle side read before and the agent's never seen.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gaia2_gym.guards.plans import carry_out, plan_of
from gaia2_gym.scenario import Event, Scenario, load_scenario
from gaia2_gym.session import Session, SessionConfig
from gaia2_gym.session.scoring import prepared_oracle, verifier_for
from gaia2_gym.verifier import Verifier, VerifierConfig
from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.judges.facts import Facts, reading
from gaia2_gym.verifier.judges.facts.letter import speaks_as_assistant, take_apart
from gaia2_gym.verifier.judges.facts.text import clean
from gaia2_gym.verifier.oracle import prepare
from gaia2_gym.verifier.soft import Answer, Question, compare
from gaia2_gym.world import record_json, run_oracle
from tests.bench.bench import time_text
from tests.bench.timing import Numbers, seconds, spread
from tests.bench.workload import scenario_files
from tests.verifier.report_pairs import context_of, pairs, soft_tools
from tests.world.scenes import MESSAGE, START, answer, oracle, phone, user

VERDICT_TARGET, WRITE_TARGET, TEXTS_TARGET = 0.005, 200e-6, 3000
"""Seconds a verdict, seconds a write, short texts a second."""
SHORT = 200
"""Characters that a short text has at most."""
WRITES = 20
APPS = ("AgentUserInterface", "SystemApp", "Emails", "RentAFlat", "Shopping")
SAVE, PUT, MAIL = "RentAFlat__save_apartment", "Shopping__add_to_cart", "Emails__send_email"

Call = tuple[str, Mapping[str, Any]]


def verdict_times(scenario: Scenario, *, worded: bool = False, times: int = 50) -> Numbers:
    """Seconds from the records of an oracle episode to its verdict; where it is `worded` differently, the judge is asked about every text."""
    verifier = verifier_for(scenario, SessionConfig())
    records = [_worded(r, scenario) for r in oracle_records(scenario)] if worded else oracle_records(scenario)
    verdict = verifier.judge(records)
    assert verdict.judge_questions > 0 if worded else verdict.success
    return spread(seconds(lambda: verifier.judge(records), times=times))


def _worded(record: dict[str, Any], scenario: Scenario) -> dict[str, Any]:
    """A record whose free texts say a word more."""
    spec = scenario.tools.get(f"{record['app']}__{record['tool']}")
    soft = [name for name, check in spec.checks.items() if check == "soft"] if spec and record["kind"] == "agent" else []
    longer = {name: f"{value} Thanks" for name, value in record["resolved_args"].items() if name in soft and isinstance(value, str) and value}
    return {**record, "resolved_args": record["resolved_args"] | longer}


def prepare_times(scenario: Scenario, *, times: int = 20) -> Numbers:
    """Seconds to prepare the oracle side from an oracle run."""
    records = [record_json(r) for r in run_oracle(scenario).records]
    return spread(seconds(lambda: prepare(scenario, records), times=times))


def oracle_records(scenario: Scenario) -> list[dict[str, Any]]:
    """Records of the oracle's episode."""
    session = Session(scenario)
    carry_out(session, plan_of(scenario))
    return [record_json(r) for r in session.world.records]


@dataclass(frozen=True)
class Shape:
    """An oracle with twenty writes, and what an agent does about it."""

    name: str
    scenario: Scenario
    calls: Sequence[Call]


def shapes() -> Iterator[Shape]:
    """Oracles of every shape: independent, in chains, alike; done in order, backwards, with calls wrong or left out."""
    done: Call = (MESSAGE, {"content": "Done."})
    n = WRITES - 1

    def mail(k: int) -> Call:
        return MAIL, {"recipients": [f"p{k}@x.test"], "subject": "s", "content": "c"}

    def save(k: int) -> Call:
        return SAVE, {"apartment_id": f"ap-{k % 3 + 1}"}

    def built(call: Callable[[int], Call], after: Callable[[int], str]) -> Scenario:
        events: list[Event] = [oracle(f"w{k}", call(k)[0], after(k), delay=1, **call(k)[1]) for k in range(n)]
        return phone(user("u"), *events, answer("m", *(e.id for e in events), delay=1), apps=APPS)

    apart = built(mail, lambda k: "u")
    yield Shape("independent, all different: in order", apart, [*(mail(k) for k in range(n)), done])
    yield Shape("independent, all different: backwards", apart, [*(mail(n - 1 - k) for k in range(n)), done])
    yield Shape("independent, all different: every seventh wrong", apart, [*(mail(k if k % 7 else 99) for k in range(n)), done])
    put: Call = (PUT, {"item_id": "it-1", "quantity": 1})
    yield Shape("independent, all alike", built(lambda k: put, lambda k: "u"), [*([put] * n), done])
    chain = built(save, lambda k: f"w{k - 1}" if k else "u")
    yield Shape("one chain, few different: in order", chain, [*(save(k) for k in range(n)), done])
    yield Shape("one chain, few different: backwards", chain, [*(save(n - 1 - k) for k in range(n)), done])
    yield Shape("one chain, few different: the first left out", chain, [*(save(k) for k in range(1, n)), done])
    chains = built(mail, lambda k: f"w{k - 1}" if k % 4 else "u")
    yield Shape("chains of four: neighbours exchanged", chains, [*(mail(k ^ 1 if k < n - 1 else k) for k in range(n)), done])


def write_times(shape: Shape, *, times: int = 20) -> Numbers:
    """Seconds that the verifier takes after each write of an agent."""
    side, diff = prepared_oracle(shape.scenario)
    verifier = Verifier.prepared(side, VerifierConfig(lambda question: True), diff)
    acts = [Act(0, "user", "u", START, "", {"content": "Please."}, None, 0)]
    acts += [Act(i, "agent", f"a{i}", START + i, tool, args, None, 0) for i, (tool, args) in enumerate(shape.calls, start=1)]
    taken: list[float] = []
    for _ in range(times):
        judgement = verifier.episode()
        for act in acts:
            start = time.perf_counter()
            judgement.add(act)
            if act.kind == "agent":
                taken.append(time.perf_counter() - start)
    return spread(taken)


def short_questions() -> list[Question]:
    """What `facts` is asked about the labelled pairs whose texts are short."""
    asked: list[Question] = []
    facts = Facts()

    def judge(question: Question) -> Answer:
        asked.append(question)
        return facts(question)

    for pair in (*pairs("dev"), *pairs("more")):
        compare(soft_tools()[pair["tool"]], pair["expected"], pair["got"], judge, context_of(pair))
    return [q for q in asked if max(sum(map(len, side.values())) for side in (q.expected, q.got)) <= SHORT]


def texts_a_second(questions: Sequence[Question], *, times: int = 9) -> Numbers:
    """Short texts that `facts` judges in a second of one core's time; what else the machine does is left out."""
    facts = Facts()
    oracle_side = [replace(q, got={name: f"{text} " for name, text in q.expected.items()}) for q in questions]

    def forget() -> None:
        """Forget all texts, then read the oracle's again."""
        for cached in _CACHES:
            cached.cache_clear()
        for question in oracle_side:
            facts(question)

    rates = []
    for _ in range(times):
        forget()
        start = time.process_time()
        for question in questions:
            facts(question)
        rates.append(len(questions) / (time.process_time() - start))
    return spread(rates)


_CACHES = (reading._read, take_apart, clean, speaks_as_assistant)
"""What is kept of texts as such; what is kept of single words stays."""


def main(paths: Sequence[str]) -> None:
    """Print what everything takes."""
    print("| what | median (10th to 90th percentile) | target |\n| --- | ---: | --- |")
    gc.collect()
    for path in [Path(p) for p in paths] or scenario_files():
        scenario = load_scenario(path)
        writes = prepared_oracle(scenario)[0].writes
        name = path.name.partition(".")[0]
        print(_row(f"prepare the oracle of {name} ({writes} writes)", prepare_times(scenario), None))
        target = VERDICT_TARGET if writes <= 10 else None
        print(_row(f"verdict on its episode, `facts`: {name}", verdict_times(scenario), target))
        if any(e.soft for e in prepared_oracle(scenario)[0].by_id.values() if e.act.kind == "agent"):
            print(_row("the same in other words, so that the judge is asked", verdict_times(scenario, worded=True), target))
    for shape in shapes():
        print(_row(f"a write of {WRITES}, {shape.name}", write_times(shape), WRITE_TARGET))
    questions = short_questions()
    mean = sum(len(text) for q in questions for text in q.got.values()) / len(questions)
    rate = texts_a_second(questions)
    met = "met" if rate["median"] >= TEXTS_TARGET else "MISSED"
    print(
        f"| `facts`, short texts a second ({mean:.0f} characters, never seen before) | {rate['median']:,.0f} ({rate['low']:,.0f} to "
        f"{rate['high']:,.0f}) | at least {TEXTS_TARGET:,}: {met} |"
    )


def _row(what: str, numbers: Numbers, target: float | None) -> str:
    met = "" if target is None else f"under {time_text(target)}: {'met' if numbers['median'] < target else 'MISSED'}"
    return f"| {what} | {time_text(numbers['median'])} ({time_text(numbers['low'])} to {time_text(numbers['high'])}) | {met} |"


if __name__ == "__main__":
    main(sys.argv[1:])
