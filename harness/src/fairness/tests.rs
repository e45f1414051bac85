//! Fair and unfair dice, thrown from seeds.

use reference::dice::Dialect;

use super::*;

/// Throws of three dice in `runs` runs of `throws` throws; each throw is changed by `change`, given the one before.
fn thrown(seed: i64, runs: usize, throws: usize, change: impl Fn(&mut [u8], &[u8])) -> Vec<Run> {
    let mut dice = Dialect::Mt19937.dice(seed);
    let mut all = Vec::new();
    for _ in 0..runs {
        let mut before = vec![1; 3];
        let mut run = Run::default();
        for _ in 0..throws {
            let mut faces: Vec<u8> = (0..3).map(|_| dice.face(6)).collect();
            change(&mut faces, &before);
            run.throws.push(Throw::of_all(6, &faces));
            before = faces;
        }
        all.push(run);
    }
    all
}

fn found(runs: &[Run]) -> Vec<Unfair> {
    examine(runs).into_iter().map(|finding| finding.unfair).collect()
}

/// As many runs as the suite of the IEC dice game has cases, with about as many throws.
const DEFAULT: (usize, usize) = (37, 30);

#[test]
fn fair_dice_are_not_called_unfair() {
    // Of 10,000 fair programs 0.2 would be called unfair, and at most 1 may.
    let alarms = (0..10_000).filter(|seed| !found(&thrown(*seed, 12, 10, |_, _| {})).is_empty()).count();
    assert!(alarms <= 1, "{alarms}");
}

#[test]
fn chances_are_not_understated() {
    // One test in a hundred is below 1 %, or fewer, because the tests are cautious.
    let mut below = 0;
    let mut all = 0;
    for seed in 0..400 {
        let runs = thrown(seed, 10, 15, |_, _| {});
        let runs: Vec<&Run> = runs.iter().collect();
        let tests = [favoured_tests(&runs), tied_tests(&runs), dependent_tests(&runs)].concat_all();
        for test in tests {
            all += 1;
            below += usize::from(unevenness(&test.counts).is_some_and(|uneven| uneven.chance < 0.01));
        }
    }
    assert!(below * 100 <= all + all / 4, "{below} of {all}");
}

trait ConcatAll {
    fn concat_all(self) -> Vec<Test>;
}

impl ConcatAll for [Vec<Test>; 3] {
    fn concat_all(self) -> Vec<Test> {
        self.into_iter().flatten().collect()
    }
}

#[test]
fn dice_that_never_vary_are_found() {
    let runs = thrown(1, 5, 3, |faces, _| faces.copy_from_slice(&[4, 2, 6]));
    assert_eq!(found(&runs), [Unfair::NeverVary]);
    assert!(examine(&runs)[0].sentence.contains("all 15 throws show the same faces: 4 2 6"));
}

#[test]
fn the_same_sequence_in_each_run_is_found() {
    let run = thrown(2, 1, 20, |_, _| {}).remove(0);
    let shorter = |throws: usize| Run { throws: run.throws[..throws].to_vec() };
    assert_eq!(found(&[shorter(3), shorter(20), shorter(7), shorter(2)]), [Unfair::SameSequence]);
}

#[test]
fn runs_of_the_same_second_are_no_fault() {
    // A program that takes its seed from the clock repeats its throws in all runs of one second.
    let seconds = thrown(3, 4, 40, |_, _| {});
    let runs: Vec<Run> = (0..40).map(|run| seconds[run / 10].clone()).collect();
    assert_eq!(found(&runs), []);
}

#[test]
fn a_face_that_is_missing_or_favoured_is_found() {
    let (runs, throws) = DEFAULT;
    let five_sides = thrown(4, runs, throws, |faces, _| {
        for face in faces {
            *face = (*face).min(5);
        }
    });
    assert_eq!(found(&five_sides), [Unfair::Favoured]);
    let missing = thrown(5, 10, 10, |faces, _| {
        for face in faces.iter_mut().filter(|face| **face == 6) {
            *face = 2;
        }
    });
    assert_eq!(found(&missing), [Unfair::Favoured]);
}

/// With the default number of runs a face that comes 22 times of a hundred instead of 16.7 is found, in every one of 50
/// programs.
#[test]
fn the_bias_that_is_found_with_the_default_number_of_runs() {
    let (runs, throws) = DEFAULT;
    for seed in 100..150 {
        let mut chance = Dialect::Own.dice(seed);
        let draws = std::cell::RefCell::new(&mut chance);
        let biased = thrown(seed, runs, throws, |faces, _| {
            for face in faces {
                // One of 15.6 dice that show another face becomes a six: 16.7 % + 83.3 % / 15.6 = 22 %.
                let mut draws = draws.borrow_mut();
                let one_in_36 = (draws.face(6), draws.face(6));
                if matches!(one_in_36, (1, 1 | 2)) || (one_in_36 == (1, 3) && draws.face(6) < 3) {
                    *face = 6;
                }
            }
        });
        assert_eq!(found(&biased), [Unfair::Favoured], "seed {seed}");
    }
}

#[test]
fn dice_that_are_tied_are_found() {
    let same = thrown(6, 10, 10, |faces, _| faces[2] = faces[1]);
    assert_eq!(found(&same), [Unfair::Tied]);
    let sentence = &examine(&same)[0].sentence;
    assert!(
        sentence.starts_with("die 2 and die 3 of a throw show the same face 100 times of 100"),
        "{sentence}"
    );
    let opposite = thrown(7, 10, 10, |faces, _| faces[2] = 7 - faces[0]);
    assert_eq!(found(&opposite), [Unfair::Tied]);
}

#[test]
fn throws_that_depend_on_the_one_before_are_found() {
    let next = thrown(8, 10, 12, |faces, before| faces[0] = before[0] % 6 + 1);
    assert_eq!(found(&next), [Unfair::Dependent]);
}

#[test]
fn kept_dice_do_not_count() {
    let kept = |face: u8| Throw { sides: 6, faces: vec![None, Some(face)] };
    let mut dice = Dialect::Own.dice(9);
    let runs: Vec<Run> =
        (0..20).map(|_| Run { throws: (0..20).map(|_| kept(dice.face(6))).collect() }).collect();
    assert_eq!(found(&runs), []);
}

#[test]
fn few_throws_are_no_evidence() {
    assert_eq!(found(&[]), []);
    assert_eq!(found(&[Run { throws: vec![Throw::of_all(6, &[6, 6, 6])] }]), []);
}
