//! What can be wrong with dice as they are shown.

use std::collections::BTreeSet;
use std::fmt;

use reference::Throw;

use crate::amounts::amount;

/// A run of so many coincidences is no coincidence: their chance is at most this.
const NO_CHANCE: f64 = 1e-8;

/// The same for dice that never change when they are thrown again: two throws of five dice with four faces are enough.
const NO_CHANCE_OF_STAYING: f64 = 1e-6;

/// A throw as it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fallen {
    sides: u8,
    before: Option<Vec<u8>>,
    /// The positions that were thrown, counted from 0, each once.
    rerolled: Vec<usize>,
    /// How many numbers were shown.
    shown: usize,
    faces: Vec<u8>,
}

/// Something that is wrong with all throws of a run together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suspicion {
    pub(super) part: &'static str,
    /// The throw, counted from 0, with which it is certain.
    pub(super) throw: usize,
    pub(super) fault: DiceFault,
}

/// What is wrong with dice as they are shown. Dice are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DiceFault {
    /// Another number of dice is shown than there are.
    WrongCount {
        /// How many there are.
        dice: usize,
        /// How many are shown.
        shown: usize,
    },
    /// Some dice were thrown again, and only these are shown.
    OnlyThrownShown {
        /// How many were thrown again.
        thrown: usize,
        /// How many were kept.
        kept: usize,
    },
    /// A die shows a face that it does not have.
    ImpossibleFace {
        /// Which die.
        die: usize,
        /// What it shows.
        face: u8,
        /// The number of its faces.
        sides: u8,
    },
    /// The dice are sorted, so that one that was kept has moved.
    KeptDieMoved,
    /// A die that was kept shows another face.
    KeptDieChanged {
        /// Which die.
        die: usize,
        /// The face that it showed.
        before: u8,
        /// The face that it shows now.
        after: u8,
    },
    /// So many dice were to be thrown again while others were kept, and none shows another face.
    NamedStay(usize),
    /// Some dice were to be thrown again so many times while others were kept, and each time one of them, at least, shows no other face.
    OneOfNamedStays {
        /// How many were to be thrown, at least.
        named: usize,
        /// How many times.
        throws: usize,
    },
    /// All dice were to be thrown again so many times, and none ever shows another face.
    AllStay {
        /// How many dice there are.
        dice: usize,
        /// How many times.
        throws: usize,
    },
    /// All dice were to be thrown again so many times, and these never show another face.
    SomeStay {
        /// How many dice there are.
        dice: usize,
        /// Which of them stay.
        staying: Vec<usize>,
        /// How many times.
        throws: usize,
    },
    /// The dice of so many throws are all in ascending order.
    AlwaysSorted(usize),
}

impl fmt::Display for DiceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongCount { dice, shown: 1 } => write!(f, "there are {dice} dice, but 1 die is shown"),
            Self::WrongCount { dice, shown } => {
                write!(f, "there are {dice} dice, but {shown} dice are shown")
            }
            Self::OnlyThrownShown { thrown: 1, kept } => {
                write!(f, "only the die that was thrown again is shown, without the {kept} that were kept")
            }
            Self::OnlyThrownShown { thrown, kept } => {
                write!(f, "only the {thrown} dice that were thrown again are shown, without ")?;
                if *kept == 1 {
                    f.write_str("the one that was kept")
                } else {
                    write!(f, "the {kept} that were kept")
                }
            }
            Self::ImpossibleFace { die, face, sides } => {
                write!(f, "die {die} shows {face}, but the faces are 1 to {sides}")
            }
            Self::KeptDieMoved => {
                f.write_str("the dice are shown sorted, but a die that was kept must stay in its place")
            }
            Self::KeptDieChanged { die, before, after } => {
                write!(f, "die {die} was kept, but it changed from {before} to {after}")
            }
            Self::NamedStay(count) => {
                write!(
                    f,
                    "the dice that are named should be thrown again, but each of {count} stays the same"
                )
            }
            Self::OneOfNamedStays { named, throws } => {
                let of_several =
                    if *named > 1 { format!(" in which {named} or more are named") } else { String::new() };
                f.write_str("all dice that are named should be thrown again, ")?;
                write!(f, "but in each of {throws} throws{of_several} one of them, at least, stays the same")
            }
            Self::AllStay { dice, throws } => {
                write!(
                    f,
                    "all {dice} dice should be thrown again, but they stay the same, in each of {throws} throws"
                )
            }
            Self::SomeStay { dice, staying, throws } => {
                let staying: Vec<String> = staying.iter().map(ToString::to_string).collect();
                let stay = match staying.split_last() {
                    Some((last, others)) if !others.is_empty() => {
                        format!("dice {} and {last} stay", others.join(", "))
                    }
                    _ => format!("die {} stays", staying.concat()),
                };
                write!(
                    f,
                    "all {dice} dice should be thrown again, but {stay} the same, in each of {throws} throws"
                )
            }
            Self::AlwaysSorted(count) => {
                write!(f, "the dice of {count} throws are all shown in ascending order")
            }
        }
    }
}

