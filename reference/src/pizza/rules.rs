//! What can be bent in the pizza orders.

use super::{FLAVORS, INGREDIENTS};
use crate::bends::Bend;
use crate::unread::Reads;

/// The rules as the text has them, unless they are bent.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one sentence of the text, which holds or does not"
)]
pub(crate) struct PizzaRules {
    /// "for i in range(3): # placing 3 pizza orders".
    pub(super) orders: usize,
    /// "It should be set to 1 for the first pizza order, 2 for the second, and so on."
    pub(super) order_id: fn(number: usize) -> usize,
    /// "Keep displaying a select menu … for ordering each pizza".
    pub(super) menu: Menu,
    /// "Until receiving the response 'n'": "user input that is uppercase or probably with leading or trailing spaces".
    pub(super) is_enough: fn(reply: &str) -> bool,
    /// Whether the answer that ended an order is forgotten when the next one begins.
    pub(super) forgets_answer: bool,
    /// "`self.pizza_list` which is initialized as an empty list for each new order".
    pub(super) list: PizzaList,
    /// Whether a pizza of a flavor that the order has already is no pizza of it.
    pub(super) drops_flavors_again: bool,
    /// "A list of user input choices of ingredient id's", which begin with 1: where an id stands in the list.
    pub(super) place: fn(id: usize) -> usize,
    /// The same: the lowest of them; what has no place in the list fails when it is looked up.
    pub(super) least_id: usize,
    /// Whether the name of an ingredient is looked up as soon as its id is typed.
    pub(super) looks_up_at_once: bool,
    /// "Then it prints the ingredients choice list".
    pub(super) listed: Listed,
    /// The same: whether it does so only for Custom.
    pub(super) list_shown: ListShown,
    /// The id that is shown for an ingredient: "between 1 and 15".
    pub(super) shown_id: fn(id: usize) -> usize,
    /// "The user should enter a space-separated list of numbers between 1 and 15".
    pub(super) ids: Ids,
    /// "A space-separated list of numbers".
    pub(super) split: fn(list: &str) -> Vec<String>,
    /// "Select a flavor", "Select id's of ingredients" and "Do you want more pizzas": each answer is a line.
    pub(super) reads: Answers,
    /// "self.ingreds which is assigned with the argument `custom_ingreds`".
    pub(super) custom: fn(typed: Vec<usize>) -> Vec<usize>,
    /// "A list of user input choices of ingredient id's": each pizza has its own.
    pub(super) custom_list: CustomList,
    /// "Sample Client Code" prints each order when it is complete.
    pub(super) summaries: Summaries,
    /// "Pizza order 1's summary": the number that is told there of an order of so many pizzas.
    pub(super) summary_id: fn(order: usize, pizzas: usize) -> usize,
    /// "Pizza order 1's summary": which of the order's pizzas are listed there, by their indices.
    pub(super) summarized: fn(pizzas: usize) -> Vec<usize>,
    /// What stands before a pizza of an order's summary.
    pub(super) numbered: fn(order: usize, number: usize) -> String,
    /// Whether each pizza has its number in the order that it is of, whatever else is listed.
    pub(super) numbers_within_orders: bool,
    /// What number the first pizza of an order's summary has, where earlier summaries listed so many.
    pub(super) first_pizza: fn(order: usize, listed: usize) -> usize,
    /// The place in the list of ingredients where the name of one is looked up; none if its id is printed instead.
    pub(super) name_at: fn(place: usize, is_custom: bool) -> Option<usize>,
    /// What is shown for a place behind the list: nothing, where the program fails.
    pub(super) name_behind: Option<&'static str>,
    /// "A string agreeing with the sample run": whether it begins with the flavor.
    pub(super) names_flavor: bool,
    /// The same: whether ingredients follow those that are custom, or not.
    pub(super) names_ingredients: fn(is_custom: bool) -> bool,
    /// "A string agreeing with the sample run": the ingredients of a pizza in a summary.
    pub(super) described: fn(names: &[&str]) -> String,
    /// "If the user picks 5 (i.e. Custom) as the choice": whether ingredients are asked for.
    pub(super) asks_for_ingredients: fn(choice: usize) -> bool,
    /// "The user … picked any choice between 1 and 4": the place of that flavor in their list; none where there is no such place.
    pub(super) picked: fn(choice: usize) -> Option<usize>,
    /// The place in the list of ingredients that an id of a preset flavor has.
    pub(super) preset_place: fn(id: usize) -> usize,
    /// What becomes of a custom pizza for which no ingredients were typed when it is printed.
    pub(super) without_ingredients: WithoutIngredients,
    /// Only for Custom the ingredients that are selected are those of the pizza.
    pub(super) falls_through: bool,
}

