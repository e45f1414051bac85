//! What can be bent in Little Battle.

use super::army::Resource::{self, Food, Gold, Wood};
use super::army::{Army, ArmyKind, BattlePlayer};
use super::board::{Position, home_and_neighbours, neighbours};
use super::config::Check;
use super::march::INVALID_MOVE;
use super::recruit::{INVALID, NOT_THERE};
use super::{ASIDES, FIRST_YEAR, LEAVING};
use crate::bends::{Bend, exchanged};

/// What is as somebody else's program shows it.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is shown, and followed, by itself")]
pub(super) struct BattleShown {
    /// Which places are accepted for a new army.
    pub(super) recruited: bool,
    /// Which moves are accepted, and where they go.
    pub(super) moved: bool,
    /// How a fight ends.
    pub(super) fights: bool,
    /// Where the armies are that may move.
    pub(super) places: bool,
    /// Which armies may move.
    pub(super) armies: bool,
    /// What a player has in the first turn,
    pub(super) first_assets: bool,
    /// after an army was recruited,
    pub(super) paid_assets: bool,
    /// and at the start of a later turn.
    pub(super) later_assets: bool,
}

/// The rules as the text has them, unless they are bent.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one sentence of the text, which holds or does not"
)]
pub(crate) struct BattleRules {
    /// "Frame: 5x5 # widthxheight".
    pub(super) frame: fn(written: (usize, usize)) -> (usize, usize),
    /// "Width and height should range from 5 to 7": whether one of them is enough.
    pub(super) one_right_side_is_enough: bool,
    /// "Width and height should be between [5, 7]."
    pub(super) largest: usize,
    /// The same, of the smallest.
    pub(super) smallest: usize,
    /// "Check from the second line to the last line", in this order.
    pub(super) checks: &'static [Check],
    /// "If a position appeared multiple times": whether that is looked for across the lines, too.
    pub(super) duplicates_across_lines: bool,
    /// What is there then.
    pub(super) of_duplicates: OfDuplicates,
    /// "A position that is out of the map".
    pub(super) on_map: fn(at: Position, size: (usize, usize)) -> bool,
    /// "Omit the category if no unit in that category."
    pub(super) omits_empty_categories: bool,
    /// Whether the map can be drawn where something lies off it, which happens by bent rules only.
    pub(super) draws_with_something_off: bool,
    /// "Home bases (1, 1), (width-2, height-2), and the surrounding positions".
    pub(super) kept_free: fn(home: Position) -> Vec<Position>,
    /// "From 5x5 to 7x7 with the same pattern": for how many columns the numbers above the map and its edges are drawn.
    pub(super) drawn_columns: fn(width: usize) -> usize,
    /// The same: how columns are numbered.
    pub(super) column_number: fn(column: usize) -> String,
    /// "Home bases (1, 1), (width-2, height-2)".
    pub(super) second_home: fn(size: (usize, usize)) -> Position,
    /// "Position": where the water and the resources of a configuration file are put.
    pub(super) put_at: fn(at: Position) -> Position,
    /// "Display the map": which cell stands where.
    pub(super) drawn_at: fn(at: Position) -> Position,
    /// "For each turn of player X … Print -Year X-".
    pub(super) tells_year_to: fn(player: BattlePlayer) -> bool,
    /// "Each player initially has 2W, 2F and 2G": whose these are.
    pub(super) purse_of: fn(player: BattlePlayer) -> BattlePlayer,
    /// "Go back to step 5-f" after a move.
    pub(super) moves_more: bool,
    /// "X start from 617, and it should increment after both players finished their turn".
    pub(super) year: fn(year: u32, player: BattlePlayer) -> u32,
    /// "S/A/K/T": everything is case-sensitive.
    pub(super) letter: fn(question: &str, reply: &str) -> String,
    /// "Enter 'NO' to end this stage": which answer to a question does.
    pub(super) ends_stage: fn(question: &str, reply: &str) -> bool,
    /// "You has recruited a Spearman.": how its kind is called.
    pub(super) recruited: fn(kind: ArmyKind) -> &'static str,
    /// "We lost the army Spearman due to your command!": the same.
    pub(super) lost_told_as: fn(kind: ArmyKind) -> &'static str,
    /// "The army Spearman captured the enemy's capital.": the same.
    pub(super) capture_told_as: fn(kind: ArmyKind) -> &'static str,
    /// "We collected 2 Wood.": how the resource is called.
    pub(super) collected_told_as: fn(resource: Resource) -> &'static str,
    /// "Go back to the question": which answer ends the stage instead.
    pub(super) ends_by: EndsBy,
    /// "Player 1's turn", then that of player 2.
    pub(super) turns: [BattlePlayer; 2],
    /// "[Your Asset: Wood - 2 Food - 2 Gold - 2]": of which resource the number behind each name is.
    pub(super) shown_as: fn(resource: Resource) -> Resource,
    /// "Unoccupied x y next to the home base".
    pub(super) places: fn(home: Position) -> Vec<Position>,
    /// "Next to the home base": whose.
    pub(super) places_at: fn(player: BattlePlayer) -> BattlePlayer,
    /// The same, where a place is asked: whether it is looked at at all.
    pub(super) places_are: PlacesAre,
    /// "Go to step 5-c for more recruitments", where the assets are printed.
    pub(super) asset_after_recruiting: bool,
    /// "Two integers as format 'x y'": which place is meant.
    pub(super) place_meant: fn(named: Position) -> Position,
    /// "Unoccupied": by whose armies a place is taken.
    pub(super) occupied_by: OccupiedBy,
    /// "Unoccupied": what becomes of an army in whose place one of this kind is recruited.
    pub(super) army_that_stood: fn(Army, ArmyKind) -> Option<Army>,
    /// "If insufficient resources to recruit any units".
    pub(super) recruiting: Recruiting,
    /// "Go to step 5-d-i": what is asked again after a place that cannot be taken.
    pub(super) place_refused: PlaceRefused,
    /// "Go to step 5-d-i": after which commands a type is asked for instead.
    pub(super) leave_places: &'static [&'static str],
    /// The same: whether the assets are shown before.
    pub(super) asset_after_places: bool,
    /// "Recruit the army": whether a place that is refused costs as much as an army.
    pub(super) refused_places_cost: bool,
    /// "You must place your newly recruited unit in an unoccupied position next to your home base. Try again."
    pub(super) wrong_place: &'static str,
    /// "DIS, display the map", without what is said of the command at the start.
    pub(super) map: Asides,
    /// "At any time": whether a question knows a command.
    pub(super) knows: fn(question: &str, command: &str) -> bool,
    /// "PRIS, print the prices", likewise.
    pub(super) prices: Asides,
    /// "Go back to step 5-d", not to 5-c: whether the assets are shown again after a command.
    pub(super) asset_after_commands: bool,
    /// The same after an answer that is refused.
    pub(super) asset_after_refusals: bool,
    /// "Recruit Prices": the kind of army that has another price, and that one.
    pub(super) wrong_price: Option<(ArmyKind, &'static [Resource])>,
    /// The same: the kind of army whose price another one has.
    pub(super) priced_as: fn(kind: ArmyKind) -> ArmyKind,
    /// "Insufficient resources": how many of a resource are enough to pay one.
    pub(super) is_enough: fn(left: i64) -> bool,
    /// "Insufficient resources": the kind of army for which other resources are looked up than it costs, and those.
    pub(super) wrong_look: Option<(ArmyKind, &'static [Resource])>,
    /// The same: which of the resources have to be there.
    pub(super) needed: Needed,
    /// The same: whether that is told when the type of an army is chosen, or only when its place is.
    pub(super) tells_of_prices: TellsOfPrices,
    /// "No place to recruit new armies.": when a player is told so, by bent rules.
    pub(super) has_no_place: Option<HasNoPlace>,
    /// "Apply the cost".
    pub(super) pays: bool,
    /// "Go to step 5-c for more recruitments."
    pub(super) recruits_again: bool,
    /// "Go to step 5-e" after recruiting: whether an army can move in the turn in which it was recruited.
    pub(super) new_armies_move: bool,
    /// "Spearman: (x1, y1), (x2, y2)", and below it the other types, in the order of the text.
    pub(super) listed: [ArmyKind; 4],
    /// "It shows the positions of your armies that haven't moved in this stage".
    pub(super) moved: Moved,
    /// "If Player X has no units to move": whose are looked for.
    pub(super) looked_for: LookedFor,
    /// "Print Invalid move. Try again.": what is said of a move that is refused.
    pub(super) wrong_move: &'static str,
    /// "Go to step 5-f" after a move that is refused, where the armies are listed.
    pub(super) asked_again: AskedAgain,
    /// "The army cannot move outside of the game map": the width and height that it has for moves.
    pub(super) bounds: fn(size: (usize, usize)) -> (usize, usize),
    /// "To represent move unit from (x0, y0) to (x1, y1)".
    pub(super) arrival: fn(from: Position, to: Position) -> Position,
    /// "Each army can move along four directions, including north, east, south, and west."
    pub(super) path: fn(across: (usize, usize)) -> bool,
    /// "Move one step": how many steps are the least.
    pub(super) least_steps: fn(kind: ArmyKind) -> usize,
    /// "Spearman (S), Archer (A), and Knight (K) can move one step in each turn while Scout (T) can move up to two steps".
    pub(super) reach: fn(kind: ArmyKind) -> usize,
    /// "Scout (T) can pass its own commander's another army or home base to reach the second step."
    pub(super) passes_own: bool,
    /// The same: whether it can go to the second step where an army of the enemy stands on the first one, which it fights.
    pub(super) passes_enemies: bool,
    /// The same of the own home base.
    pub(super) passes_own_home: bool,
    /// "The army cannot move to its commander's other armies or home base".
    pub(super) enters_own_home: bool,
    /// The same: whether it is shown there instead of the home base.
    pub(super) armies_cover_homes: bool,
    /// "If an army moves to the enemy's home base": whether it may.
    pub(super) enters_enemy_home: bool,
    /// "If an army moves to water": whether it may.
    pub(super) enters_water: bool,
    /// "It will disappear": what becomes of an army that is lost.
    pub(super) lost_armies: LostArmies,
    /// "The enemy army … disappears": whether it does where it is defeated,
    pub(super) beaten_armies: BeatenArmies,
    /// and whether it does, too, where it wins.
    pub(super) enemies_always_disappear: bool,
    /// The same of the other armies.
    pub(super) enters_own_armies: bool,
    /// "Although Scout (T) can move up to two steps, something in-between may destroy it."
    pub(super) on_the_way: OnTheWay,
    /// "It still should be (x1, y1) even if the Scout (T) died in between": which cell is said to be where a scout went that dies on the way.
    pub(super) dead_scouts: DeadScouts,
    /// "Print an empty line and You have moved ... behave as Move Results".
    pub(super) move_told: MoveTold,
    /// "If an army moves to water or a counter enemy, it will disappear."
    pub(super) drowns: bool,
    /// Who makes whom disappear.
    pub(super) counters: fn(one: ArmyKind, other: ArmyKind) -> bool,
    /// "Great! We defeated the enemy": where the army is then.
    pub(super) winner: FightWinner,
    /// "If an army moves to an enemy with the same type, both it and the enemy will disappear."
    pub(super) equals: Equals,
    /// "We collected 2 …".
    pub(super) collected: i64,
    /// What of that is added to the assets.
    pub(super) added: fn(collected: i64, resource: Resource) -> i64,
    /// To which assets that is added: "We collected 2 Wood."
    pub(super) added_to: fn(resource: Resource) -> &'static [Resource],
    /// "Good. We collected 2 Wood.": the resource that is told as another one, and that one.
    pub(super) told_as: Option<(Resource, Resource)>,
    /// "If an army moves to a resource, the resource will disappear".
    pub(super) resources: Resources,
    /// "If an army moves to the enemy's home base": whose home that is.
    pub(super) captured_home: fn(player: BattlePlayer) -> BattlePlayer,
    /// "If an army moves to the enemy's home base (or a Scout (T) passes the enemy's home)".
    pub(super) captures_by_passing: bool,
    /// "Congratulation!", and the end of the game.
    pub(super) victory_ends: bool,
    /// What is as somebody else's program shows it.
    pub(super) as_shown: BattleShown,
    /// "Unified the country in <year>."
    pub(super) year_of_victory: fn(year: u32) -> u32,
    /// "QUIT, DIS, or PRIS will be treated as the commander's name.": whether such a name is obeyed instead.
    pub(super) obeyed_as_names: fn(name: &str) -> bool,
}

/// What is at a position that stands on two lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OfDuplicates {
    Last,
    First,
    /// Of two resources the last one.
    Water,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OccupiedBy {
    AnyArmy,
    OwnArmies,
    Nobody,
    /// By any army where it is looked whether there is a place, and by none when one is asked.
    AnyArmyUntilAPlaceIsAsked,
}

/// Which answer ends a stage though it is to be refused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EndsBy {
    NoRefusedAnswer,
    InvalidType,
    InsufficientResources,
    InvalidMove,
}

