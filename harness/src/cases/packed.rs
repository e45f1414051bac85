//! A conversation of a case as it is held: as the text that writes it down, in one piece.
//!
//! A suite may have ten thousand cases. As turns, of which each has texts of its own, a short conversation takes five times as much memory.

use super::Typed;
use super::notation::{Conversation, NotationError};

/// The text of a conversation, which is known to be well formed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedConversation(Box<str>);

impl PackedConversation {
    /// Returns the conversation that `text` writes down.
    ///
    /// # Errors
    /// The first place where the text cannot be understood.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        Conversation::parse(text).map(|_| Self(text.into()))
    }

    /// Returns the conversation, turn after turn.
    pub fn turns(&self) -> Conversation {
        Conversation::parse(&self.0).expect("it was read before, or written by ourselves")
    }

    /// Returns everything that is typed, in order.
    pub fn typed(&self) -> Vec<Typed> {
        self.turns().turns.into_iter().filter_map(|turn| turn.typed).collect()
    }
}

impl From<&Conversation> for PackedConversation {
    fn from(conversation: &Conversation) -> Self {
        Self(conversation.write().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_says_what_was_written() {
        let text = "> <<save>>\n{{*}} of {{d: 1-4}}\n<<<< {{esc}}\n> <<{{x45}}OF>>\nbye\n<<EOF>>\n";
        let conversation = Conversation::parse(text).expect("well formed");
        let packed = [PackedConversation::parse(text), Ok(PackedConversation::from(&conversation))];
        for packed in packed {
            let packed = packed.expect("well formed");
            assert_eq!(packed.turns(), conversation);
            let typed = [Typed::Line("save".into()), Typed::Line("EOF".into()), Typed::EndOfInput];
            assert_eq!(packed.typed(), typed);
        }
    }
}
