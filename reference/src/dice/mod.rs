//! Where faces come from: seeded generators that agree with those of students' languages.

mod cpp;
mod glibc;
mod java;
mod own;
mod python;
mod unseeded;

pub use cpp::Cpp;
pub use glibc::Glibc;
pub use java::Java;
pub use own::Own;
pub use python::Python;
use unseeded::Unseeded;

/// An endless source of faces.
pub trait Dice {
    /// Returns the next face, from 1 to `sides`; a die without faces is taken for one with a single face.
    fn face(&mut self, sides: u8) -> u8;

    /// Throws `count` dice with `sides` faces that nobody sees.
    fn skip(&mut self, sides: u8, count: usize) {
        for _ in 0..count {
            self.face(sides);
        }
    }
}

/// A generator that programs of some language use, and how such programs throw a die with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `new java.util.Random(seed)`, a die being `nextInt(sides) + 1`.
    Java,
    /// `CPython`'s `random.seed(seed)`, a die being `randint(1, sides)`, `randrange(1, sides + 1)` or
    /// `choice` from a list of the faces: they draw alike.
    Python,
    /// `srand(seed)` of the GNU C library, a die being `rand() % sides + 1`.
    C,
    /// C++'s `std::mt19937`, a die being libstdc++'s `uniform_int_distribution<int>(1, sides)` (GCC 11 on).
    Mt19937,
    /// `ChaCha8`: no language's, for scripts of our own.
    Own,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 5] = [Self::Java, Self::Python, Self::C, Self::Mt19937, Self::Own];

    /// Returns the name that a suite calls it by.
    pub fn name(self) -> &'static str {
        ["java", "python", "c", "mt19937", "own"][self as usize]
    }

    /// Returns the dialect of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }

    /// Returns the dice that a program throws after it has seeded its generator with `seed`. Dialects
    /// with seeds of 32 bits take the lowest 32, as a conversion in those languages does.
    pub fn dice(self, seed: i64) -> Box<dyn Dice> {
        match self {
            Self::Java => Box::new(Java::new(seed)),
            Self::Python => Box::new(Python::new(seed)),
            Self::C => Box::new(Glibc::new(lowest_32_bits(seed.cast_unsigned()))),
            Self::Mt19937 => Box::new(Cpp::new(lowest_32_bits(seed.cast_unsigned()))),
            Self::Own => Box::new(Own::new(seed.cast_unsigned())),
        }
    }
}

fn lowest_32_bits(number: u64) -> u32 {
    u32::try_from(number & u64::from(u32::MAX)).expect("32 bits fit")
}

/// Returns dice that fall differently every time, for games whose program takes no seed.
pub(crate) fn unseeded() -> Box<dyn Dice> {
    Box::new(Unseeded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_found_by_its_name() {
        for dialect in Dialect::ALL {
            assert_eq!(Dialect::named(dialect.name()), Some(dialect));
        }
        assert_eq!(Dialect::named("pascal"), None);
    }

    #[test]
    fn faces_lie_between_one_and_the_number_of_sides() {
        for dialect in Dialect::ALL {
            let mut dice = dialect.dice(3);
            for sides in [1, 4, 6, 255] {
                assert!((0..500).all(|_| (1..=sides).contains(&dice.face(sides))), "{dialect:?}");
            }
            assert_eq!(dice.face(0), 1, "{dialect:?}");
        }
    }

    #[test]
    fn seeded_dice_fall_alike_every_time() {
        for dialect in Dialect::ALL {
            let throw = |seed| {
                let mut dice = dialect.dice(seed);
                std::array::from_fn::<u8, 20, _>(|_| dice.face(6))
            };
            assert_eq!(throw(-7), throw(-7), "{dialect:?}");
            assert_ne!(throw(7), throw(8), "{dialect:?}");
        }
    }

    #[test]
    fn the_classic_dice_of_rats_throw_what_its_page_says() {
        let mut dice = Dialect::Java.dice(1);
        let faces: [u8; 12] = std::array::from_fn(|_| dice.face(6));
        assert_eq!(faces, [4, 5, 2, 4, 3, 5, 3, 5, 5, 5, 2, 2]);
    }

    #[test]
    fn skipped_dice_are_gone() {
        let (mut skipping, mut throwing) = (Dialect::Java.dice(1), Dialect::Java.dice(1));
        skipping.skip(6, 2);
        throwing.face(6);
        throwing.face(6);
        assert_eq!(skipping.face(6), throwing.face(6));
    }
}