/// How the answers to the three questions are read.
pub(super) struct Answers {
    pub(super) flavor: Reads,
    pub(super) ids: Reads,
    pub(super) more: Reads,
}

/// What is listed before ids are asked for.
pub(super) struct Listed {
    /// The first of so many ingredients.
    pub(super) ingredients: usize,
    /// Whether the line of the last one ends though it is not full.
    pub(super) ends_its_line: bool,
}

/// Where the list of ingredients is shown.
#[derive(PartialEq, Eq)]
pub(super) enum ListShown {
    WhereIdsAreAsked,
    AfterEachFlavor,
    BeforeEachFlavor,
    AfterThePrompt,
}

/// How often the menu is shown.
#[derive(PartialEq, Eq)]
pub(super) enum Menu {
    ForEachPizza,
    OncePerOrder,
    Once,
    /// For each but the first one of all.
    NotAtFirst,
    WithAHeading,
}

/// What becomes of the list of pizzas when an order ends.
#[derive(PartialEq, Eq)]
pub(super) enum PizzaList {
    NewForEachOrder,
    NewForEachPizza,
    SharedByAllOrders,
}

/// Whose the list of custom ingredients is.
#[derive(PartialEq, Eq)]
pub(super) enum CustomList {
    OwnForEachPizza,
    AddedTo,
    /// The same, over all orders.
    AddedToOverAllOrders,
    AddedToByEachPizza,
    AddedToPizzaBefore,
    SharedByAllPizzas,
    /// Presets have it, too.
    SharedByPresetsToo,
    /// An array that each custom pizza fills from its beginning, and of which it remembers only how many are its own.
    SharedArray,
    OneThatIsAddedTo,
    OneOfAllOrdersThatIsAddedTo,
}

/// How the ids of ingredients are read.
#[derive(PartialEq, Eq)]
pub(super) enum Ids {
    InALine,
    LinesUntilAnEmptyOne,
    /// Six of them, from as many lines as they take; where no number comes it is the last one again.
    AlwaysSix,
}

/// What becomes of pizzas without ingredients.
#[derive(PartialEq, Eq)]
pub(super) enum WithoutIngredients {
    ArePrinted,
    Fail,
}

/// When summaries are printed.
#[derive(PartialEq, Eq)]
pub(super) enum Summaries {
    AfterEachOrder,
    AfterAllOrders,
    AfterEachPizza,
    AfterEachPizzaAndOrder,
    Never,
}

impl Default for PizzaRules {
    fn default() -> Self {
        Self {
            orders: 3,
            order_id: |number| number,
            menu: Menu::ForEachPizza,
            is_enough: |reply| reply.trim().eq_ignore_ascii_case("n"),
            forgets_answer: true,
            list: PizzaList::NewForEachOrder,
            drops_flavors_again: false,
            place: |id| id - 1,
            least_id: 1,
            looks_up_at_once: false,
            listed: Listed { ingredients: INGREDIENTS.len(), ends_its_line: true },
            list_shown: ListShown::WhereIdsAreAsked,
            shown_id: |id| id,
            ids: Ids::InALine,
            split: |list| list.split_whitespace().map(String::from).collect(),
            reads: Answers { flavor: Reads::Line, ids: Reads::Line, more: Reads::Line },
            custom: |typed| typed,
            custom_list: CustomList::OwnForEachPizza,
            summaries: Summaries::AfterEachOrder,
            summary_id: |order, _| order,
            summarized: |pizzas| (0..pizzas).collect(),
            numbered: |_, number| format!("{number}. "),
            numbers_within_orders: false,
            first_pizza: |_, _| 1,
            name_at: |place, _| Some(place),
            name_behind: None,
            names_flavor: true,
            names_ingredients: |_| true,
            described: |names| names.join(", "),
            asks_for_ingredients: |choice| choice == FLAVORS.len(),
            picked: |choice| choice.checked_sub(1),
            preset_place: |id| id - 1,
            without_ingredients: WithoutIngredients::ArePrinted,
            falls_through: false,
        }
    }
}

