//! Plays on until the rule of a case has had its chance: a program whose dice nobody knows is run again and again, within bounds.
//!
//! Of all runs in which the rule had its chance the one is kept that shows most mistakes, and with it how many runs there were and how often the rule
//! had its chance. A program whose dice follow from a seed says the same each time; it is not run on. One whose dice follow from the clock says the same
//! within a second, so that it is started in another one.

use std::time::Duration;

use crate::cases::{Case, Chance, Suite};
use crate::judging::{Judgement, Strictness, Verdict, judge};
use crate::recording::{Event, PlayedOn, Recording, What};
use crate::running::{Fault, interruption};

/// More than this lies between two starts of a program whose seed is the clock's second, if they shall differ.
pub(super) const NEXT_SECOND: Duration = Duration::from_millis(1100);

/// Runs a case by `record` until its rule has had its chance, or until all runs together took three times as long as one may take, and `wait`s for another second where a program may follow the clock.
///
/// # Errors
/// What the harness itself could not do, and that somebody wants this process to end.
pub(super) fn play_on(
    (suite, case): (&Suite, &Case),
    chance: &Chance,
    record: impl Fn() -> Result<Recording, Fault>,
    wait: impl Fn(Duration),
) -> Result<Recording, Fault> {
    let mut kept = CountedRun::of((suite, case), chance, record()?);
    let mut played = PlayedOn { runs: 1, chances: kept.chances };
    let mut last = kept.recording.clone();
    let mut seconds = last.seconds();
    let mut follows_clock = false;
    let mut is_over = kept.ends_all;
    while !is_over
        && played.chances < chance.times
        && played.runs < chance.runs
        && seconds < 3.0 * case.limits.wall.as_secs_f64()
    {
        if interruption::is_wanted() {
            return Err(Fault::interruption());
        }
        if follows_clock {
            wait(NEXT_SECOND);
        }
        let run = CountedRun::of((suite, case), chance, record()?);
        played.runs += 1;
        seconds += run.recording.seconds();
        if run.recording.is_same_conversation(&last) {
            is_over = follows_clock;
            follows_clock = true;
            continue;
        }
        last = run.recording.clone();
        is_over = run.ends_all;
        played.chances += run.chances;
        if run.rank() > kept.rank() {
            kept = run;
        }
    }
    let mut recording = kept.recording;
    let at = recording.events.last().map_or(0, |event| event.at);
    recording.events.push(Event { at, what: What::PlayedOn(played) });
    Ok(recording)
}

/// One of the runs of a case.
struct CountedRun {
    recording: Recording,
    /// How often the rule had its chance in it.
    chances: usize,
    /// How many parts of it are wrong.
    wrong: usize,
    /// Whether a further run would add nothing: the program breaks off, or nobody can read its dice.
    ends_all: bool,
}

impl CountedRun {
    fn of((suite, case): (&Suite, &Case), chance: &Chance, recording: Recording) -> Self {
        let Judgement { verdict, chances, wrong, .. } =
            judge(suite, case, &recording, Strictness::AsTheSuiteSays);
        let broke_off = matches!(
            verdict,
            Verdict::NotStarted
                | Verdict::Crashed
                | Verdict::TimedOut
                | Verdict::TooMuchOutput
                | Verdict::OutOfMemory
                | Verdict::Undecided
        );
        Self {
            chances: chances.get(&chance.occasion).copied().unwrap_or_default(),
            wrong: wrong.parts().count(),
            ends_all: broke_off,
            recording,
        }
    }

