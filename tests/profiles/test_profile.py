"""Profiles of players whose tendencies are known, and of few, strange and missing ones."""

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.hands.scripted_players import (
    EVERYBODY,
    MANIAC,
    REGULARS,
    ROCK,
    STATION,
    SURRENDER,
    limit,
    play,
    store_of,
)
from villain.errors import VillainError
from villain.game.actions import FOLD
from villain.game.presets import no_limit_holdem
from villain.hands.counting.counts import count
from villain.hands.counting.statistics import STATISTICS
from villain.hands.hand_history import HandHistory, Origin
from villain.hands.store.hand_store import HandStore
from villain.profiles.comparison import GameAtStakes
from villain.profiles.leaks import ADVICE, in_words
from villain.profiles.players import list_players
from villain.profiles.population import Prior, RateEstimate, fit
from villain.profiles.profile import Profile, ProfileLine, read_profile

Counts = dict[str, dict[str, tuple[int, int]]]


def counted(histories: list[HandHistory], key: str) -> dict[str, tuple[int, int]]:
    """A statistic of every player, straight from the hands."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for history in histories:
        for name, seat in zip(history.names, count(history.replay()), strict=True):
            done, chances = seat.of(key)
            sums[name].update(done=done, chances=chances)
    return {name: (one["done"], one["chances"]) for name, one in sums.items()}


def mean_of(histories: list[HandHistory], key: str) -> Prior:
    done, chances = zip(*counted(histories, key).values(), strict=True)
    return fit(done, chances)


def line_of(profile: Profile, key: str) -> ProfileLine:
    (line,) = [line for line in profile.lines if line.statistic.key == key]
    return line


@pytest.fixture(scope="module")
def ring() -> list[HandHistory]:
    """Twelve players at tables of four, and many hands of the one who surrenders."""
    return play(EVERYBODY, 900, 4, seed=1) + play(EVERYBODY, 300, 4, seed=2, regular=SURRENDER)


@pytest.fixture(scope="module")
def store(ring: list[HandHistory], tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    half = len(ring) // 2
    return store_of(tmp_path_factory.mktemp("profiles") / "hands", ring[:half], ring[half:])


# What is counted


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda one: one.key)
def test_counts_are_those_of_the_hands(
    ring: list[HandHistory], profiles: dict[str, Profile], statistic: object
) -> None:
    key = getattr(statistic, "key", "")
    for name, pair in counted(ring, key).items():
        line = line_of(profiles[name], key)
        assert (line.done, line.chances) == pair
        by_position = [counts[key] for counts in profiles[name].positions.values()]
        assert tuple(np.sum(by_position, axis=0)) == pair


@pytest.fixture(scope="module")
def profiles(store: HandStore) -> dict[str, Profile]:
    return {player.name: read_profile(store, player.name) for player in EVERYBODY}


def test_hands_positions_and_walks(ring: list[HandHistory], profiles: dict[str, Profile]) -> None:
    rock = profiles["Rock"]
    seats = Counter(hand.names.index("Rock") for hand in ring if "Rock" in hand.names)
    assert rock.hands == seats.total()
    # In the order of the table, and not of the alphabet or of how often.
    assert list(rock.positions) == ["SB", "BB", "CO", "BTN"]
    assert [counts["hands"][0] for counts in rock.positions.values()] == [
        seats[seat] for seat in range(4)
    ]
    walks = [hand for hand in ring if hand.names[1] == "Rock" and hand.actions == (FOLD,) * 3]
    assert walks
    assert line_of(rock, "vpip").chances == line_of(rock, "pfr").chances == rock.hands - len(walks)


def test_winnings_in_big_blinds_with_an_interval(
    ring: list[HandHistory], profiles: dict[str, Profile]
) -> None:
    nets = [
        hand.net(hand.replay())[hand.names.index("Maniac")] / hand.rules.big_blind
        for hand in ring
        if "Maniac" in hand.names
    ]
    found = profiles["Maniac"].bb_per_100
    half = 1.96 * np.std(nets, ddof=1) / np.sqrt(len(nets))
    expected = [np.mean(nets), np.mean(nets) - half, np.mean(nets) + half]
    assert found == pytest.approx([100 * number for number in expected])


# What it says


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (STATION, "loose-passive (a calling station)"),
        (MANIAC, "loose-aggressive (LAG, a maniac)"),
        (ROCK, "tight-passive (a rock)"),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_style_in_words(profiles: dict[str, Profile], player: object, words: str) -> None:
    style = profiles[getattr(player, "name", "")].style
    assert str(style) == words
    assert max(style.probabilities.values()) > 0.95


def test_a_leak_names_what_he_does_with_the_evidence(
    ring: list[HandHistory], profiles: dict[str, Profile]
) -> None:
    found = profiles["Surrender"]
    done, chances = counted(ring, "fold_to_steal_bb")["Surrender"]
    assert done == chances > 20
    population = mean_of(ring, "fold_to_steal_bb").mean
    assert line_of(found, "fold_to_steal_bb").population == pytest.approx(population)
    assert found.leaks[0] == (
        f"folds the big blind to a late raise 100 % of the time, {done} of {chances}; the "
        f"population: {100 * population:.0f} %; so raise more of your weak hands there"
    )


@pytest.mark.parametrize(
    ("name", "key"),
    [("Station", "limp"), ("Maniac", "pfr"), ("Rock", "vpip"), ("Maniac", "cbet_flop")],
)
def test_the_leaks_are_those_that_were_put_in(
    profiles: dict[str, Profile], name: str, key: str
) -> None:
    line = line_of(profiles[name], key)
    words = in_words(key, line.rate.mean, line.done, line.chances, line.population)
    assert words in profiles[name].leaks
    assert 1 <= len(profiles[name].leaks) <= 6


def test_regulars_have_fewer_leaks_than_the_others(profiles: dict[str, Profile]) -> None:
    odd = [len(profiles[one.name].leaks) for one in (STATION, MANIAC, ROCK)]
    regular = [len(profiles[one.name].leaks) for one in REGULARS]
    assert np.mean(regular) < 0.5 * np.mean(odd)


def test_every_rate_has_advice_and_words_end_alike() -> None:
    assert set(ADVICE) == {one.key for one in STATISTICS if one.kind == "rate"}
    for key, advice in ADVICE.items():
        assert advice.high.startswith("so ")
        assert advice.low.startswith("so ")
        assert "%" in in_words(key, 0.5, 5, 10, 0.4)


def test_shrunk_is_between_rate_and_population(profiles: dict[str, Profile]) -> None:
    for profile in profiles.values():
        for line in profile.lines:
            if line.estimate is None:
                assert line.chances == 0 or line.statistic.key == "af"
                continue
            low, high = sorted([line.rate.mean, line.population])
            assert low - 1e-9 <= line.estimate.mean <= high + 1e-9
            assert line.estimate.low <= line.estimate.mean <= line.estimate.high


# Populations


def test_of_several_games_each_has_its_own_population(tmp_path: Path) -> None:
    """One who plays limit at a full table and no-limit heads-up, among people who play one."""
    both = STATION._replace(name="Both")
    heads_up = [one._replace(name=f"HU {one.name}", enters=0.8) for one in REGULARS]
    many = [one._replace(name=f"Full {one.name}", enters=0.25) for one in REGULARS]
    once = [one._replace(name=f"Once {one.name}") for one in REGULARS]
    games = {
        GameAtStakes("nolimit", "USD", 0.02, "heads-up"): play(
            [*heads_up, both], 160, 2, seed=3, regular=both
        ),
        GameAtStakes("limit", "USD", 0.02, "7 or more"): play(
            [*many, both], 80, 8, seed=4, rules=limit, regular=both
        ),
        # So little of what he plays that he is not compared with those who do.
        GameAtStakes("nolimit", "USD", 0.02, "3 to 6"): play(
            [*once, both], 4, 5, seed=5, regular=both
        ),
    }
    store = store_of(tmp_path / "hands", *games.values())
    found = read_profile(store, "Both")
    assert found.games == tuple((game, len(hands)) for game, hands in games.items())
    compared = list(games.values())[:2]
    assert found.others == sum(
        len({name for one in hands for name in one.names}) for hands in compared
    )
    for key in ("vpip", "pfr", "limp", "wtsd", "fold_to_bet_flop"):
        chances = [counted(hands, key)["Both"][1] for hands in compared]
        means = [mean_of(hands, key).mean for hands in compared]
        expected = np.average(means, weights=chances)
        assert line_of(found, key).population == pytest.approx(expected, abs=1e-6)
    # Heads-up nobody is in the small blind without being the button.
    alone = read_profile(store, heads_up[0].name)
    line = line_of(alone, "fold_to_steal_sb")
    assert (line.chances, line.estimate, line.deviation) == (0, None, None)
    assert np.isnan(line.population)
    assert list(alone.positions) == ["BB", "BTN"]


def test_the_same_blind_in_another_currency_is_another_game(tmp_path: Path) -> None:
    dollars = play(REGULARS, 40, 6, seed=6)
    euros = play([MANIAC, *REGULARS[:5]], 40, 6, 7, origin=Origin(site="Here", currency="EUR"))
    store = store_of(tmp_path / "hands", dollars, euros)
    assert read_profile(store, "Maniac").others == 6
    assert str(read_profile(store, "Maniac").games[0][0]) == (
        "no-limit, big blind 2 EUR, 3 to 6 players"
    )
    assert str(read_profile(store, "Regular 7").games[0][0]) == (
        "no-limit, big blind 0.02 USD, 3 to 6 players"
    )


def test_a_player_of_very_many_stakes(tmp_path: Path) -> None:
    """As in a tournament, where the blinds go up: no stake is much of what he plays."""
    histories = []
    for level in range(25):

        def rules(players: int, level: int = level) -> object:
            return no_limit_holdem(players, big_blind=2 + 2 * level, stack=500)

        histories += play(REGULARS, 2, 8, seed=50 + level, rules=rules)  # type: ignore[arg-type]
    found = read_profile(store_of(tmp_path / "hands", histories), "Regular 0")
    assert (found.hands, len(found.games)) == (50, 25)
    assert not np.isnan(line_of(found, "vpip").population)


def test_of_few_hands_nothing_is_claimed(ring: list[HandHistory], tmp_path: Path) -> None:
    guest = MANIAC._replace(name="Guest")
    store = store_of(tmp_path / "hands", ring, play([*REGULARS, guest], 4, 4, 8, regular=guest))
    found = read_profile(store, "Guest")
    assert found.hands == 4
    assert found.leaks == []
    assert "not clear yet" in str(found.style)
    assert found.others == len(EVERYBODY) + 1


def test_two_alone_are_no_population(tmp_path: Path) -> None:
    store = store_of(tmp_path / "hands", play([STATION, MANIAC], 150, 2, seed=9))
    found = read_profile(store, "Station")
    assert (found.hands, found.others, found.leaks) == (150, 2, [])
    assert str(found.style) == "not clear yet"
    assert all(np.isnan(line.population) and not line.direction for line in found.lines)
    vpip = line_of(found, "vpip")
    assert vpip.rate.mean > 0.8
    assert vpip.estimate is None


def test_a_single_hand_has_no_interval_of_winnings(tmp_path: Path) -> None:
    found = read_profile(store_of(tmp_path / "hands", play(REGULARS, 1, 8, 10)), "Regular 3")
    assert found.hands == 1
    assert np.isfinite(found.bb_per_100.mean)
    assert np.isnan(found.bb_per_100.low)


# Names


NAMES = (
    *("O'Hara", 'Say "hi"', "'; DROP VIEW totals; --", "100%", "_", "[bold]", "a\\b", "{table}"),
    *("#1", "ſtrange İ ß", "王小明", "🂡🃑", "two  spaces ", "naïve", "?", "$1", "x" * 300),
)


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    players = [one._replace(name=name) for one, name in zip(REGULARS * 3, NAMES, strict=False)]
    histories = play(players, 40, 6, seed=11)
    return store_of(tmp_path_factory.mktemp("names") / "it's [a] store?", histories)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_any_kind(strange: HandStore, name: str) -> None:
    found = read_profile(strange, name)
    assert found.name == name
    assert found.hands == {row.name: row.hands for row in list_players(strange, 1)}[name]


def test_a_name_at_two_sites(tmp_path: Path) -> None:
    here = play(REGULARS, 20, 8, seed=12)
    there = play([*REGULARS[:7], MANIAC], 10, 8, 13, origin=Origin(site="Elsewhere"))
    nowhere = play([*REGULARS[:6], MANIAC, ROCK], 5, 8, 14, origin=Origin())
    store = store_of(tmp_path / "hands", here, there, nowhere)
    with pytest.raises(VillainError) as caught:
        read_profile(store, "Regular 0")
    assert str(caught.value) == (
        "'Regular 0' plays at '' and at 'Elsewhere' and at 'Here'; say which with --site"
    )
    sites = ("Here", "Elsewhere", "")
    assert [read_profile(store, "Regular 0", site).hands for site in sites] == [20, 10, 5]
    assert read_profile(store, "Rock").site == ""
    assert read_profile(store, "Regular 7").site == "Here"
    with pytest.raises(VillainError, match="'Regular 7' plays at 'Here', and not at 'here'"):
        read_profile(store, "Regular 7", "here")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("maniac", "did you mean 'Maniac'?"),
        ("Stat", "did you mean 'Station'?"),
        ("Surender", "did you mean 'Surrender'?"),
        ("Nobody at all", "see villain players"),
        ("", "see villain players"),
    ],
)
def test_an_unknown_name(store: HandStore, name: str, hint: str) -> None:
    with pytest.raises(VillainError) as caught:
        read_profile(store, name)
    assert str(caught.value) == f"no player in this store is called {name!r}; {hint}"


def test_an_empty_store(tmp_path: Path) -> None:
    store = HandStore(tmp_path / "hands", create=True)
    assert list_players(store, 1) == []
    with pytest.raises(VillainError, match="no player in this store is called 'Ann'"):
        read_profile(store, "Ann")


# The list


def test_players_in_every_order(store: HandStore, profiles: dict[str, Profile]) -> None:
    rows = list_players(store, 1)
    assert {row.name: row.hands for row in rows} == {n: one.hands for n, one in profiles.items()}
    assert [row.hands for row in rows] == sorted((row.hands for row in rows), reverse=True)
    for row in rows:
        found = profiles[row.name]
        rates = [line_of(found, key).rate.mean for key in ("vpip", "pfr", "afq")]
        assert [row.vpip, row.pfr, row.afq] == pytest.approx(rates)
        assert row.bb_per_100 == pytest.approx(found.bb_per_100.mean)
        assert row.won == pytest.approx(row.bb_per_100 * row.hands / 100)
    assert sum(row.won for row in rows) == pytest.approx(0, abs=1e-6)
    assert list_players(store, 1, "vpip")[0].name in ("Station", "Maniac")
    assert list_players(store, 1, "pfr")[0].name == "Maniac"
    won = [row.won for row in list_players(store, 1, "winnings")]
    assert won == sorted(won, reverse=True)
    assert [row.name for row in list_players(store, 1, "name", 2)] == ["Maniac", "Regular 0"]
    assert [row.name for row in list_players(store, 500)] == ["Surrender"]
    with pytest.raises(VillainError, match="no order is called 'hand'; did you mean 'hands'"):
        list_players(store, 1, "hand")


def test_what_a_player_never_could_do_is_not_known(tmp_path: Path) -> None:
    """A walk and nothing else: no chance to put money in, and no play after the flop."""
    history = replace(play(REGULARS, 1, 2, seed=15)[0], actions=(FOLD,), board=())
    (walked,) = (
        row
        for row in list_players(store_of(tmp_path / "hands", [history]), 1)
        if row.name == history.names[0]
    )
    assert np.isnan([walked.vpip, walked.pfr, walked.afq]).all()
    assert walked.won == 0.5


def test_nothing_is_an_estimate_without_chances() -> None:
    line = ProfileLine(STATISTICS[0], 0, 0, RateEstimate(np.nan, 0, 1), None, np.nan, None)
    assert line.direction == 0