/// Which cells a new army may be placed on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlacesAre {
    BesideTheHome,
    /// Those of the map on which no army stands.
    FreeCells,
    /// The same, on the map or off it.
    Anywhere,
}

/// What is asked after a place that cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceRefused {
    AsksForAPlace,
    AsksForAType,
}

/// Whose armies that have not moved keep a stage going.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LookedFor {
    Own,
    Any,
    OwnMovedOrNot,
}

/// What is printed before another move is read in the place of an invalid one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AskedAgain {
    WithArmies,
    WithoutArmies,
    Silently,
}

/// What becomes of an army that has moved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    RestsUntilNextTurn,
    MovesAgain,
    MovesAgainIfScout,
    MovesAgainAfterTwoSteps,
    MovesAgainUnlisted,
    RestsListed,
    RestsForEver,
    LeavesItsShadow,
}

/// What becomes of an army that is lost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LostArmies {
    Disappear,
    StayWhereTheyWere,
    StayIfInWater,
    StayIfDefeated,
    GoOnThroughWater,
    LeaveTheirShadows,
}

/// What becomes of an army that is defeated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BeatenArmies {
    Disappear,
    StayInTheList,
    StayOnTheMap,
}

/// What happens on the first of two steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OnTheWay {
    Everything,
    NothingCollected,
    OnlyDrowns,
    Nothing,
}