impl DiceFault {
    /// Returns what should be shown, in words; nothing where the faces themselves are known.
    pub(crate) fn due(&self) -> Option<String> {
        let due = match self {
            Self::OnlyThrownShown { .. } | Self::KeptDieChanged { .. } => return None,
            Self::WrongCount { dice, .. } => format!("{dice} dice"),
            Self::ImpossibleFace { sides, .. } => format!("a face from 1 to {sides}"),
            Self::KeptDieMoved => "each die that was kept in its place".to_string(),
            Self::NamedStay(_) | Self::OneOfNamedStays { .. } => {
                "other faces of the dice that are named".to_string()
            }
            Self::AllStay { .. } | Self::SomeStay { .. } => "other faces of all dice".to_string(),
            Self::AlwaysSorted(_) => "dice in any order".to_string(),
        };
        Some(due)
    }
}

impl Fallen {
    /// Returns the throw of which `shown` numbers were shown; `faces` has one for each die.
    pub(super) fn new(throw: &Throw<'_>, shown: usize, faces: &[u8]) -> Self {
        // A die that is named twice is thrown once.
        let rerolled: BTreeSet<usize> = throw.rerolled.iter().copied().collect();
        Self {
            sides: throw.sides,
            before: throw.before.map(<[u8]>::to_vec),
            rerolled: rerolled.into_iter().collect(),
            shown,
            faces: faces.to_vec(),
        }
    }

    fn kept(&self) -> impl Iterator<Item = usize> {
        (0..self.faces.len()).filter(|position| self.before.is_some() && !self.rerolled.contains(position))
    }

    /// Returns whether every die was shown when it was thrown before.
    fn had_all_before(&self) -> bool {
        self.before.as_ref().is_some_and(|before| before.len() == self.faces.len() && !before.contains(&0))
    }

    fn is_sorted(&self) -> bool {
        self.faces.is_sorted() || self.faces.is_sorted_by(|one, other| one >= other)
    }
}

