//! The rules of the pizza orders as conversations.

mod conversation;

use conversation::{hold, similar};
use reference::Ending;

/// The flavor menu.
const MENU: &str = "\
1. Hawaiian
2. Garden Feast
3. Meat Festival
4. Carbonara
5. Custom
";

/// The list of ingredients.
const LIST: &str = "\
1: Ham, 2: Sausage, 3: Bacon, 4: Beef, 5: Meatball
6: Spinach, 7: Olive, 8: Mushroom, 9: Tomato, 10: Eggplant
11: Garlic, 12: Cheese, 13: Pineapple, 14: Onion, 15: Caper
";

/// Checks the summary of a first order for which `typed` is typed.
#[track_caller]
fn check_summary(typed: &[&str], expected: &str) {
    let text = hold("pizza", &[], typed, &[]).to_string();
    let (_, summary) = text.split_once("summary:\n").expect("the order ends with a summary");
    let (pizzas, _) = summary.split_once("Pizza order 2").expect("a second order follows");
    similar(pizzas, expected);
}

#[test]
fn the_sample_run_of_the_text_is_held_word_by_word() {
    let expected = format!(
        "\
Pizza order 1:
{MENU}Select a flavor: <<1>>
Do you want more pizzas (y/n)? <<y>>
{MENU}Select a flavor: <<3>>
Do you want more pizzas (y/n)? <<n>>
Pizza order 1's summary:
1. Hawaiian (Ham, Pineapple)
2. Meat Festival (Sausage, Bacon, Beef, Meatball)
Pizza order 2:
{MENU}Select a flavor: <<4>>
Do you want more pizzas (y/n)? <<y>>
{MENU}Select a flavor: <<5>>
{LIST}Select id's of ingredients: <<3 5 7 10 12 15>>
Do you want more pizzas (y/n)? <<y>>
{MENU}Select a flavor: <<5>>
{LIST}Select id's of ingredients: <<4 6 8 9 11 13>>
Do you want more pizzas (y/n)? <<n>>
Pizza order 2's summary:
1. Carbonara (Bacon, Cheese)
2. Custom (Bacon, Meatball, Olive, Eggplant, Cheese, Caper)
3. Custom (Beef, Spinach, Mushroom, Tomato, Garlic, Pineapple)
Pizza order 3:
{MENU}Select a flavor: <<2>>
Do you want more pizzas (y/n)? <<n>>
Pizza order 3's summary:
1. Garden Feast (Spinach, Olive, Mushroom, Tomato, Eggplant)
"
    );
    let typed = "1 y 3 n 4 y 5 + y 5 + n 2 n".split(' ');
    let mut lists = ["3 5 7 10 12 15", "4 6 8 9 11 13"].into_iter();
    let typed: Vec<_> =
        typed.map(|word| if word == "+" { lists.next().unwrap_or_default() } else { word }).collect();
    similar(&hold("pizza", &[], &typed, &[]).to_string(), &expected);
    assert_eq!(hold("pizza", &[], &typed, &[]).ending, Ending::Finished);
}

#[test]
fn the_first_question_follows_the_menu() {
    let text = hold("pizza", &[], &[], &[]).to_string();
    similar(&text, &format!("Pizza order 1:\n{MENU}Select a flavor: "));
}

#[test]
fn an_order_begins_once_and_the_menu_before_every_pizza() {
    let text = hold("pizza", &[], &["1", "y", "2", "y", "3"], &[]).to_string();
    assert_eq!(text.matches("Pizza order 1:").count(), 1);
    assert_eq!(text.matches(MENU).count(), 3);
}

#[test]
fn every_preset_flavor_has_its_ingredients() {
    check_summary(
        &["1", "y", "2", "y", "3", "y", "4", "n"],
        "\
1. Hawaiian (Ham, Pineapple)
2. Garden Feast (Spinach, Olive, Mushroom, Tomato, Eggplant)
3. Meat Festival (Sausage, Bacon, Beef, Meatball)
4. Carbonara (Bacon, Cheese)
",
    );
}

#[test]
fn only_custom_lists_the_ingredients() {
    for flavor in ["1", "2", "3", "4"] {
        assert!(!hold("pizza", &[], &[flavor], &[]).to_string().contains("1: Ham"), "flavor {flavor}");
    }
    assert!(
        hold("pizza", &[], &["5"], &[]).to_string().ends_with(&format!("{LIST}Select id's of ingredients: "))
    );
}

#[test]
fn one_ingredient_has_no_comma() {
    check_summary(&["5", "14", "n"], "1. Custom (Onion)\n");
}

#[test]
fn all_fifteen_ingredients_may_be_chosen() {
    check_summary(
        &["5", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "n"],
        "1. Custom (Ham, Sausage, Bacon, Beef, Meatball, Spinach, Olive, Mushroom, Tomato, Eggplant, \
         Garlic, Cheese, Pineapple, Onion, Caper)\n",
    );
}

#[test]
fn ingredients_keep_the_order_in_which_they_were_typed() {
    check_summary(&["5", "15 1 7", "n"], "1. Custom (Caper, Ham, Olive)\n");
}

#[test]
fn several_customs_stay_separate_and_presets_unchanged() {
    check_summary(
        &["5", "1", "y", "5", "2 3", "y", "1", "y", "5", "4", "n"],
        "1. Custom (Ham)\n2. Custom (Sausage, Bacon)\n3. Hawaiian (Ham, Pineapple)\n4. Custom (Beef)\n",
    );
}

#[test]
fn only_n_ends_an_order_in_any_case_and_with_blanks_around() {
    for end in ["n", "N", " n", "n ", " n ", "  N  "] {
        let text = hold("pizza", &[], &["1", end], &[]).to_string();
        assert!(text.contains("Pizza order 1's summary:\n1. Hawaiian"), "{end:?} ends the order");
    }
    for more in ["y", "Y", " y", "y ", " Y "] {
        let text = hold("pizza", &[], &["1", more], &[]).to_string();
        let again = format!("<<{more}>>\n{MENU}Select a flavor: ");
        assert!(text.ends_with(&again), "{more:?} asks for another pizza");
    }
}

#[test]
fn numbering_restarts_with_every_order() {
    let text = hold("pizza", &[], &["1", "y", "1", "n", "4", "n"], &[]).to_string();
    assert!(text.contains("Pizza order 2's summary:\n1. Carbonara (Bacon, Cheese)\n"), "{text}");
}

#[test]
fn there_are_three_orders() {
    let typed = ["1", "n", "2", "n", "3", "n"];
    assert_eq!(hold("pizza", &[], &typed, &[]).ending, Ending::Finished);
    assert!(matches!(hold("pizza", &[], &typed[..4], &[]).ending, Ending::Asks { question: "flavor", .. }));
}

#[test]
fn what_is_no_id_fails_as_a_program_without_validation_does() {
    for (typed, value) in
        [(vec!["6"], "1 to 5: '6'"), (vec![""], "1 to 5: ''"), (vec!["5", "0"], "1 to 15: '0'")]
    {
        let text = hold("pizza", &[], &typed, &[]).to_string();
        assert!(text.ends_with(&format!("ValueError: no number from {value}\n")), "{text}");
    }
}