/// How beginners get the rules wrong.
pub(crate) const BENDS: &[Bend<PizzaRules>] = &[
    Bend::new("only-one-order", |rules| rules.orders = 1),
    Bend::new("only-two-orders", |rules| rules.orders = 2),
    Bend::new("four-orders", |rules| rules.orders = 4),
    Bend::new("orders-numbered-from-0", |rules| rules.order_id = |number| number - 1),
    Bend::new("orders-numbered-from-2", |rules| rules.order_id = |number| number + 1),
    Bend::new("headings-of-orders-number-2-on", |rules| {
        (rules.order_id, rules.summary_id) = (|number| number + 1, |order, _| order - 1);
    }),
    Bend::new("headings-of-orders-numbered-from-0", |rules| {
        (rules.order_id, rules.summary_id) = (|number| number - 1, |order, _| order + 1);
    }),
    Bend::new("orders-always-number-0", |rules| rules.order_id = |_| 0),
    Bend::new("orders-always-number-1", |rules| rules.order_id = |_| 1),
    Bend::new("menu-once-per-order", |rules| rules.menu = Menu::OncePerOrder),
    Bend::new("no-menu-for-the-first-pizza", |rules| rules.menu = Menu::NotAtFirst),
    Bend::new("menu-once", |rules| rules.menu = Menu::Once),
    Bend::new("heading-for-each-pizza", |rules| rules.menu = Menu::WithAHeading),
    Bend::new("upper-case-goes-on", |rules| rules.is_enough = |reply| reply.trim() == "n"),
    Bend::new("blanks-go-on", |rules| rules.is_enough = |reply| reply.eq_ignore_ascii_case("n")),
    Bend::new("upper-case-and-blanks-go-on", |rules| rules.is_enough = |reply| reply == "n"),
    Bend::new("only-small-y-goes-on", |rules| rules.is_enough = |reply| reply != "y"),
    Bend::new("only-y-without-blanks-goes-on", |rules| {
        rules.is_enough = |reply| !reply.eq_ignore_ascii_case("y");
    }),
    Bend::new("y-ends-n-goes-on", |rules| rules.is_enough = |reply| !reply.trim().eq_ignore_ascii_case("n")),
    Bend::new("one-pizza-per-order", |rules| rules.is_enough = |_| true),
    Bend::new("no-answer-ends-an-order", |rules| rules.is_enough = |_| false),
    Bend::new("later-orders-empty", |rules| rules.forgets_answer = false),
    Bend::new("pizzas-of-all-orders", |rules| rules.list = PizzaList::SharedByAllOrders),
    Bend::new("summaries-of-all-orders", |rules| {
        (rules.list, rules.numbers_within_orders) = (PizzaList::SharedByAllOrders, true);
    }),
    Bend::new("ingredients-sorted", |rules| {
        rules.custom = |mut typed| {
            typed.sort_unstable();
            typed
        };
    }),
    Bend::new("ingredients-sorted-as-texts", |rules| {
        rules.custom = |mut typed| {
            typed.sort_by_key(ToString::to_string);
            typed
        };
    }),
    Bend::new("ingredients-reversed", |rules| rules.custom = |typed| typed.into_iter().rev().collect()),
    Bend::new("list-for-each-pizza", |rules| rules.list_shown = ListShown::AfterEachFlavor),
    Bend::new("list-before-each-flavor", |rules| rules.list_shown = ListShown::BeforeEachFlavor),
    Bend::new("list-after-the-prompt", |rules| rules.list_shown = ListShown::AfterThePrompt),
    Bend::new("ids-shown-from-0", |rules| rules.shown_id = |id| id - 1),
    Bend::new("last-ingredient-not-listed", |rules| rules.listed.ingredients -= 1),
    Bend::new("ingredients-listed-up-to-the-last-comma", |rules| {
        rules.listed = Listed { ingredients: INGREDIENTS.len() - 1, ends_its_line: false };
    }),
    Bend::new("ids-count-from-0", |rules| rules.place = |id| id),
    Bend::new("ids-count-from-0-looked-up-at-once", |rules| {
        (rules.place, rules.looks_up_at_once) = (|id| id, true);
    }),
    Bend::new("ids-count-from-0-and-none-at-the-end", |rules| {
        (rules.place, rules.name_behind) = (|id| id, Some(""));
    }),
    Bend::new("ids-count-from-0-and-null-at-the-end", |rules| {
        (rules.place, rules.name_behind) = (|id| id, Some("(null)"));
    }),
    Bend::new("ids-shown-and-counted-from-0", |rules| {
        (rules.shown_id, rules.place) = (|id| id - 1, |id| id);
    }),
    // A list that may be counted from its end has its last place before its first one.
    Bend::new("ids-count-from-2", |rules| {
        rules.place = |id| (id + INGREDIENTS.len() - 2) % INGREDIENTS.len();
    }),
    Bend::new("ids-count-from-2-and-1-fails", |rules| rules.place = from_2_or_outside),
    Bend::new("ids-count-from-2-and-1-fails-at-once", |rules| {
        (rules.place, rules.looks_up_at_once) = (from_2_or_outside, true);
    }),
    Bend::new("ids-line-not-read", |rules| {
        rules.reads = Answers { flavor: Reads::Word, ids: Reads::RestOfLine, more: Reads::Word };
    }),
    Bend::new("ids-line-not-read-answers-by-sign", |rules| {
        rules.reads = Answers { flavor: Reads::Word, ids: Reads::RestOfLine, more: Reads::Sign };
    }),
    Bend::new("line-after-flavor-not-read", |rules| {
        rules.reads = Answers { flavor: Reads::Word, ids: Reads::RestOfLine, more: Reads::RestOfLine };
    }),
    Bend::new("line-after-flavor-not-read-and-no-ids-fail", |rules| {
        rules.reads = Answers { flavor: Reads::Word, ids: Reads::RestOfLine, more: Reads::RestOfLine };
        rules.split = |list| list.trim().split(' ').map(String::from).collect();
    }),
    Bend::new("ids-split-at-commas", |rules| {
        rules.split = |line| line.split(',').map(|id| id.trim().to_string()).collect();
    }),
    Bend::new("ids-read-digit-by-digit", |rules| {
        rules.split = |list| digits(list).filter(|digit| *digit != '0').map(String::from).collect();
    }),
    Bend::new("ids-read-digit-by-digit-and-0-fails-in-the-summary", |rules| {
        rules.split = |list| digits(list).map(String::from).collect();
        rules.least_id = 0;
        rules.place = |id| id.checked_sub(1).unwrap_or(INGREDIENTS.len());
    }),
    // Where a list may be counted from its end, 0 is the id of its last ingredient.
    Bend::new("ids-read-digit-by-digit-0-too", |rules| {
        rules.split =
            |list| digits(list).map(|digit| if digit == '0' { "15".into() } else { digit.into() }).collect();
    }),
    Bend::new("rest-of-ids-is-the-answer", |rules| {
        rules.reads = Answers { flavor: Reads::Line, ids: Reads::Word, more: Reads::RestOfLine };
    }),
    Bend::new("one-id-a-line", |rules| rules.ids = Ids::LinesUntilAnEmptyOne),
    Bend::new("six-ids-always-read", |rules| {
        rules.ids = Ids::AlwaysSix;
        rules.reads = Answers { flavor: Reads::Word, ids: Reads::Word, more: Reads::Sign };
    }),
    Bend::new("first-ingredient-only", |rules| rules.custom = |typed| typed.into_iter().take(1).collect()),
    Bend::new("five-ingredients-only", |rules| rules.custom = |typed| typed.into_iter().take(5).collect()),
    Bend::new("ten-ingredients-only", |rules| rules.custom = |typed| typed.into_iter().take(10).collect()),
    Bend::new("first-ingredient-lost", |rules| rules.custom = |typed| typed.into_iter().skip(1).collect()),
    Bend::new("last-ingredient-lost", |rules| {
        rules.custom = |mut typed| {
            typed.pop();
            typed
        };
    }),
    Bend::new("custom-ingredients-added-up", |rules| rules.custom_list = CustomList::AddedTo),
    Bend::new("custom-ingredients-of-all-orders-added-up", |rules| {
        rules.custom_list = CustomList::AddedToOverAllOrders;
    }),
    Bend::new("ingredients-added-up", |rules| rules.custom_list = CustomList::AddedToByEachPizza),
    Bend::new("custom-added-to-pizza-before", |rules| rules.custom_list = CustomList::AddedToPizzaBefore),
    Bend::new("custom-ingredients-shared", |rules| rules.custom_list = CustomList::SharedByAllPizzas),
    Bend::new("ingredients-of-the-last-pizza-for-all", |rules| {
        rules.custom_list = CustomList::SharedByPresetsToo;
    }),
    Bend::new("custom-ingredients-in-one-array", |rules| rules.custom_list = CustomList::SharedArray),
    Bend::new("custom-ingredients-in-one-list", |rules| rules.custom_list = CustomList::OneThatIsAddedTo),
    Bend::new("custom-ingredients-of-all-orders-in-one-list", |rules| {
        rules.custom_list = CustomList::OneOfAllOrdersThatIsAddedTo;
    }),
    Bend::new("summaries-after-all-orders", |rules| rules.summaries = Summaries::AfterAllOrders),
    Bend::new("summary-after-each-pizza", |rules| rules.summaries = Summaries::AfterEachPizza),
    Bend::new("summary-after-each-pizza-too", |rules| rules.summaries = Summaries::AfterEachPizzaAndOrder),
    Bend::new("summary-of-the-next-order", |rules| rules.summary_id = |order, _| order + 1),
    Bend::new("summary-numbered-by-its-pizzas", |rules| rules.summary_id = |_, pizzas| pizzas),
    Bend::new("only-first-pizza-in-summary", |rules| {
        rules.summarized = |pizzas| (0..pizzas.min(1)).collect();
    }),
    Bend::new("flavors-once-in-summary", |rules| rules.drops_flavors_again = true),
    Bend::new("only-last-pizza-in-summary", |rules| rules.list = PizzaList::NewForEachPizza),
    Bend::new("only-last-pizza-in-summary-with-its-number", |rules| {
        (rules.list, rules.numbers_within_orders) = (PizzaList::NewForEachPizza, true);
    }),
    Bend::new("last-pizza-not-in-summary", |rules| {
        rules.summarized = |pizzas| (1..pizzas).map(|at| at - 1).collect();
    }),
    Bend::new("first-pizza-not-in-summary", |rules| rules.summarized = |pizzas| (1..pizzas).collect()),
    Bend::new("no-pizzas-in-summary", |rules| rules.summarized = |_| Vec::new()),
    Bend::new("no-summaries", |rules| rules.summaries = Summaries::Never),
    Bend::new("pizzas-not-numbered", |rules| rules.numbered = |_, _| String::new()),
    Bend::new("pizzas-have-the-number-of-the-order", |rules| {
        rules.numbered = |order, _| format!("{order}. ");
    }),
    Bend::new("pizzas-in-reverse", |rules| rules.summarized = |pizzas| (0..pizzas).rev().collect()),
    Bend::new("pizzas-always-number-1", |rules| rules.numbered = |_, _| "1. ".to_string()),
    Bend::new("pizzas-numbered-from-0", |rules| rules.first_pizza = |_, _| 0),
    Bend::new("numbers-go-on", |rules| rules.first_pizza = |_, listed| listed + 1),
    Bend::new("numbers-begin-with-that-of-the-order", |rules| rules.first_pizza = |order, _| order),
    Bend::new("names-one-further-in-summary", |rules| rules.name_at = |place, _| Some(place + 1)),
    Bend::new("names-one-further-in-summary-and-none-at-the-end", |rules| {
        (rules.name_at, rules.name_behind) = (|place, _| Some(place + 1), Some(""));
    }),
    Bend::new("names-one-further-in-summary-and-null-at-the-end", |rules| {
        (rules.name_at, rules.name_behind) = (|place, _| Some(place + 1), Some("(null)"));
    }),
    Bend::new("names-one-before-in-summary-and-none-at-the-start", |rules| {
        (rules.name_at, rules.name_behind) = (|place: usize, _| Some(place.wrapping_sub(1)), Some(""));
    }),
    Bend::new("names-one-before-in-summary", |rules| {
        rules.name_at = |place, _| Some((place + INGREDIENTS.len() - 1) % INGREDIENTS.len());
    }),
    Bend::new("flavors-not-in-summary", |rules| rules.names_flavor = false),
    Bend::new("no-ingredients-in-summary", |rules| rules.names_ingredients = |_| false),
    Bend::new("only-custom-ingredients-in-summary", |rules| rules.names_ingredients = |is_custom| is_custom),
    Bend::new("only-preset-ingredients-in-summary", |rules| rules.names_ingredients = |is_custom| !is_custom),
    Bend::new("ids-in-summary", |rules| rules.name_at = |_, _| None),
    Bend::new("custom-ids-in-summary", |rules| {
        rules.name_at = |place, is_custom| (!is_custom).then_some(place);
    }),
    Bend::new("last-ingredient-not-in-summary", |rules| {
        rules.described = |names| names[..names.len().saturating_sub(1)].join(", ");
    }),
    Bend::new("last-ingredient-not-in-summary-but-its-comma", |rules| {
        rules.described =
            |names| names[..names.len().saturating_sub(1)].iter().flat_map(|name| [name, ", "]).collect();
    }),
    Bend::new("ingredients-as-python-lists", |rules| {
        rules.described = |names| format!("['{}']", names.join("', '"));
    }),
    Bend::new("carbonara-falls-through", |rules| {
        (rules.asks_for_ingredients, rules.falls_through) = (|choice| choice >= 4, true);
    }),
    Bend::new("next-flavor-taken", |rules| rules.picked = next_flavor),
    Bend::new("next-flavor-taken-and-none-behind-the-last", |rules| {
        rules.picked = |choice| match choice {
            4 => None,
            _ => next_flavor(choice),
        };
    }),
    Bend::new("next-flavor-taken-and-the-last-not-printed", |rules| {
        rules.picked = next_flavor;
        rules.without_ingredients = WithoutIngredients::Fail;
    }),
    Bend::new("next-flavor-taken-and-none-behind-custom", |rules| {
        rules.picked = |choice| (choice < FLAVORS.len()).then_some(choice);
        rules.without_ingredients = WithoutIngredients::Fail;
    }),
    Bend::new("presets-one-further", |rules| rules.preset_place = |id| id),
    Bend::new("custom-asks-for-nothing", |rules| rules.asks_for_ingredients = |_| false),
    Bend::new("presets-ask-for-ingredients", |rules| rules.asks_for_ingredients = |_| true),
];

/// Returns the place of the flavor behind the one that was picked.
#[expect(clippy::unnecessary_wraps, reason = "by other rules there is none")]
fn next_flavor(choice: usize) -> Option<usize> {
    Some(choice.min(FLAVORS.len() - 1))
}

/// Returns the place of the ingredient before the one with this id; of the first one a place outside the list.
fn from_2_or_outside(id: usize) -> usize {
    id.checked_sub(2).unwrap_or(INGREDIENTS.len())
}

fn digits(list: &str) -> impl Iterator<Item = char> {
    list.chars().filter(char::is_ascii_digit)
}
