//! What the words of the game mean, in the languages that students write.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::text::tokens::{TokenKind, tokens};

/// Something that words of the game are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Idea {
    /// The opponent.
    Computer,
    /// The person who plays.
    Player,
    /// What is added up.
    Total,
    /// One roll, or what it scores.
    Roll,
    /// Points.
    Score,
    /// Rolling dice, as something to do.
    Rolling,
    /// A whole game.
    Game,
    /// To win, and words that congratulate.
    Winning,
    /// To lose, and words that console.
    Losing,
    /// Nobody wins.
    Tie,
    /// Yes, and words for going on.
    Yes,
    /// No, and words for stopping.
    No,
    /// All that one has.
    Everything,
    /// Nothing.
    Zero,
    /// The colour of the red die.
    Red,
    /// The colour of the others.
    White,
    /// To press a key.
    Press,
    /// The key.
    Key,
    /// What somebody is called.
    Name,
    /// In the first place.
    First,
    /// In the middle.
    Middle,
    /// In the last place.
    Last,
}

use Idea as I;

/// Words, and beginnings of words that end with `*`.
const WORDS: &[(Idea, &str)] = &[
    (
        I::Computer,
        "computer* comp cpu pc house dealer machine robot bot opponent* ai rechner* gegner* komputer* ordinateur ordenador computadora lawan maschine",
    ),
    (
        I::Player,
        "you your yours player* human user me my du dein* ihr ihre* sie spieler* anda pemain kamu awak vous votre joueur tu jugador mensch",
    ),
    (
        I::Total,
        "total* overall running accumulated cumulative altogether gesamt* summe insgesamt jumlah keseluruhan sum so cumul* acumulad* bank* stand endstand",
    ),
    (
        I::Roll,
        "current* roll* round* turn* throw* this wurf* runde* aktuell* lemparan* balingan* pusingan semasa giliran lancer tirada gained earned scored",
    ),
    (I::Score, "score* point* pts punkt* mata skor markah puntos puntaje wertung pointage"),
    (
        I::Rolling,
        "roll* reroll* throw* toss* wuerf* würf* lempar* baling* lancer relancer tirar lanzar golek* shake",
    ),
    (
        I::Game,
        "play plays playing replay game games spiel spiele spielen spielst main bermain permainan partie rejouer jouer jugar partida juego match rematch",
    ),
    (
        I::Winning,
        "win wins winner* won victory victor* congrat* champion beat beats defeat* gewinn* gewonnen sieg* glückwunsch* menang* tahniah pemenang gagne* gagné* vainqueur ganas ganaste gana ganado ganada ganó gané ganan ganador* triumph* vince vinci vinto vincitore venceu ganhou",
    ),
    (I::Losing, "lose loses lost loser* sorry unlucky verlier* verloren kalah perd* pierde*"),
    (
        I::Tie,
        "tie tied ties draw drawn equal unentschieden gleichstand seri égalité egalite empate nobody noone deadlock pareggio patta",
    ),
    (I::Yes, "yes y yeah yep ja j ya si sí s oui true continue again weiter nochmal noch more keep lagi"),
    (
        I::No,
        "no n nope nein tidak tak non false stop stay hold end quit exit q done finish* stand leave aufhören aufhoeren halt* berhenti tamat keluar bank pass ende beenden",
    ),
    (I::Everything, "all everything alles alle semua tout todo turn points score"),
    (I::Zero, "zero nothing null none sifar kosong nol cero zéro nix"),
    (I::Red, "red rot rote roter rotes roten merah rouge rojo roja rosso"),
    (I::White, "white* weiß* weiss* putih blanc* blanco* scoring"),
    (I::Press, "press hit push drück* drueck* tekan appuyez pulsa* taste"),
    (I::Key, "enter return key eingabe* eingabetaste kekunci entrée taste"),
    (I::Name, "name namen nama nom nombre"),
    (
        I::First,
        "first 1st left leftmost top erste* links linke* oben pertama kiri premier gauche primero izquierda",
    ),
    (I::Middle, "second 2nd middle center centre mitte mittlere* zweite* tengah kedua"),
    (
        I::Last,
        "last third 3rd right rightmost bottom letzte* dritte* rechts rechte* unten ketiga kanan terakhir dernier droite último derecha",
    ),
];

/// Common words of the languages that are known here.
const COMMON: &str = "the is are your you of to and a do want die der das und ist hat ein den dice \
    anda adalah dan untuk ialah le la les est et el los es y de";

/// A word, or how words begin.
enum WordEntry {
    Whole(&'static str),
    Stem(&'static str),
}

impl WordEntry {
    fn fits(&self, word: &str) -> bool {
        match self {
            Self::Whole(whole) => word == *whole,
            Self::Stem(stem) => word.starts_with(stem),
        }
    }
}

/// The lists, taken apart once: they are asked millions of times.
static ENTRIES: LazyLock<Vec<(Idea, Vec<WordEntry>)>> = LazyLock::new(|| {
    let entry =
        |entry: &'static str| entry.strip_suffix('*').map_or(WordEntry::Whole(entry), WordEntry::Stem);
    WORDS.iter().map(|(idea, list)| (*idea, list.split_whitespace().map(entry).collect())).collect()
});

/// Returns whether a word, in any letter case, is about `idea`.
pub(crate) fn is(word: &str, idea: Idea) -> bool {
    let is_lower = word.chars().all(char::is_lowercase);
    let lower = if is_lower { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) };
    ENTRIES.iter().filter(|(of, _)| *of == idea).flat_map(|(_, list)| list).any(|entry| entry.fits(&lower))
}

/// Returns whether one of the words is about `idea`.
pub(crate) fn has<S: AsRef<str>>(words: &[S], idea: Idea) -> bool {
    words.iter().any(|word| is(word.as_ref(), idea))
}

/// Returns the words of a text, without numbers and signs.
pub(crate) fn words(text: &str) -> Vec<String> {
    tokens(text)
        .filter(|token| token.kind == TokenKind::Word)
        .map(|token| token.text.to_lowercase())
        .collect()
}

/// Returns whether a text is in a language whose words are known here.
pub(crate) fn is_known_language(text: &str) -> bool {
    let words = words(text);
    let known = |word: &&String| COMMON.split_whitespace().any(|common| common == word.as_str());
    let mut seen: Vec<&String> = words.iter().filter(known).collect();
    seen.sort();
    seen.dedup();
    seen.len() >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_in_several_languages() {
        for (word, idea) in [
            ("Computer's", Idea::Computer),
            ("Punkte", Idea::Score),
            ("Gesamtpunktzahl", Idea::Total),
            ("menang", Idea::Winning),
            ("Würfeln", Idea::Rolling),
            ("kiri", Idea::First),
        ] {
            assert!(has(&words(word), idea), "{word}");
        }
        assert!(!has(&words("Nachtisch"), Idea::No));
    }

    #[test]
    fn an_unknown_language_is_not_taken_for_a_known_one() {
        assert!(is_known_language("Do you want to roll the dice?"));
        assert!(!is_known_language("Haluatko heittää uudelleen? Tietokone voitti pelin."));
    }
}