    /// Returns how much it tells: one that breaks off most, then one in which the rule had its chance, then one in which more parts are wrong, and then
    /// one in which the rule had more chances.
    fn rank(&self) -> (bool, bool, usize, usize) {
        (self.ends_all, self.chances > 0, self.wrong, self.chances)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use reference::Game;

    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;
    use crate::strength::simulated::{Manner, Printing, simulate};

    /// So many programs are tried, each with other dice.
    const PROGRAMS: usize = 40;

    fn rats() -> Suite {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
        select::suite(&SuiteSource::find(Some(&folder)).expect("it is there"), "rats").expect("it is valid")
    }

    fn case<'a>(suite: &'a Suite, id: &str) -> &'a Case {
        suite.cases.iter().find(|case| case.id == id).expect("it is there")
    }

    /// Returns what is recorded of a game whose dice follow from a seed that the command line does not tell.
    fn run(suite: &Suite, case: &Case, game: &Game, seed: usize) -> Recording {
        let seeded = Case { args: vec![seed.to_string()], ..case.clone() };
        let mut print = |printing: Printing<'_>| printing.text();
        let mut choose = |texts: &[&str]| texts[0].to_string();
        let manner = Manner { print: &mut print, choose: &mut choose };
        simulate(suite, &seeded, game, manner).expect("a suite of a game")
    }

    /// Returns what is kept of a program that throws other dice in each run, in the try with this number.
    fn kept(suite: &Suite, case: &Case, game: &Game, number: usize) -> Recording {
        let runs = Cell::new(0);
        let record = || {
            runs.set(runs.get() + 1);
            Ok(run(suite, case, game, 1000 * number + runs.get()))
        };
        let chance = case.chance.as_ref().expect("the case has one");
        play_on((suite, case), chance, record, |_| panic!("nothing repeats itself")).expect("it runs")
    }

    #[test]
    #[ignore = "slow: a part of .ci/full"]
    fn a_fault_that_shows_only_for_a_rare_face_is_found() {
        let suite = rats();
        let game = reference::game("rats").expect("a game");
        for (bend, ids) in [
            ("rats-keep-the-turn", &["throws/rats"][..]),
            ("rats-lose-everything", &["throws/rats_keep_the_earlier_total", "winning/exactly_100"]),
            ("boxcars-go-on", &["throws/boxcars"]),
            ("boxcars-unknown", &["throws/boxcars"]),
            ("ties-overlooked", &["starter/tie"]),
            ("hal-stops-at-20", &["computer/goes_on_at_20"]),
            ("more-than-100-wins", &["winning/exactly_100"]),
        ] {
            let faulty = game.bent(bend).expect("a bend");
            let passes = |game: &Game, number| {
                ids.iter().map(|id| case(&suite, id)).all(|case| {
                    let kept = kept(&suite, case, game, number);
                    judge(&suite, case, &kept, Strictness::AsTheSuiteSays).verdict == Verdict::Passed
                })
            };
            let found = (0..PROGRAMS).filter(|number| !passes(&faulty, *number)).count();
            assert!(found * 20 >= PROGRAMS * 19, "{bend} is found in {found} of {PROGRAMS} programs");
            let blamed = (0..PROGRAMS).find(|number| !passes(game, *number));
            assert_eq!(blamed, None, "{ids:?} pass who is right");
        }
    }

    #[test]
    fn a_run_in_which_the_rule_had_its_chance_is_kept_though_more_is_wrong_in_another_one() {
        let suite = rats();
        let case = case(&suite, "throws/boxcars");
        let chance = case.chance.as_ref().expect("it has one");
        // Wrong in runs in which two ones fall, and in no others.
        let faulty =
            reference::game("rats").and_then(|game| game.bent("rats-keep-the-turn")).expect("a bend");
        let kept = |number| {
            let mut recording = kept(&suite, case, &faulty, number);
            let played = recording.played_on().expect("it is noted");
            // How often the rule had its chance in all runs is noted last.
            recording.events.pop();
            (played.chances > 0, CountedRun::of((&suite, case), chance, recording).chances > 0)
        };
        let kept: Vec<(bool, bool)> = (0..PROGRAMS).map(kept).collect();
        assert!(kept.iter().filter(|(had_its_chance, _)| *had_its_chance).count() > PROGRAMS / 2);
        assert!(kept.iter().all(|(had_its_chance, is_in_kept)| had_its_chance == is_in_kept), "{kept:?}");
    }

    #[test]
    #[ignore = "slow: a part of .ci/full"]
    fn nearly_every_program_has_its_chance() {
        let suite = rats();
        let game = reference::game("rats").expect("a game");
        for case in suite.cases.iter().filter(|case| case.chance.is_some()) {
            let chance = case.chance.as_ref().expect("it has one");
            let played =
                (0..100).map(|number| kept(&suite, case, game, number).played_on().expect("it is noted"));
            let lacking = played.filter(|played| played.chances < chance.times).count();
            // All other cases have chances, too.
            assert_eq!(lacking, 0, "{}", case.id);
        }
    }

    /// Returns how often a program was run whose seed comes from `seed`, which is told how many seconds have gone by and how often it
    /// was run before, and how many seconds were waited.
    fn runs_and_waits(seed: impl Fn(usize, usize) -> usize) -> (PlayedOn, usize) {
        let suite = rats();
        let case = case(&suite, "throws/boxcars");
        let game = reference::game("rats").expect("a game");
        let (runs, waits) = (Cell::new(0), Cell::new(0));
        let record = || {
            let recording = run(&suite, case, game, seed(waits.get(), runs.get()));
            runs.set(runs.get() + 1);
            Ok(recording)
        };
        let chance = Chance { times: 20, runs: 8, ..*case.chance.clone().expect("it has one") };
        let kept = play_on((&suite, case), &chance, record, |_| waits.set(waits.get() + 1)).expect("it runs");
        assert_eq!(runs.get(), kept.played_on().expect("it is noted").runs);
        (kept.played_on().expect("it is noted"), waits.get())
    }

    #[test]
    fn who_repeats_himself_is_started_in_another_second_and_then_left_alone() {
        // Seed 4 leads to one throw of two sixes.
        assert_eq!(runs_and_waits(|_, _| 4), (PlayedOn { runs: 3, chances: 1 }, 1));
        let (by_the_clock, waits) = runs_and_waits(|seconds, _| 100 + seconds);
        assert_eq!((by_the_clock.runs, waits), (8, 6));
        let (by_chance, waits) = runs_and_waits(|_, runs| 100 + runs);
        assert_eq!((by_chance.runs, waits), (8, 0));
    }

    #[test]
    fn who_crashes_is_not_run_again() {
        let suite = rats();
        let case = case(&suite, "throws/boxcars");
        let game = reference::game("rats").expect("a game");
        let seeds = RefCell::new(vec![101, 100]);
        let record = || match seeds.borrow_mut().pop() {
            Some(100) => Ok(run(&suite, case, game, 100)),
            _ => {
                Ok(Recording::default().prints("Welcome").then(What::Error(b"Error: oops".to_vec())).exits(1))
            }
        };
        let chance = Chance { times: 20, runs: 8, ..*case.chance.clone().expect("it has one") };
        let kept =
            play_on((&suite, case), &chance, record, |_| panic!("nothing repeats itself")).expect("it runs");
        assert_eq!(kept.error_output(), b"Error: oops");
        assert_eq!(kept.played_on().map(|played| played.runs), Some(2));
    }
}