/// The label of what is wrong, the fault, and the dice as they should be where that is known.
type WrongDice = (&'static str, DiceFault, Option<Vec<u8>>);

/// Returns what is wrong with one throw.
pub(super) fn findings(fallen: &Fallen) -> Vec<WrongDice> {
    [wrong_number(fallen), impossible_face(fallen), changed(fallen)].into_iter().flatten().collect()
}

/// As many dice are shown as were thrown again, and not those that were kept.
fn only_thrown(fallen: &Fallen) -> Option<WrongDice> {
    let Fallen { before, rerolled, shown, faces, .. } = fallen;
    if rerolled.len() != *shown || *shown >= faces.len() || !fallen.had_all_before() {
        return None;
    }
    let mut expected = before.clone()?;
    for (position, face) in rerolled.iter().zip(faces) {
        *expected.get_mut(*position)? = *face;
    }
    let fault = DiceFault::OnlyThrownShown { thrown: *shown, kept: faces.len() - shown };
    Some(("dice/all-shown", fault, Some(expected)))
}

fn wrong_number(fallen: &Fallen) -> Option<WrongDice> {
    let Fallen { shown, faces, .. } = fallen;
    let dice = faces.len();
    let fault = DiceFault::WrongCount { dice, shown: *shown };
    let part = if fallen.had_all_before() && fallen.kept().next().is_some() {
        "dice/all-shown"
    } else {
        "dice/count"
    };
    (*shown != dice).then(|| only_thrown(fallen).unwrap_or((part, fault, None)))
}

fn impossible_face(Fallen { sides, rerolled, shown, faces, .. }: &Fallen) -> Option<WrongDice> {
    let is_impossible = |position: &&usize| !(1..=*sides).contains(&faces[**position]);
    let position = *rerolled.iter().filter(|position| *position < shown).find(is_impossible)?;
    let fault = DiceFault::ImpossibleFace { die: position + 1, face: faces[position], sides: *sides };
    Some(("dice/face", fault, None))
}

/// A kept die stays where it is, and as it is.
fn changed(fallen: &Fallen) -> Option<WrongDice> {
    // Where some are not shown, nobody knows which ones these are.
    let before = fallen.before.as_ref().filter(|_| fallen.shown >= fallen.faces.len())?;
    let at = fallen.kept().find(|position| fallen.faces[*position] != before[*position])?;
    let mut left = fallen.faces.clone();
    let all_there = fallen.kept().all(|position| {
        let found = left.iter().position(|face| *face == before[position]);
        found.map(|index| left.swap_remove(index)).is_some()
    });
    if all_there && fallen.is_sorted() {
        return Some(("dice/order", DiceFault::KeptDieMoved, None));
    }
    let fault = DiceFault::KeptDieChanged { die: at + 1, before: before[at], after: fallen.faces[at] };
    let mut expected = fallen.faces.clone();
    for position in fallen.kept() {
        expected[position] = before[position];
    }
    Some(("dice/kept", fault, Some(expected)))
}

/// Returns what is wrong with all throws of a run together. Of fair dice it is said less than once in 400,000 runs.
pub(super) fn suspicions(throws: &[Fallen]) -> Vec<Suspicion> {
    let named = named_stay(throws).or_else(|| one_of_named_stays(throws));
    [stay(throws), named, always_sorted(throws)].into_iter().flatten().collect()
}

/// Some dice, always the same ones, show the face that they showed before whenever all dice are to be thrown again.
///
/// Where every throw is shown sorted, an end of the row often shows the same face again: only dice that all stay tell
/// something there, and less, as they may have fallen in any order.
fn stay(throws: &[Fallen]) -> Option<Suspicion> {
    let are_sorted = throws.iter().all(Fallen::is_sorted);
    let mut count = 0;
    let mut orders = 1.0;
    let mut staying: Vec<usize> = Vec::new();
    let mut found = None;
    for (index, fallen) in throws.iter().enumerate() {
        let Some(before) = &fallen.before else { continue };
        let dice = fallen.faces.len();
        // A die that is not shown does not stay.
        if fallen.kept().next().is_some() || dice < 2 || fallen.shown != dice {
            continue;
        }
        if count == 0 {
            staying = (0..dice).collect();
        }
        count += 1;
        staying.retain(|position| before.get(*position) == fallen.faces.get(*position));
        if staying.is_empty() {
            return None;
        }
        let of_each = f64::from(fallen.sides.max(1)).powi(-count);
        // Nobody says beforehand which dice stay.
        let mut chance = choices(dice, staying.len()) * of_each.powi(amount_of(staying.len()));
        if are_sorted {
            orders *= orders_of(&fallen.faces);
            chance *= orders;
        }
        found = if chance < NO_CHANCE_OF_STAYING { found.or(Some((index, dice))) } else { None };
    }
    let (throw, dice) = found?;
    let count = usize::try_from(count).unwrap_or_default();
    let fault = if staying.len() == dice {
        DiceFault::AllStay { dice, throws: count }
    } else if are_sorted {
        return None;
    } else {
        let staying = staying.iter().map(|position| position + 1).collect();
        DiceFault::SomeStay { dice, staying, throws: count }
    };
    Some(Suspicion { part: "dice/rerolled", throw, fault })
}

fn amount_of(dice: usize) -> i32 {
    i32::try_from(dice).unwrap_or(i32::MAX)
}

/// Returns in how many ways so many of all dice can be chosen.
fn choices(all: usize, chosen: usize) -> f64 {
    (0..chosen).map(|index| amount(all - index) / amount(index + 1)).product()
}

/// Returns in how many orders dice can lie.
fn orders_of(faces: &[u8]) -> f64 {
    let of_die = |(index, face): (usize, &u8)| {
        let alike: usize = faces[..=index].iter().map(|other| usize::from(other == face)).sum();
        amount(index + 1) / amount(alike)
    };
    faces.iter().enumerate().map(of_die).product()
}

/// Every die that was to be thrown again, while others were kept, shows the face that it showed before.
fn named_stay(throws: &[Fallen]) -> Option<Suspicion> {
    let throw = always(throws, NO_CHANCE_OF_STAYING, |named, stay| {
        (stay == named.rerolled.len()).then(|| f64::from(named.sides.max(1)).powi(-amount_of(stay)))
    })?;
    let count = thrown_beside_kept(throws).map(|(_, named, _)| named.rerolled.len()).sum();
    Some(Suspicion { part: "dice/named", throw, fault: DiceFault::NamedStay(count) })
}

/// Whenever some dice were to be thrown again, while others were kept, one of them, at least, shows the face that it showed before; or whenever two
/// or more were.
fn one_of_named_stays(throws: &[Fallen]) -> Option<Suspicion> {
    NAMED_OF_WHICH_ONE_STAYS.into_iter().find_map(|(least, no_chance)| {
        let throw = always(throws, no_chance, |named, stay| {
            let changes = 1.0 - f64::from(named.sides.max(1)).recip();
            let chance = || 1.0 - changes.powi(amount_of(named.rerolled.len()));
            if named.rerolled.len() < least { Some(1.0) } else { (stay > 0).then(chance) }
        })?;
        let meant = thrown_beside_kept(throws).filter(|(_, named, _)| named.rerolled.len() >= least);
        let fault = DiceFault::OneOfNamedStays { named: least, throws: meant.count() };
        Some(Suspicion { part: "dice/named", throw, fault })
    })
}

/// How many dice are named, at least, in throws in which one of them stays, and with which chance that is none: of both together half of that of dice
/// that never change.
const NAMED_OF_WHICH_ONE_STAYS: [(usize, f64); 2] =
    [(1, NO_CHANCE_OF_STAYING / 10.0), (2, NO_CHANCE_OF_STAYING / 2.5)];

/// Returns the throws of some dice, while others were kept: the index of each, what fell, and how the dice lay before.
fn thrown_beside_kept(throws: &[Fallen]) -> impl Iterator<Item = (usize, &Fallen, &[u8])> {
    let again = throws
        .iter()
        .enumerate()
        .filter_map(|(index, fallen)| Some((index, fallen, fallen.before.as_deref()?)));
    again.filter(|(_, fallen, _)| fallen.kept().next().is_some())
}

/// Returns the throw with which it is no coincidence any longer that something holds in each throw of some dice, while others were kept: of so
/// many that stay the same it has this chance, or does not hold.
fn always(
    throws: &[Fallen],
    no_chance: f64,
    chance_if_holds: impl Fn(&Fallen, usize) -> Option<f64>,
) -> Option<usize> {
    let mut chance = 1.0;
    let mut found = None;
    for (index, fallen, before) in thrown_beside_kept(throws) {
        let stays = |position: &&usize| before.get(**position) == fallen.faces.get(**position);
        chance *= chance_if_holds(fallen, fallen.rerolled.iter().filter(stays).count())?;
        if chance < no_chance {
            found = found.or(Some(index));
        }
    }
    found
}

/// All throws of all dice are shown in ascending order.
fn always_sorted(throws: &[Fallen]) -> Option<Suspicion> {
    let mut chance = 1.0;
    let mut count = 0;
    for (index, fallen) in throws.iter().enumerate() {
        if fallen.faces.len() < 3 || fallen.before.is_some() {
            continue;
        }
        if !fallen.faces.is_sorted() {
            return None;
        }
        count += 1;
        chance *= chance_of_ascending(fallen.faces.len(), fallen.sides);
        if chance < NO_CHANCE {
            let fault = DiceFault::AlwaysSorted(count);
            return Some(Suspicion { part: "dice/order", throw: index, fault });
        }
    }
    None
}

/// Returns the chance that so many fair dice fall in ascending order: of `sides^dice` throws, as many ascend as there
/// are ways to choose that many faces, with repetition.
fn chance_of_ascending(dice: usize, sides: u8) -> f64 {
    let sides = f64::from(sides.max(1));
    let mut chance = 1.0;
    let mut number = 1.0;
    for _ in 0..dice {
        chance *= (sides + number - 1.0) / number / sides;
        number += 1.0;
    }
    chance
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fallen(before: Option<&[u8]>, rerolled: &[usize], faces: &[u8]) -> Fallen {
        Fallen::new(&Throw { sides: 4, before, rerolled }, faces.len(), faces)
    }

    #[track_caller]
    fn check(fallen: &Fallen, expected: &[&str]) {
        let sentences: Vec<String> =
            findings(fallen).into_iter().map(|(part, fault, _)| format!("{part}: {fault}")).collect();
        assert_eq!(sentences, expected);
    }

    #[test]
    fn faces_that_no_die_has_are_named() {
        check(&fallen(None, &[0, 1, 2], &[1, 5, 4]), &["dice/face: die 2 shows 5, but the faces are 1 to 4"]);
        check(&fallen(None, &[0, 1, 2], &[1, 4, 0]), &["dice/face: die 3 shows 0, but the faces are 1 to 4"]);
        check(&fallen(Some(&[5, 1, 1]), &[1], &[5, 2, 1]), &[]);
    }

    #[test]
    fn missing_and_extra_dice_are_counted() {
        let throw = Throw { sides: 4, before: None, rerolled: &[0, 1, 2] };
        check(&Fallen::new(&throw, 2, &[1, 4, 0]), &["dice/count: there are 3 dice, but 2 dice are shown"]);
        check(&Fallen::new(&throw, 1, &[1, 0, 0]), &["dice/count: there are 3 dice, but 1 die is shown"]);
        check(&Fallen::new(&throw, 4, &[1, 4, 2]), &["dice/count: there are 3 dice, but 4 dice are shown"]);
    }

    #[test]
    fn dice_that_are_shown_without_those_that_were_kept_are_one_mistake() {
        let again = |rerolled| Throw { sides: 4, before: Some(&[3, 1, 4]), rerolled };
        let two = Fallen::new(&again(&[0, 2]), 2, &[1, 2, 0]);
        let sentence =
            "dice/all-shown: only the 2 dice that were thrown again are shown, without the one that was kept";
        check(&two, &[sentence]);
        assert_eq!(findings(&two)[0].2, Some(vec![1, 1, 2]), "where they should stand");
        let one = "dice/all-shown: only the die that was thrown again is shown, without the 2 that were kept";
        check(&Fallen::new(&again(&[1]), 1, &[2, 0, 0]), &[one]);
        // Which of them was not shown, nobody knows.
        let count = "dice/all-shown: there are 3 dice, but 2 dice are shown";
        check(&Fallen::new(&again(&[1]), 2, &[1, 4, 0]), &[count]);
        let again = Throw { sides: 4, before: Some(&[3, 1, 0]), rerolled: &[0, 1] };
        check(&Fallen::new(&again, 2, &[3, 4, 0]), &["dice/count: there are 3 dice, but 2 dice are shown"]);
    }

    #[test]
    fn a_kept_die_that_changed_is_named_and_sorted_dice_are_told_apart() {
        let before: Option<&[u8]> = Some(&[3, 1, 4]);
        check(&fallen(before, &[1], &[3, 2, 4]), &[]);
        check(&fallen(before, &[1], &[3, 2, 2]), &["dice/kept: die 3 was kept, but it changed from 4 to 2"]);
        let sorted = "dice/order: the dice are shown sorted, but a die that was kept must stay in its place";
        check(&fallen(before, &[1], &[2, 3, 4]), &[sorted]);
        check(&fallen(before, &[1], &[4, 3, 3]), &[sorted]);
        let (_, _, expected) = findings(&fallen(before, &[1], &[1, 2, 2])).remove(0);
        assert_eq!(expected, Some(vec![3, 2, 4]));
    }

    #[test]
    fn one_of_named_dice_that_always_stays_is_suspicious_only_after_many_throws() {
        let told = |throws: &[Fallen]| {
            suspicions(throws).into_iter().map(|it| format!("{}: {}", it.part, it.fault)).collect::<Vec<_>>()
        };
        let first = fallen(Some(&[3, 1, 4, 2, 2]), &[0, 2], &[3, 1, 1, 2, 2]);
        let last = fallen(Some(&[3, 1, 4, 2, 2]), &[0, 2], &[2, 1, 4, 2, 2]);
        let both_change = fallen(Some(&[3, 1, 4, 2, 2]), &[0, 2], &[2, 1, 3, 2, 2]);
        let sentence = |throws: &str| {
            [format!(
                "dice/named: all dice that are named should be thrown again, \
                 but in each of {throws} one of them, at least, stays the same"
            )]
        };
        // One of two stays in 7 of 16 throws; (7/16)^17 is about 1 in 1,300,000, (7/16)^18 about 1 in 2,900,000, and (7/16)^20 about 1 in 15,000,000.
        assert_eq!(told(&vec![first.clone(); 17]), Vec::<String>::new());
        let of_several = sentence("18 throws in which 2 or more are named");
        assert_eq!(told(&vec![first.clone(); 18]), of_several);
        assert_eq!(told(&vec![first.clone(); 20]), sentence("20 throws"));
        // Whichever it is.
        assert_eq!(told(&[vec![first.clone(); 10], vec![last; 10]].concat()), sentence("20 throws"));
        assert_eq!(told(&[vec![first.clone(); 20], vec![both_change]].concat()), Vec::<String>::new());
        // Only the first of several is thrown: a single one changes, as it should, also where it is named twice.
        let single = fallen(Some(&[3, 1, 4, 2, 2]), &[2, 2], &[3, 1, 1, 2, 2]);
        let with_single = |number| [vec![first.clone(); number], vec![single.clone(); 5]].concat();
        assert_eq!(told(&with_single(17)), Vec::<String>::new());
        assert_eq!(told(&with_single(18)), of_several);
        // All dice are no dice that are named.
        let all = fallen(Some(&[3, 1, 4, 2, 2]), &[0, 1, 2, 3, 4], &[3, 2, 1, 1, 1]);
        assert!(told(&vec![all; 18]).iter().all(|sentence| sentence.starts_with("dice/rerolled")));
    }

    #[test]
    fn dice_that_are_named_and_never_change_are_suspicious_only_after_many_throws() {
        let again = fallen(Some(&[3, 1, 4]), &[0, 1], &[3, 1, 4]);
        assert_eq!(suspicions(&vec![again.clone(); 4]), []);
        let found = suspicions(&vec![again.clone(); 5]);
        assert_eq!(
            found[0].fault.to_string(),
            "the dice that are named should be thrown again, but each of 10 stays the same"
        );
        let changed = fallen(Some(&[3, 1, 4]), &[0], &[2, 1, 4]);
        assert_eq!(suspicions(&[vec![again; 5], vec![changed]].concat()), []);
    }

    #[test]
    fn dice_that_stay_where_all_are_thrown_again_are_found_in_two_throws() {
        let again = |faces: &[u8]| fallen(Some(&[3, 1, 4, 2, 2]), &[0, 1, 2, 3, 4], faces);
        let told = |throws: &[Fallen]| {
            suspicions(throws).into_iter().map(|it| format!("{}: {}", it.part, it.fault)).collect::<Vec<_>>()
        };
        let all = again(&[3, 1, 4, 2, 2]);
        assert_eq!(told(&vec![all.clone(); 1]), [""; 0]);
        assert_eq!(
            told(&vec![all.clone(); 2]),
            ["dice/rerolled: all 5 dice should be thrown again, but they stay the same, in each of 2 throws"]
        );
        // Dice that are named are thrown, those that are not stay.
        let named = fallen(Some(&[3, 1, 4, 2, 2]), &[0, 2], &[1, 1, 2, 2, 2]);
        assert_eq!(told(&[all.clone(), named, all]).len(), 1);
        let but_two = again(&[1, 2, 1, 2, 2]);
        assert_eq!(told(&vec![but_two.clone(); 5]), [""; 0]);
        assert_eq!(
            told(&vec![but_two.clone(); 6]),
            [
                "dice/rerolled: all 5 dice should be thrown again, but dice 4 and 5 stay the same, in each of 6 throws"
            ]
        );
        assert_eq!(told(&[vec![but_two; 9], vec![again(&[1, 2, 1, 3, 3])]].concat()), [""; 0]);
        let but_one = again(&[1, 2, 1, 3, 2]);
        assert_eq!(told(&vec![but_one.clone(); 11]), [""; 0]);
        assert_eq!(
            told(&vec![but_one; 12]),
            [
                "dice/rerolled: all 5 dice should be thrown again, but die 5 stays the same, in each of 12 throws"
            ]
        );
    }

    #[test]
    fn a_die_that_is_never_shown_does_not_stay() {
        let throw = Throw { sides: 4, before: Some(&[3, 1, 4, 0]), rerolled: &[0, 1, 2, 3] };
        let unlike = Fallen::new(&throw, 3, &[1, 2, 3, 0]);
        assert_eq!(suspicions(&vec![unlike; 20]), []);
    }

    #[test]
    fn dice_that_are_shown_sorted_do_not_tell_which_of_them_stayed() {
        let again = |before: &[u8], faces: &[u8]| fallen(Some(before), &[0, 1, 2, 3, 4], faces);
        let highest_stays =
            [again(&[1, 2, 2, 3, 4], &[1, 1, 2, 2, 4]), again(&[1, 1, 2, 2, 4], &[2, 3, 3, 4, 4])];
        let mut fallen: Vec<_> = highest_stays.iter().cycle().take(14).cloned().collect();
        assert_eq!(suspicions(&fallen), []);
        fallen.push(again(&[2, 3, 3, 4, 4], &[3, 1, 2, 1, 4]));
        assert_eq!(suspicions(&fallen)[0].part, "dice/rerolled");
        // Sorted, 60 of 1024 throws look like this one.
        let all_stay = again(&[1, 2, 2, 3, 4], &[1, 2, 2, 3, 4]);
        assert_eq!(suspicions(&vec![all_stay.clone(); 4]), []);
        assert_eq!(suspicions(&vec![all_stay; 5])[0].part, "dice/rerolled");
        // One of 1024 throws is all threes.
        let threes = again(&[3, 3, 3, 3, 3], &[3, 3, 3, 3, 3]);
        assert_eq!(suspicions(&vec![threes; 2])[0].part, "dice/rerolled");
    }

    #[test]
    fn dice_that_always_ascend_are_suspicious_only_after_many_throws() {
        let ascending = fallen(None, &[0, 1, 2, 3, 4], &[1, 2, 2, 3, 4]);
        assert_eq!(suspicions(&vec![ascending.clone(); 5]), []);
        assert_eq!(suspicions(&vec![ascending; 9])[0].part, "dice/order");
    }

    #[test]
    fn the_chance_of_ascending_dice_is_counted_right() {
        // Two coins: 00, 01 and 11 of four ascend. Five dice with four faces: 56 of 1024.
        assert!((chance_of_ascending(2, 2) - 0.75).abs() < 1e-12);
        assert!((chance_of_ascending(5, 4) - 56.0 / 1024.0).abs() < 1e-12);
    }
}