/// Which cell is said to be where a scout went that dies on the way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeadScouts {
    WhereTheyWereSent,
    WhereTheyDied,
}

/// When it is told that an army has moved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveTold {
    First,
    /// After what was collected, fought or lost.
    AfterItsResults,
    /// Not where the game ends.
    AfterItsResultsIfTheGameGoesOn,
}

/// What becomes of two armies of the same kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Equals {
    BothDisappear,
    EnemyDisappears,
    ArmyDisappears,
    BothAreSaidToDisappear,
    /// The enemy does, and the other one is only said to.
    EnemyDisappearsBothAreSaidTo,
    /// Both are said to, and the army is still where it was.
    EnemyDisappearsAndTheArmyStays,
}

/// What an army does that has won a fight.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FightWinner {
    Arrives,
    StaysWhereItWas,
}

/// When a player is told that an army cannot be paid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TellsOfPrices {
    WithTheType,
    /// Then a type is asked for again,
    AfterThePlace,
    /// or the place is, for ever.
    ForEver,
}

/// What a player needs to recruit anything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Recruiting {
    NeedsOneArmyThatCanBePaid,
    /// A place is looked for before that.
    NeedsAPlaceFirst,
    NeedsEveryResource,
    NeedsAnyResource,
    NeedsTwoResources,
    GoesOnWithoutResources,
    NeedsNothing,
}

/// What `DIS` and `PRIS` print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asides {
    Plain,
    WithTheirHint,
    /// With the empty line, too, that the start has behind the hint.
    AsAtTheStart,
}

/// Which resources have to be there to pay for an army.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Needed {
    AllOfThePrice,
    OneOfThePrice,
    /// One of all three: of what the army does not cost there is always as much as 0.
    OneOfAll,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Resources {
    Disappear,
    Stay,
}

impl BattleRules {
    /// Gives a kind of army another price.
    fn misprice(&mut self, kind: ArmyKind, price: &'static [Resource]) {
        self.wrong_price = Some((kind, price));
    }

    /// Looks up other resources than a kind of army costs.
    fn look_up(&mut self, kind: ArmyKind, instead: &'static [Resource]) {
        self.wrong_look = Some((kind, instead));
    }

    /// Returns which resources have to be there for an army.
    pub(super) fn looked_up(&self, kind: ArmyKind) -> &'static [Resource] {
        instead(self.wrong_look, kind).unwrap_or(self.cost(kind))
    }

    /// Returns what an army costs: one of each of these.
    pub(super) fn cost(&self, kind: ArmyKind) -> &'static [Resource] {
        instead(self.wrong_price, kind).unwrap_or((self.priced_as)(kind).cost())
    }
}

/// Returns what stands in the place of something, if it is the one in whose place something stands.
pub(super) fn instead<K: PartialEq + Copy, V>(wrong: Option<(K, V)>, of: K) -> Option<V> {
    wrong.filter(|(wrong, _)| *wrong == of).map(|(_, instead)| instead)
}

impl Default for BattleRules {
    fn default() -> Self {
        Self {
            frame: |written| written,
            one_right_side_is_enough: false,
            largest: 7,
            smallest: 5,
            checks: &Check::ALL,
            duplicates_across_lines: true,
            of_duplicates: OfDuplicates::Last,
            on_map: |(x, y), (width, height)| x < width && y < height,
            draws_with_something_off: false,
            omits_empty_categories: true,
            kept_free: home_and_neighbours,
            drawn_columns: |width| width,
            column_number: |column| format!("{column:02}"),
            second_home: |(width, height)| (width - 2, height - 2),
            put_at: |at| at,
            drawn_at: |at| at,
            tells_year_to: |_| true,
            purse_of: |player| player,
            moves_more: true,
            year: |year, _| year,
            letter: |_, reply| reply.to_string(),
            ends_stage: |_, reply| reply == "NO",
            recruited: ArmyKind::name,
            lost_told_as: ArmyKind::name,
            capture_told_as: ArmyKind::name,
            collected_told_as: Resource::name,
            ends_by: EndsBy::NoRefusedAnswer,
            turns: BattlePlayer::BOTH,
            shown_as: |resource| resource,
            places: neighbours,
            places_at: |player| player,
            places_are: PlacesAre::BesideTheHome,
            asset_after_recruiting: true,
            place_meant: |named| named,
            occupied_by: OccupiedBy::AnyArmy,
            army_that_stood: |army, _| Some(army),
            recruiting: Recruiting::NeedsOneArmyThatCanBePaid,
            place_refused: PlaceRefused::AsksForAPlace,
            leave_places: &[],
            asset_after_places: false,
            refused_places_cost: false,
            wrong_place: NOT_THERE,
            wrong_move: INVALID_MOVE,
            map: Asides::Plain,
            knows: |_, _| true,
            prices: Asides::Plain,
            asset_after_commands: false,
            asset_after_refusals: false,
            wrong_price: None,
            priced_as: |kind| kind,
            is_enough: |left| left > 0,
            wrong_look: None,
            needed: Needed::AllOfThePrice,
            tells_of_prices: TellsOfPrices::WithTheType,
            has_no_place: None,
            pays: true,
            recruits_again: true,
            new_armies_move: true,
            listed: ArmyKind::ALL,
            moved: Moved::RestsUntilNextTurn,
            looked_for: LookedFor::Own,
            asked_again: AskedAgain::WithArmies,
            bounds: |size| size,
            arrival: |_, to| to,
            path: |(across, down)| (across == 0) != (down == 0),
            least_steps: |_| 1,
            reach: |kind| reach_with(kind, ArmyKind::Scout),
            passes_own: true,
            passes_enemies: true,
            passes_own_home: true,
            enters_own_home: false,
            armies_cover_homes: false,
            enters_enemy_home: true,
            enters_water: true,
            lost_armies: LostArmies::Disappear,
            beaten_armies: BeatenArmies::Disappear,
            enemies_always_disappear: false,
            enters_own_armies: false,
            on_the_way: OnTheWay::Everything,
            dead_scouts: DeadScouts::WhereTheyWereSent,
            move_told: MoveTold::First,
            drowns: true,
            counters: ArmyKind::counters,
            winner: FightWinner::Arrives,
            equals: Equals::BothDisappear,
            collected: 2,
            added: |collected, _| collected,
            added_to: Resource::alone,
            told_as: None,
            resources: Resources::Disappear,
            captured_home: BattlePlayer::enemy,
            captures_by_passing: true,
            victory_ends: true,
            as_shown: BattleShown::default(),
            year_of_victory: |year| year,
            obeyed_as_names: |_| false,
        }
    }
}

