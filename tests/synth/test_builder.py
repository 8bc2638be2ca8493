"""The screenplay API: what follows what, when, and what it refuses."""

import pytest

from gaia2_gym.agents import OracleAgent, play
from gaia2_gym.errors import ScenarioError
from gaia2_gym.guards import check_scenario
from gaia2_gym.scenario import parse_scenario, scenario_json
from gaia2_gym.session import open_session, oracle_run
from gaia2_gym.synth.builder import APP_NAMES, Beat, ScenarioBuilder

START = 1_728_975_600.0
ADD, DELETE = "Calendar__add_calendar_event", "Calendar__delete_calendar_event"
ADD_FOR = "Calendar__add_calendar_event_by_attendee"


def builder(**settings) -> ScenarioBuilder:
    made = ScenarioBuilder("test", start=START, **{"tags": ["Execution"], **settings})
    return made


def event(s: ScenarioBuilder, title: str = "Tea") -> Beat:
    return s.agent(ADD, title=title, start_datetime="2024-10-15 17:00:00", end_datetime="2024-10-15 18:00:00")


def parents(s: ScenarioBuilder) -> dict[str, tuple[str, ...]]:
    return {e.id: e.dependencies for e in s.build().events}


def test_independent_calls_follow_the_user_and_the_message_follows_them_all():
    s = builder()
    task = s.user("Two teas.")
    one, two = event(s), event(s, "More tea")
    told = s.say("Done.")
    assert parents(s) == {task.id: (), one.id: (task.id,), two.id: (task.id,), told.id: (one.id, two.id)}


def test_the_message_follows_only_the_ends_of_chains():
    s = builder()
    s.user("A tea, then none.")
    tea = event(s)
    gone = s.agent(DELETE, event_id=tea.result).after(tea)
    told = s.say("Done.")
    assert parents(s)[told.id] == (gone.id,)


def test_what_comes_after_the_message_belongs_to_the_next_turn():
    s = builder()
    s.user("Tea.")
    event(s)
    told = s.say("Done.")
    other = s.env(ADD_FOR, who_add="Ana Lima", title="Cake")
    answer = s.agent(DELETE, event_id=other.result)
    s.say("Deleted.")
    scenario = s.build()
    assert scenario.num_turns == 2
    assert scenario.by_id[other.id].dependencies == (told.id,)
    assert scenario.by_id[answer.id].dependencies == (other.id,)
    assert scenario.turns.of[answer.id] == 1


def test_what_the_user_says_next_follows_the_agents_message():
    s = builder()
    s.user("Tea?")
    told = s.say("When?")
    more = s.user("At five.")
    tea = event(s)
    assert parents(s)[more.id] == (told.id,)
    assert parents(s)[tea.id] == (more.id,)


def test_times():
    s = builder(tags=["Time"])
    task = s.user("Later.")
    one = event(s).after(task, minutes=2, seconds=5)
    two = event(s, "Supper").at("2024-10-15 07:04:00")
    scenario = s.build()
    assert scenario.by_id[one.id].delay == 125
    assert scenario.by_id[two.id].at == START + 240
    assert scenario.time_limit == 420


def test_a_built_scenario_is_sound_and_its_oracle_succeeds():
    s = builder()
    s.user("A tea and then none, please.")
    tea = event(s)
    s.agent(DELETE, event_id=tea.result).after(tea)
    s.say("The tea was put in and taken out again.")
    scenario = s.build()
    assert check_scenario(scenario) == []
    assert oracle_run(scenario).problems() == []
    session = open_session(scenario)
    play(session, OracleAgent())
    assert session.verdict.success is True


def test_it_travels_as_an_official_file():
    import orjson

    s = builder()
    s.user("Tea.")
    event(s)
    s.say("Done.")
    scenario = s.build()
    again = parse_scenario(orjson.dumps(scenario_json(scenario)))
    assert again.digest == scenario.digest
    assert [a.name for a in again.apps] == [name for name, _ in APP_NAMES]


def test_two_builders_of_one_phone_do_not_share_what_they_add():
    one = builder()
    one.state("Emails").user_email = "ana@lima.test"
    other = ScenarioBuilder("other", one._entries.values(), start=START)
    other.state("Contacts").contacts["x"] = None
    assert other.state("Emails").user_email == "ana@lima.test"
    assert not one.state("Contacts").contacts


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda s: s.agent("Calendar__add_event"), "no tool 'Calendar__add_event'"),
        (lambda s: s.agent(ADD, titel="Tea"), "no argument 'titel'.*title"),
        (lambda s: s.state("Calender"), "no app 'Calender'.*Calendar"),
        (lambda s: event(s).at("tomorrow"), "YYYY-MM-DD HH:MM:SS"),
    ],
)
def test_mistakes_are_named(write, message):
    with pytest.raises(ScenarioError, match=message):
        write(builder())


def test_events_that_wait_for_the_oracle_are_refused_where_they_are_written():
    s = builder()
    s.user("Tea.")
    tea = event(s)
    s.env(ADD_FOR, who_add="Ana Lima").after(tea)
    with pytest.raises(ScenarioError, match="which no agent performs"):
        s.build()
