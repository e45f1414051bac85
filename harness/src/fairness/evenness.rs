//! Counts that are even if dice are fair: faces, differences and sums of faces.

use std::collections::BTreeMap;

use super::statistics::{Unevenness, unevenness};
use super::{Stretch, Unfair, UnfairFinding};

/// Counts that are even if dice are fair.
pub(super) struct EvenTest {
    pub(super) unfair: Unfair,
    pub(super) counts: Vec<u64>,
    /// What is counted.
    what: String,
}

impl EvenTest {
    /// Returns what is wrong, if fair dice would seldom count like this: less often than once in `1 / least` programs.
    pub(super) fn finding(&self, least: f64) -> Option<UnfairFinding> {
        let uneven = unevenness(&self.counts)?;
        (uneven.chance < least).then(|| self.tell(&uneven))
    }

    fn tell(&self, uneven: &Unevenness) -> UnfairFinding {
        let total: u64 = self.counts.iter().sum();
        let expected = uneven.expected;
        let Unevenness { at, chance, .. } = *uneven;
        let (count, face) = (self.counts[at], at + 1);
        let odds = odds(chance);
        let sentence = match self.unfair {
            Unfair::Tied | Unfair::Dependent if at == 0 => format!(
                "{} show the same face {count} times of {total}; fair dice do so about {expected:.0} times ({odds})",
                self.what
            ),
            Unfair::Tied | Unfair::Dependent => format!(
                "{} depend on each other: one difference of their faces comes {count} times of {total}, with fair dice about {expected:.0} times ({odds})",
                self.what
            ),
            _ if count == 0 => {
                let about = if face == self.counts.len() {
                    ": is the last number left out where dice are rolled? About"
                } else {
                    "; about"
                };
                format!("of {total} dice none shows a {face}{about} {expected:.0} should ({odds})")
            }
            _ => format!("of {total} dice {count} show a {face}; about {expected:.0} should ({odds})"),
        };
        UnfairFinding { unfair: self.unfair, sentence, chance }
    }
}

fn odds(chance: f64) -> String {
    if chance < 1e-9 {
        return "by chance less than once in 1,000,000,000 programs".to_string();
    }
    format!("by chance once in {:.0} programs", (1.0 / chance).floor())
}

/// Counts by sides, place and so on.
type FaceCounts<K> = BTreeMap<K, Vec<u64>>;

fn add<K: Ord>(counts: &mut FaceCounts<K>, key: K, sides: u8, value: u8) {
    let counts = counts.entry(key).or_insert_with(|| vec![0; usize::from(sides)]);
    if let Some(count) = counts.get_mut(usize::from(value)) {
        *count += 1;
    }
}

/// Returns how far one face is above another one, around the die.
fn difference(sides: u8, one: u8, other: u8) -> u8 {
    (sides + one % sides - other % sides) % sides
}

/// Returns the sum of two faces, around the die.
fn sum(sides: u8, one: u8, other: u8) -> u8 {
    (one % sides + other % sides) % sides
}

/// The faces of all dice together, and of each die by its place.
pub(super) fn favoured_tests(stretches: &[&Stretch]) -> Vec<EvenTest> {
    let mut counts: FaceCounts<(u8, usize)> = FaceCounts::new();
    for throw in stretches.iter().flat_map(|stretch| &stretch.throws) {
        for (place, face) in throw.faces.iter().enumerate() {
            let Some(face) = face else { continue };
            let value = face.wrapping_sub(1);
            add(&mut counts, (throw.sides, 0), throw.sides, value);
            if throw.faces.len() > 1 {
                add(&mut counts, (throw.sides, place + 1), throw.sides, value);
            }
        }
    }
    tests(counts, Unfair::Favoured, |_| String::new())
}

/// The differences and the sums of two dice of one throw.
pub(super) fn tied_tests(stretches: &[&Stretch]) -> Vec<EvenTest> {
    let mut counts: FaceCounts<(u8, usize, usize, bool)> = FaceCounts::new();
    for throw in stretches.iter().flat_map(|stretch| &stretch.throws) {
        let sides = throw.sides;
        for (second, two) in throw.faces.iter().enumerate().take(6) {
            for (first, one) in throw.faces.iter().enumerate().take(second) {
                let (Some(one), Some(two)) = (one, two) else { continue };
                add(&mut counts, (sides, first, second, false), sides, difference(sides, *two, *one));
                add(&mut counts, (sides, first, second, true), sides, sum(sides, *one, *two));
            }
        }
    }
    tests(counts, Unfair::Tied, |(_, first, second, _)| {
        format!("die {} and die {} of a throw", first + 1, second + 1)
    })
}

/// The differences and the sums of one die in two successive throws.
pub(super) fn dependent_tests(stretches: &[&Stretch]) -> Vec<EvenTest> {
    let mut counts: FaceCounts<(u8, usize, bool)> = FaceCounts::new();
    for pair in stretches.iter().flat_map(|stretch| stretch.throws.windows(2)) {
        let sides = pair[0].sides;
        if pair[1].sides != sides || pair[0].faces.len() != pair[1].faces.len() {
            continue;
        }
        for (place, faces) in pair[0].faces.iter().zip(&pair[1].faces).enumerate() {
            let (Some(before), Some(after)) = faces else { continue };
            add(&mut counts, (sides, place, false), sides, difference(sides, *after, *before));
            add(&mut counts, (sides, place, true), sides, sum(sides, *before, *after));
        }
    }
    tests(counts, Unfair::Dependent, |(_, place, _)| {
        format!("die {} of a throw and of the next one", place + 1)
    })
}

fn tests<K: Ord>(counts: FaceCounts<K>, unfair: Unfair, what: impl Fn(&K) -> String) -> Vec<EvenTest> {
    counts.into_iter().map(|(key, counts)| EvenTest { unfair, counts, what: what(&key) }).collect()
}