/// Returns whether one kind counters the other, where it is the other way round for these two.
fn with_reversed(one: ArmyKind, other: ArmyKind, two: [ArmyKind; 2]) -> bool {
    if two.contains(&one) && two.contains(&other) { other.counters(one) } else { one.counters(other) }
}

/// Returns whether a position is on the map, or one step to the right of it or below it.
fn is_at_most_one_off((x, y): Position, (width, height): (usize, usize)) -> bool {
    x <= width && y <= height
}

/// Returns whether a position was written without a negative number, which is taken for one far off every map.
fn is_no_negative_number((x, y): Position) -> bool {
    x.max(y) < super::config::NEGATIVE
}

/// Returns how far an army goes where scouts and one more kind go two steps.
fn reach_with(kind: ArmyKind, as_far: ArmyKind) -> usize {
    if kind == ArmyKind::Scout || kind == as_far { 2 } else { 1 }
}

/// The checks of a configuration but for that of duplicate positions.
const WITHOUT_DUPLICATES: [Check; 4] = [Check::Integers, Check::Even, Check::OnMap, Check::HomesFree];

/// Returns the eight cells around a home base.
fn all_around(home: Position) -> Vec<Position> {
    let near = neighbours(home);
    let around = near.iter().flat_map(|at| neighbours(*at)).filter(|at| is_beside(*at, home));
    near.iter().copied().chain(around).collect()
}

/// Whether a player with this home base is told that there is no place, where `is_taken` tells whether a place is.
pub(super) type HasNoPlace = fn(home: Position, is_taken: &dyn Fn(Position) -> bool) -> bool;

/// Returns a reply in capital letters, unless that is a command.
fn capitals(reply: &str) -> String {
    let upper = reply.to_uppercase();
    if ASIDES.iter().chain(LEAVING).any(|command| *command == upper) { reply.to_string() } else { upper }
}

