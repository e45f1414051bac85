//! The mistakes of a class: the same mistake of several students once, with how many made it and what it costs them.

use std::collections::BTreeMap;

use super::student_row::StudentRow;
use crate::digest;
use crate::marks::mistake::Mistake;

/// How many examples of a mistake are kept.
const EXAMPLES: usize = 3;

/// How many digits of a digest tell mistakes apart.
const DIGITS: usize = 8;

/// A mistake that students of the class made.
#[derive(Debug, Clone)]
pub(crate) struct ClassMistake {
    /// Its key.
    pub(crate) key: String,
    /// What it is called in commands: a few digits that follow from the key.
    pub(crate) short: String,
    /// The row that it costs most.
    pub(crate) row: String,
    /// What is wrong, in the words of the example that shows it best.
    pub(crate) sentence: String,
    /// The students who made it, by the places of their rows.
    pub(crate) students: Vec<usize>,
    /// The marks that it costs all of them together.
    pub(crate) lost: f64,
    /// The most that it costs one of them.
    pub(crate) dearest: f64,
    /// The least that it costs one of them.
    pub(crate) cheapest: f64,
    /// Where it shows, of different students.
    pub(crate) examples: Vec<MistakeExample>,
    /// What staff say of it.
    pub(crate) comment: Option<String>,
}

/// Where a mistake shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MistakeExample {
    /// Whose program shows it, by the place of the row.
    pub(crate) student: usize,
    /// The case.
    pub(crate) case: String,
    /// What should be printed.
    pub(crate) expected: Option<String>,
    /// What is printed.
    pub(crate) actual: Option<String>,
}

/// Returns what a mistake is called in commands.
pub(crate) fn short_key(key: &str) -> String {
    digest::of_bytes(key.as_bytes())[..DIGITS].to_string()
}

/// Returns the mistakes of a class, the one that most students made first.
pub(super) fn class_mistakes(rows: &[StudentRow]) -> Vec<ClassMistake> {
    let mut found: BTreeMap<&str, ClassMistake> = BTreeMap::new();
    for (place, row) in rows.iter().enumerate() {
        for mistake in row.marks.iter().flat_map(|marks| &marks.mistakes) {
            found.entry(&mistake.key).or_insert_with(|| ClassMistake::of(mistake)).add(place, mistake);
        }
    }
    let mut all: Vec<ClassMistake> = found.into_values().collect();
    all.sort_by(|one, other| {
        let more = other.students.len().cmp(&one.students.len());
        more.then(other.lost.total_cmp(&one.lost)).then_with(|| one.key.cmp(&other.key))
    });
    all
}

impl ClassMistake {
    fn of(mistake: &Mistake) -> Self {
        Self {
            key: mistake.key.clone(),
            short: short_key(&mistake.key),
            row: mistake.row.clone(),
            sentence: mistake.sentence.clone(),
            students: Vec::new(),
            lost: 0.0,
            dearest: mistake.lost,
            cheapest: mistake.lost,
            examples: Vec::new(),
            comment: mistake.comment.clone(),
        }
    }

    fn add(&mut self, place: usize, mistake: &Mistake) {
        self.students.push(place);
        self.lost += mistake.lost;
        self.dearest = self.dearest.max(mistake.lost);
        self.cheapest = self.cheapest.min(mistake.lost);
        let Some(case) = mistake.example.clone().filter(|_| self.examples.len() < EXAMPLES) else { return };
        let Mistake { expected, actual, .. } = mistake.clone();
        self.examples.push(MistakeExample { student: place, case, expected, actual });
    }
}