/// How beginners get the rules wrong.
pub(crate) const BENDS: &[Bend<BattleRules>] = &[
    Bend::new("height-before-width", |rules| rules.frame = |(width, height)| (height, width)),
    Bend::new("frames-with-one-right-side", |rules| rules.one_right_side_is_enough = true),
    Bend::new("frames-of-4", |rules| rules.smallest = 4),
    Bend::new("frames-of-8", |rules| rules.largest = 8),
    Bend::new("frames-of-7-refused", |rules| rules.largest = 6),
    Bend::new("odd-before-non-integers", |rules| {
        rules.checks = &[Check::Even, Check::Integers, Check::OnMap, Check::HomesFree, Check::Unique];
    }),
    Bend::new("duplicates-before-homes", |rules| {
        rules.checks = &[Check::Integers, Check::Even, Check::OnMap, Check::Unique, Check::HomesFree];
    }),
    Bend::new("homes-before-map", |rules| {
        rules.checks = &[Check::Integers, Check::Even, Check::HomesFree, Check::OnMap, Check::Unique];
    }),
    Bend::new("duplicates-checked-within-lines", |rules| rules.duplicates_across_lines = false),
    Bend::new("duplicates-checked-within-lines-first-is-there", |rules| {
        (rules.duplicates_across_lines, rules.of_duplicates) = (false, OfDuplicates::First);
    }),
    Bend::new("duplicates-checked-within-lines-water-is-there", |rules| {
        (rules.duplicates_across_lines, rules.of_duplicates) = (false, OfDuplicates::Water);
    }),
    Bend::new("duplicates-unchecked", |rules| rules.checks = &WITHOUT_DUPLICATES),
    Bend::new("duplicates-unchecked-first-is-there", |rules| {
        (rules.checks, rules.of_duplicates) = (&WITHOUT_DUPLICATES, OfDuplicates::First);
    }),
    Bend::new("duplicates-unchecked-water-is-there", |rules| {
        (rules.checks, rules.of_duplicates) = (&WITHOUT_DUPLICATES, OfDuplicates::Water);
    }),
    Bend::new("map-one-too-large", |rules| rules.on_map = is_at_most_one_off),
    Bend::new("map-one-too-large-and-drawn", |rules| {
        rules.on_map = is_at_most_one_off;
        rules.draws_with_something_off = true;
    }),
    Bend::new("any-position-accepted", |rules| rules.on_map = |at, _| is_no_negative_number(at)),
    Bend::new("any-position-accepted-and-drawn", |rules| {
        rules.on_map = |at, _| is_no_negative_number(at);
        rules.draws_with_something_off = true;
    }),
    Bend::new("only-homes-kept-free", |rules| rules.kept_free = |home| vec![home]),
    Bend::new("only-first-home-kept-free", |rules| {
        rules.kept_free = |home| if home == (1, 1) { home_and_neighbours(home) } else { Vec::new() };
    }),
    Bend::new("only-second-home-kept-free", |rules| {
        rules.kept_free = |home| if home == (1, 1) { Vec::new() } else { home_and_neighbours(home) };
    }),
    Bend::new("only-neighbours-kept-free", |rules| rules.kept_free = neighbours),
    Bend::new("map-edges-and-numbers-of-5-columns", |rules| rules.drawn_columns = |_| 5),
    Bend::new("column-numbers-of-one-digit", |rules| rules.column_number = |column| column.to_string()),
    Bend::new("column-numbers-after-a-blank", |rules| rules.column_number = |column| format!("{column:2}")),
    Bend::new("second-home-fixed", |rules| rules.second_home = |_| (3, 3)),
    Bend::new("second-home-in-the-corner", |rules| {
        rules.second_home = |(width, height)| (width - 1, height - 1);
    }),
    Bend::new("second-home-turned-round", |rules| {
        rules.second_home = |(width, height)| (height - 2, width - 2);
    }),
    Bend::new("map-loaded-turned-round", |rules| rules.put_at = |(x, y)| (y, x)),
    Bend::new("map-drawn-turned-round", |rules| rules.drawn_at = |(x, y)| (y, x)),
    Bend::new("player-2-begins", |rules| rules.turns = [BattlePlayer::Two, BattlePlayer::One]),
    Bend::new("year-per-player", |rules| {
        rules.year = |year, player| 2 * year - FIRST_YEAR + u32::from(player == BattlePlayer::Two);
    }),
    Bend::new("year-before-player-1-only", |rules| {
        rules.tells_year_to = |player| player == BattlePlayer::One;
    }),
    Bend::new("no-in-any-letter-case", |rules| {
        rules.letter =
            |_, reply| if reply.eq_ignore_ascii_case("NO") { "NO".to_string() } else { reply.to_string() };
    }),
    Bend::new("small-no-ends-recruiting", |rules| {
        rules.ends_stage = |question, reply| reply == if question == "recruit" { "no" } else { "NO" };
    }),
    Bend::new("small-no-ends-both-stages", |rules| rules.ends_stage = |_, reply| reply == "no"),
    Bend::new("no-refused-while-recruiting", |rules| {
        rules.ends_stage = |question, reply| question != "recruit" && reply == "NO";
    }),
    Bend::new("no-refused-while-moving", |rules| {
        rules.ends_stage = |question, reply| question != "move" && reply == "NO";
    }),
    Bend::new("no-refused", |rules| rules.ends_stage = |_, _| false),
    Bend::new("any-letter-case", |rules| rules.letter = |_, reply| reply.to_uppercase()),
    Bend::new("any-letter-case-when-recruiting", |rules| {
        rules.letter =
            |question, reply| if question == "recruit" { reply.to_uppercase() } else { reply.to_string() };
    }),
    Bend::new("any-letter-case-but-for-commands", |rules| rules.letter = |_, reply| capitals(reply)),
    Bend::new("any-letter-case-when-recruiting-but-for-commands", |rules| {
        rules.letter =
            |question, reply| if question == "recruit" { capitals(reply) } else { reply.to_string() };
    }),
    Bend::new("asset-told-once-a-stage", |rules| rules.asset_after_recruiting = false),
    Bend::new("placed-on-any-free-cell", |rules| rules.places_are = PlacesAre::FreeCells),
    Bend::new("placed-anywhere", |rules| rules.places_are = PlacesAre::Anywhere),
    Bend::new("lost-told-by-letter", |rules| rules.lost_told_as = ArmyKind::letter),
    Bend::new("capture-told-by-letter", |rules| rules.capture_told_as = ArmyKind::letter),
    Bend::new("resources-told-by-letter", |rules| {
        rules.collected_told_as = |resource| match resource {
            Wood => "W",
            Food => "F",
            Gold => "G",
        };
    }),
    Bend::new("invalid-type-ends-stage", |rules| rules.ends_by = EndsBy::InvalidType),
    Bend::new("insufficient-resources-end-stage", |rules| rules.ends_by = EndsBy::InsufficientResources),
    Bend::new("invalid-move-ends-turn", |rules| rules.ends_by = EndsBy::InvalidMove),
    Bend::new("recruited-told-by-letter", |rules| rules.recruited = ArmyKind::letter),
    Bend::new("food-and-gold-exchanged", |rules| rules.shown_as = |shown| exchanged(shown, [Food, Gold])),
    Bend::new("wood-and-food-exchanged", |rules| rules.shown_as = |shown| exchanged(shown, [Wood, Food])),
    Bend::new("wood-and-gold-exchanged", |rules| rules.shown_as = |shown| exchanged(shown, [Wood, Gold])),
    Bend::new("food-shown-as-gold", |rules| {
        rules.shown_as = |shown| if shown == Gold { Food } else { shown };
    }),
    Bend::new("wood-shown-as-food", |rules| {
        rules.shown_as = |shown| if shown == Food { Wood } else { shown };
    }),
    Bend::new("wood-shown-as-gold", |rules| {
        rules.shown_as = |shown| if shown == Gold { Wood } else { shown };
    }),
    Bend::new("recruits-diagonally", |rules| rules.places = all_around),
    Bend::new("recruits-diagonally-where-another-place-is-free", |rules| {
        rules.places = all_around;
        rules.has_no_place = Some(|home, is_taken| neighbours(home).into_iter().all(is_taken));
    }),
    Bend::new("places-turned-round", |rules| rules.place_meant = |(x, y)| (y, x)),
    Bend::new("recruits-at-home-1", |rules| rules.places_at = |_| BattlePlayer::One),
    Bend::new("enemies-do-not-occupy", |rules| rules.occupied_by = OccupiedBy::OwnArmies),
    Bend::new("recruits-on-taken-places", |rules| rules.occupied_by = OccupiedBy::Nobody),
    Bend::new("taken-places-accepted", |rules| rules.occupied_by = OccupiedBy::AnyArmyUntilAPlaceIsAsked),
    Bend::new("taken-places-accepted-and-the-army-gone", |rules| {
        (rules.occupied_by, rules.army_that_stood) = (OccupiedBy::AnyArmyUntilAPlaceIsAsked, |_, _| None);
    }),
    Bend::new("taken-places-accepted-and-the-army-changed", |rules| {
        rules.occupied_by = OccupiedBy::AnyArmyUntilAPlaceIsAsked;
        rules.army_that_stood = |army, kind| Some(Army { kind, ..army });
    }),
    Bend::new("recruits-with-every-resource-only", |rules| rules.recruiting = Recruiting::NeedsEveryResource),
    Bend::new("recruits-with-two-resources", |rules| rules.recruiting = Recruiting::NeedsTwoResources),
    Bend::new("recruits-with-any-resource", |rules| rules.recruiting = Recruiting::NeedsAnyResource),
    Bend::new("place-looked-for-before-resources", |rules| rules.recruiting = Recruiting::NeedsAPlaceFirst),
    Bend::new("asks-without-resources", |rules| rules.recruiting = Recruiting::GoesOnWithoutResources),
    Bend::new("never-says-no-resources", |rules| rules.recruiting = Recruiting::NeedsNothing),
    Bend::new("wrong-moves-are-invalid-inputs", |rules| rules.wrong_move = INVALID),
    Bend::new("wrong-places-are-invalid-inputs", |rules| rules.wrong_place = INVALID),
    Bend::new("commands-at-places-ask-for-a-type", |rules| rules.leave_places = &["DIS", "PRIS"]),
    Bend::new("commands-at-places-show-the-assets", |rules| {
        (rules.leave_places, rules.asset_after_places) = (&["DIS", "PRIS"], true);
    }),
    Bend::new("dis-at-places-asks-for-a-type", |rules| rules.leave_places = &["DIS"]),
    Bend::new("dis-at-places-shows-the-assets", |rules| {
        (rules.leave_places, rules.asset_after_places) = (&["DIS"], true);
    }),
    Bend::new("refused-places-cost", |rules| rules.refused_places_cost = true),
    Bend::new("refused-places-ask-for-a-type", |rules| rules.place_refused = PlaceRefused::AsksForAType),
    Bend::new("dis-unknown-for-places", |rules| {
        rules.knows = |question, command| question != "place" || command != "DIS";
    }),
    Bend::new("commands-unknown-for-places", |rules| rules.knows = |question, _| question != "place"),
    Bend::new("only-quit-known-for-places", |rules| {
        rules.knows = |question, command| question != "place" || command == "QUIT";
    }),
    Bend::new("dis-unknown-for-moves", |rules| {
        rules.knows = |question, command| question != "move" || command != "DIS";
    }),
    Bend::new("commands-unknown-for-moves", |rules| rules.knows = |question, _| question != "move"),
    Bend::new("only-quit-known-for-moves", |rules| {
        rules.knows = |question, command| question != "move" || command == "QUIT";
    }),
    Bend::new("pris-unknown-for-places", |rules| {
        rules.knows = |question, command| question != "place" || command != "PRIS";
    }),
    Bend::new("quit-unknown-for-places", |rules| {
        rules.knows = |question, command| question != "place" || command != "QUIT";
    }),
    Bend::new("only-dis-known-for-places", |rules| {
        rules.knows = |question, command| question != "place" || command == "DIS";
    }),
    Bend::new("pris-unknown-for-moves", |rules| {
        rules.knows = |question, command| question != "move" || command != "PRIS";
    }),
    Bend::new("quit-unknown-for-moves", |rules| {
        rules.knows = |question, command| question != "move" || command != "QUIT";
    }),
    Bend::new("only-dis-known-for-moves", |rules| {
        rules.knows = |question, command| question != "move" || command == "DIS";
    }),
    Bend::new("quit-unknown", |rules| rules.knows = |_, command| command != "QUIT"),
    Bend::new("only-quit-known", |rules| rules.knows = |_, command| command == "QUIT"),
    Bend::new("dis-repeats-its-hint", |rules| rules.map = Asides::WithTheirHint),
    Bend::new("pris-repeats-its-hint", |rules| rules.prices = Asides::WithTheirHint),
    Bend::new("dis-repeats-its-hint-and-an-empty-line", |rules| rules.map = Asides::AsAtTheStart),
    Bend::new("pris-repeats-its-hint-and-an-empty-line", |rules| rules.prices = Asides::AsAtTheStart),
    Bend::new("more-than-the-price-needed", |rules| rules.is_enough = |left| left > 1),
    Bend::new("one-resource-is-enough", |rules| rules.needed = Needed::OneOfThePrice),
    Bend::new("one-comparison-is-enough", |rules| rules.needed = Needed::OneOfAll),
    Bend::new("wood-and-gold-looked-up-for-spearmen", |rules| {
        rules.look_up(ArmyKind::Spearman, &[Wood, Gold]);
    }),
    Bend::new("food-and-gold-looked-up-for-spearmen", |rules| {
        rules.look_up(ArmyKind::Spearman, &[Food, Gold]);
    }),
    Bend::new("wood-and-food-looked-up-for-archers", |rules| rules.look_up(ArmyKind::Archer, &[Wood, Food])),
    Bend::new("food-and-gold-looked-up-for-archers", |rules| rules.look_up(ArmyKind::Archer, &[Food, Gold])),
    Bend::new("wood-and-food-looked-up-for-knights", |rules| rules.look_up(ArmyKind::Knight, &[Wood, Food])),
    Bend::new("wood-and-gold-looked-up-for-knights", |rules| rules.look_up(ArmyKind::Knight, &[Wood, Gold])),
    Bend::new("wood-and-food-looked-up-for-scouts", |rules| rules.look_up(ArmyKind::Scout, &[Wood, Food])),
    Bend::new("wood-and-gold-looked-up-for-scouts", |rules| rules.look_up(ArmyKind::Scout, &[Wood, Gold])),
    Bend::new("food-and-gold-looked-up-for-scouts", |rules| rules.look_up(ArmyKind::Scout, &[Food, Gold])),
    Bend::new("price-checked-after-the-place", |rules| rules.tells_of_prices = TellsOfPrices::AfterThePlace),
    Bend::new("price-checked-after-the-place-which-is-asked-again", |rules| {
        rules.tells_of_prices = TellsOfPrices::ForEver;
    }),
    Bend::new("only-the-place-above-looked-at", |rules| {
        rules.has_no_place = Some(|(x, y), is_taken| is_taken((x, y - 1)));
    }),
    Bend::new("only-the-place-below-looked-at", |rules| {
        rules.has_no_place = Some(|(x, y), is_taken| is_taken((x, y + 1)));
    }),
    Bend::new("only-the-place-on-the-left-looked-at", |rules| {
        rules.has_no_place = Some(|(x, y), is_taken| is_taken((x - 1, y)));
    }),
    Bend::new("only-the-place-on-the-right-looked-at", |rules| {
        rules.has_no_place = Some(|(x, y), is_taken| is_taken((x + 1, y)));
    }),
    Bend::new("never-says-no-place", |rules| rules.has_no_place = Some(|_, _| false)),
    Bend::new("no-place-if-one-is-taken", |rules| {
        rules.has_no_place = Some(|home, is_taken| neighbours(home).into_iter().any(is_taken));
    }),
    Bend::new("recruits-for-nothing", |rules| rules.pays = false),
    Bend::new("asset-again-after-commands", |rules| rules.asset_after_commands = true),
    Bend::new("asset-again-after-refusals", |rules| rules.asset_after_refusals = true),
    Bend::new("asset-again-always", |rules| {
        (rules.asset_after_commands, rules.asset_after_refusals) = (true, true);
    }),
    Bend::new("spearmen-cost-wood-only", |rules| rules.misprice(ArmyKind::Spearman, &[Wood])),
    Bend::new("spearmen-cost-food-only", |rules| rules.misprice(ArmyKind::Spearman, &[Food])),
    Bend::new("archers-cost-wood-only", |rules| rules.misprice(ArmyKind::Archer, &[Wood])),
    Bend::new("archers-cost-gold-only", |rules| rules.misprice(ArmyKind::Archer, &[Gold])),
    Bend::new("knights-cost-food-only", |rules| rules.misprice(ArmyKind::Knight, &[Food])),
    Bend::new("knights-cost-gold-only", |rules| rules.misprice(ArmyKind::Knight, &[Gold])),
    Bend::new("spearmen-cost-wood-and-gold", |rules| rules.misprice(ArmyKind::Spearman, &[Wood, Gold])),
    Bend::new("spearmen-cost-food-and-gold", |rules| rules.misprice(ArmyKind::Spearman, &[Food, Gold])),
    Bend::new("archers-cost-wood-and-food", |rules| rules.misprice(ArmyKind::Archer, &[Wood, Food])),
    Bend::new("archers-cost-food-and-gold", |rules| rules.misprice(ArmyKind::Archer, &[Food, Gold])),
    Bend::new("knights-cost-wood-and-food", |rules| rules.misprice(ArmyKind::Knight, &[Wood, Food])),
    Bend::new("knights-cost-wood-and-gold", |rules| rules.misprice(ArmyKind::Knight, &[Wood, Gold])),
    Bend::new("scouts-cost-wood-and-food", |rules| rules.misprice(ArmyKind::Scout, &[Wood, Food])),
    Bend::new("scouts-cost-wood-and-gold", |rules| rules.misprice(ArmyKind::Scout, &[Wood, Gold])),
    Bend::new("scouts-cost-food-and-gold", |rules| rules.misprice(ArmyKind::Scout, &[Food, Gold])),
    Bend::new("prices-of-spearmen-and-archers-exchanged", |rules| {
        rules.priced_as = |kind| exchanged(kind, [ArmyKind::Spearman, ArmyKind::Archer]);
    }),
    Bend::new("prices-of-spearmen-and-knights-exchanged", |rules| {
        rules.priced_as = |kind| exchanged(kind, [ArmyKind::Spearman, ArmyKind::Knight]);
    }),
    Bend::new("prices-of-archers-and-knights-exchanged", |rules| {
        rules.priced_as = |kind| exchanged(kind, [ArmyKind::Archer, ArmyKind::Knight]);
    }),
    Bend::new("one-purse-for-both", |rules| rules.purse_of = |_| BattlePlayer::One),
    Bend::new("recruits-once", |rules| rules.recruits_again = false),
    Bend::new("knights-listed-before-archers", |rules| {
        rules.listed = [ArmyKind::Spearman, ArmyKind::Knight, ArmyKind::Archer, ArmyKind::Scout];
    }),
    Bend::new("types-listed-by-name", |rules| {
        rules.listed = [ArmyKind::Archer, ArmyKind::Knight, ArmyKind::Scout, ArmyKind::Spearman];
    }),
    Bend::new("one-move-a-turn", |rules| rules.moves_more = false),
    Bend::new("enemies-keep-the-stage-going", |rules| rules.looked_for = LookedFor::Any),
    Bend::new("moved-armies-keep-the-stage-going", |rules| rules.looked_for = LookedFor::OwnMovedOrNot),
    Bend::new("armies-not-listed-again", |rules| rules.asked_again = AskedAgain::WithoutArmies),
    Bend::new("moves-not-asked-again", |rules| rules.asked_again = AskedAgain::Silently),
    Bend::new("new-armies-cannot-move", |rules| rules.new_armies_move = false),
    Bend::new("moves-again", |rules| rules.moved = Moved::MovesAgain),
    Bend::new("scouts-move-again", |rules| rules.moved = Moved::MovesAgainIfScout),
    Bend::new("scouts-move-again-after-two-steps", |rules| rules.moved = Moved::MovesAgainAfterTwoSteps),
    Bend::new("moves-again-unlisted", |rules| rules.moved = Moved::MovesAgainUnlisted),
    Bend::new("moved-armies-listed", |rules| rules.moved = Moved::RestsListed),
    Bend::new("never-moves-again", |rules| rules.moved = Moved::RestsForEver),
    Bend::new("armies-leave-shadows", |rules| rules.moved = Moved::LeavesItsShadow),
    Bend::new("armies-leave-shadows-lost-ones-too", |rules| {
        (rules.moved, rules.lost_armies) = (Moved::LeavesItsShadow, LostArmies::LeaveTheirShadows);
    }),
    Bend::new("armies-stay", |rules| rules.arrival = |from, _| from),
    Bend::new("armies-arrive-one-right", |rules| rules.arrival = |_, (x, y)| (x + 1, y)),
    Bend::new("armies-arrive-one-left", |rules| rules.arrival = |_, (x, y)| (x.saturating_sub(1), y)),
    Bend::new("armies-arrive-one-lower", |rules| rules.arrival = |_, (x, y)| (x, y + 1)),
    Bend::new("armies-arrive-one-higher", |rules| rules.arrival = |_, (x, y)| (x, y.saturating_sub(1))),
    Bend::new("arrival-turned-round", |rules| rules.arrival = |_, (x, y)| (y, x)),
    Bend::new("moves-within-turned-map", |rules| rules.bounds = |(width, height)| (height, width)),
    Bend::new("diagonal-moves", |rules| rules.path = |across| across != (0, 0)),
    Bend::new("same-cell-accepted", |rules| rules.path = |(across, down)| across == 0 || down == 0),
    Bend::new("scouts-go-one-step", |rules| rules.reach = |_| 1),
    Bend::new("scouts-go-two-steps-only", |rules| {
        rules.least_steps = |kind| if kind == ArmyKind::Scout { 2 } else { 1 }
    }),
    Bend::new("knights-go-two-steps", |rules| rules.reach = |kind| reach_with(kind, ArmyKind::Knight)),
    Bend::new("spearmen-go-two-steps", |rules| rules.reach = |kind| reach_with(kind, ArmyKind::Spearman)),
    Bend::new("all-go-two-steps", |rules| rules.reach = |_| 2),
    Bend::new("scouts-cannot-pass-own", |rules| (rules.passes_own, rules.passes_own_home) = (false, false)),
    Bend::new("scouts-cannot-pass-own-armies", |rules| rules.passes_own = false),
    Bend::new("scouts-cannot-pass-armies", |rules| (rules.passes_own, rules.passes_enemies) = (false, false)),
    Bend::new("enemy-home-refused", |rules| rules.enters_enemy_home = false),
    Bend::new("water-refused", |rules| rules.enters_water = false),
    Bend::new("moves-off-the-map-accepted", |rules| rules.bounds = |_| (usize::MAX, usize::MAX)),
    Bend::new("own-home-entered-and-covered", |rules| {
        (rules.enters_own_home, rules.armies_cover_homes) = (true, true);
    }),
    Bend::new("own-home-entered", |rules| rules.enters_own_home = true),
    Bend::new("own-armies-entered", |rules| rules.enters_own_armies = true),
    Bend::new("scouts-jump", |rules| rules.on_the_way = OnTheWay::Nothing),
    Bend::new("scouts-only-drown-on-the-way", |rules| rules.on_the_way = OnTheWay::OnlyDrowns),
    Bend::new("move-told-after-its-results", |rules| rules.move_told = MoveTold::AfterItsResults),
    Bend::new("move-told-after-its-results-if-the-game-goes-on", |rules| {
        rules.move_told = MoveTold::AfterItsResultsIfTheGameGoesOn;
    }),
    Bend::new("dead-scouts-named-where-they-died", |rules| rules.dead_scouts = DeadScouts::WhereTheyDied),
    Bend::new("scouts-collect-at-end", |rules| rules.on_the_way = OnTheWay::NothingCollected),
    Bend::new("water-is-harmless", |rules| rules.drowns = false),
    Bend::new("counters-reversed", |rules| rules.counters = |one, other| other.counters(one)),
    Bend::new("knights-counter-spearmen", |rules| {
        rules.counters = |one, other| with_reversed(one, other, [ArmyKind::Spearman, ArmyKind::Knight]);
    }),
    Bend::new("archers-counter-knights", |rules| {
        rules.counters = |one, other| with_reversed(one, other, [ArmyKind::Knight, ArmyKind::Archer]);
    }),
    Bend::new("spearmen-counter-archers", |rules| {
        rules.counters = |one, other| with_reversed(one, other, [ArmyKind::Archer, ArmyKind::Spearman]);
    }),
    Bend::new("attacked-scouts-win", |rules| {
        rules.counters =
            |one, other| one == ArmyKind::Scout && other != ArmyKind::Scout || one.counters(other);
    }),
    Bend::new("scouts-counter-spearmen", |rules| {
        rules.counters = |one, other| with_reversed(one, other, [ArmyKind::Spearman, ArmyKind::Scout]);
    }),
    Bend::new("scouts-countered-by-none", |rules| {
        rules.counters = |one, other| other != ArmyKind::Scout && one.counters(other);
    }),
    Bend::new("empty-categories-listed", |rules| rules.omits_empty_categories = false),
    Bend::new("fight-winner-stays", |rules| rules.winner = FightWinner::StaysWhereItWas),
    Bend::new("scouts-lose-to-scouts", |rules| {
        rules.counters = |one, other| one.counters(other) || [one, other] == [ArmyKind::Scout; 2];
    }),
    Bend::new("attacker-survives-equal", |rules| rules.equals = Equals::EnemyDisappears),
    Bend::new("attacker-loses-to-equal", |rules| rules.equals = Equals::ArmyDisappears),
    Bend::new("equal-attacker-stays-where-it-was", |rules| {
        rules.equals = Equals::EnemyDisappearsAndTheArmyStays;
    }),
    Bend::new("lost-armies-stay", |rules| rules.lost_armies = LostArmies::StayWhereTheyWere),
    Bend::new("armies-lost-in-water-stay", |rules| rules.lost_armies = LostArmies::StayIfInWater),
    Bend::new("defeated-attackers-stay", |rules| rules.lost_armies = LostArmies::StayIfDefeated),
    Bend::new("lost-armies-leave-shadows", |rules| rules.lost_armies = LostArmies::LeaveTheirShadows),
    Bend::new("lost-armies-go-on-through-water", |rules| rules.lost_armies = LostArmies::GoOnThroughWater),
    Bend::new("beaten-armies-stay", |rules| rules.beaten_armies = BeatenArmies::StayInTheList),
    Bend::new("beaten-armies-stay-on-the-map", |rules| rules.beaten_armies = BeatenArmies::StayOnTheMap),
    Bend::new("enemies-always-disappear", |rules| rules.enemies_always_disappear = true),
    Bend::new("equal-attacker-stays", |rules| rules.equals = Equals::EnemyDisappearsBothAreSaidTo),
    Bend::new("equal-enemy-stays", |rules| rules.equals = Equals::BothAreSaidToDisappear),
    Bend::new("one-collected", |rules| rules.collected = 1),
    Bend::new("nothing-added", |rules| rules.added = |_, _| 0),
    Bend::new("one-added", |rules| rules.added = |collected, _| collected - 1),
    Bend::new("one-wood-added", |rules| {
        rules.added = |collected, resource| if resource == Wood { 1 } else { collected };
    }),
    Bend::new("one-food-added", |rules| {
        rules.added = |collected, resource| if resource == Food { 1 } else { collected };
    }),
    Bend::new("one-gold-added", |rules| {
        rules.added = |collected, resource| if resource == Gold { 1 } else { collected };
    }),
    Bend::new("wood-gives-gold-too", |rules| {
        rules.added_to = |resource| if resource == Wood { &[Wood, Gold] } else { resource.alone() };
    }),
    Bend::new("wood-told-as-food", |rules| rules.told_as = Some((Wood, Food))),
    Bend::new("wood-told-as-gold", |rules| rules.told_as = Some((Wood, Gold))),
    Bend::new("food-told-as-wood", |rules| rules.told_as = Some((Food, Wood))),
    Bend::new("food-told-as-gold", |rules| rules.told_as = Some((Food, Gold))),
    Bend::new("gold-told-as-wood", |rules| rules.told_as = Some((Gold, Wood))),
    Bend::new("gold-told-as-food", |rules| rules.told_as = Some((Gold, Food))),
    Bend::new("resources-stay", |rules| rules.resources = Resources::Stay),
    Bend::new("only-home-2-captured", |rules| rules.captured_home = |_| BattlePlayer::Two),
    Bend::new("passing-does-not-capture", |rules| rules.captures_by_passing = false),
    Bend::new("goes-on-after-victory", |rules| rules.victory_ends = false),
    Bend::new("first-year-one-later", |rules| rules.year = |year, _| year + 1),
    Bend::new("first-year-one-earlier", |rules| rules.year = |year, _| year - 1),
    Bend::new("victory-in-first-year", |rules| rules.year_of_victory = |_| FIRST_YEAR),
    Bend::new("commander-quits", |rules| rules.obeyed_as_names = |name| name == "QUIT"),
    Bend::new("commands-known-where-the-name-is-asked", |rules| {
        rules.obeyed_as_names = |_| true;
    }),
    Bend::following("other-places-accepted", |rules| rules.as_shown.recruited = true),
    Bend::following("other-moves-accepted", |rules| rules.as_shown.moved = true),
    Bend::following("fights-end-otherwise", |rules| rules.as_shown.fights = true),
    Bend::following("armies-stand-elsewhere", |rules| rules.as_shown.places = true),
    Bend::following("other-armies-listed", |rules| rules.as_shown.armies = true),
    Bend::following("other-assets-at-the-start", |rules| rules.as_shown.first_assets = true),
    Bend::following("other-assets-after-recruiting", |rules| rules.as_shown.paid_assets = true),
    Bend::following("other-assets-in-later-turns", |rules| rules.as_shown.later_assets = true),
];

/// Returns whether a cell is one of the eight around another one.
fn is_beside((x, y): Position, (x0, y0): Position) -> bool {
    (x, y) != (x0, y0) && x.abs_diff(x0) <= 1 && y.abs_diff(y0) <= 1
}
