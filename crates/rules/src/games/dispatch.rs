//! Dispatch over a closed set of games, generated from one list.

/// Generates, from a list of games, one enum for each of a game's types, and one hand type for any game.
///
/// On the wire and in the store each value is tagged by the game's name: `{"holdem": …}`. A game needs a folder and a
/// line in the list. The folder has the files of every game: `hand` with the hand type, which has the name of the list
/// and is a [`Game`](crate::games::game::Game); and `rules`, `setup`, `wishes`, `action`, `event`, `options`,
/// `preview`, `view`, `tally`, `advice` and `refusal` with its types.
#[doc(hidden)]
#[macro_export]
macro_rules! games {
    ($($(#[doc = $doc:literal])+ $Kind:ident = $name:literal in $game:ident;)+) => {
        $crate::game_kinds! { $($(#[doc = $doc])+ $Kind = $name;)+ }

        /// A hand of any game.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyHand {
            $($(#[doc = $doc])+ $Kind($game::hand::$Kind),)+
        }

        impl AnyHand {
            /// Which game it belongs to.
            pub fn kind(&self) -> GameKind {
                match self {
                    $(Self::$Kind(_) => GameKind::$Kind,)+
                }
            }

            fn of_another_game(&self, action: &AnyAction) -> $crate::games::refusal::NotAccepted<AnyRefusal> {
                let (played, given) = (self.kind(), action.kind());
                $crate::games::refusal::NotAccepted::Rule(AnyRefusal::OtherGame { played, given })
            }
        }

        $(impl From<$game::hand::$Kind> for AnyHand {
            fn from(own: $game::hand::$Kind) -> Self {
                Self::$Kind(own)
            }
        })+

        $crate::games! { @enum
            /// The options of a table, by game.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnyRules = rules::Rules; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }
        $crate::games! { @enum
            /// The standing between hands, by game.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnyStanding = setup::Standing; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }
        $crate::games! { @enum
            /// What a seat wishes for the hands to come, by game.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnyWishes = wishes::Wishes; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }
        $crate::games! { @enum
            /// Everything a hand needs except its randomness, by game.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnySetup = setup::Setup; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }
        $crate::games! { @enum
            /// What a seat asks for, by game.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnyAction = action::Action; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }
        $crate::games! { @enum
            /// What happened, by game; stored, never sent.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnyEvent = event::Event; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }
        $crate::games! { @enum
            /// An event as one viewer may know it, by game.
            #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
            AnySeen = event::Seen; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }
        $crate::games! { @enum
            /// How an action is read and what it costs, by game.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnyPreview = preview::Preview; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }
        $crate::games! { @enum
            /// What a seat may do now, by game.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnyOptions = options::Options; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }
        $crate::games! { @enum
            /// What one viewer may know of a hand, by game.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            #[allow(clippy::large_enum_variant, reason = "one an answer, and moved into it once")]
            AnyView = view::View; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }

        $crate::games! { @enum
            /// What hands add to a player's figures, by game.
            #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnyTally = tally::Tally; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }

        $crate::games! { @enum
            /// Why a good player would act in this way, by game.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
            AnyAdvice = advice::Advice; $($(#[doc = $doc])+ $Kind = $name in $game;)+
        }

        $crate::sent_game! { AnyRules = rules::Rules "The options of a table, by game.";
            $($(#[doc = $doc])+ $Kind = $name in $game;)+ }
        $crate::sent_game! { AnyWishes = wishes::Wishes "What a seat wishes for the hands to come, by game.";
            $($(#[doc = $doc])+ $Kind = $name in $game;)+ }
        $crate::sent_game! { AnyAction = action::Action "What a seat asks for, by game.";
            $($(#[doc = $doc])+ $Kind = $name in $game;)+ }
        $crate::sent_game! { AnySeen = event::Seen "An event as one viewer may know it, by game.";
            $($(#[doc = $doc])+ $Kind = $name in $game;)+ }
        $crate::sent_game! { AnyPreview = preview::Preview "How an action is read and what it costs, by game.";
            $($(#[doc = $doc])+ $Kind = $name in $game;)+ }
        $crate::sent_game! { AnyOptions = options::Options "What a seat may do now, by game.";
            $($(#[doc = $doc])+ $Kind = $name in $game;)+ }
        $crate::sent_game! { AnyView = view::View "What one viewer may know of a hand, by game.";
            $($(#[doc = $doc])+ $Kind = $name in $game;)+ }
        $crate::sent_game! { AnyTally = tally::Tally "What hands add to a player's figures, by game.";
            $($(#[doc = $doc])+ $Kind = $name in $game;)+ }
        $crate::sent_game! { AnyAdvice = advice::Advice "Why a good player would act in this way, by game.";
            $($(#[doc = $doc])+ $Kind = $name in $game;)+ }

        impl $crate::games::viewer::ViewerSafe for AnyWishes {}
        impl $crate::games::viewer::ViewerSafe for AnySeen {}
        impl $crate::games::viewer::ViewerSafe for AnyPreview {}
        impl $crate::games::viewer::ViewerSafe for AnyOptions {}
        impl $crate::games::viewer::ViewerSafe for AnyView {}
        impl $crate::games::viewer::ViewerSafe for AnyTally {}
        impl $crate::games::viewer::ViewerSafe for AnyAdvice {}
        impl $crate::games::viewer::ViewerSafe for AnyRefusal {}

        /// The rule that was broken, by game.
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::thiserror::Error)]
        #[serde(untagged)]
        pub enum AnyRefusal {
            $($(#[doc = $doc])+
            #[error(transparent)]
            $Kind($game::refusal::Refusal),)+
            /// An action, or wishes, of another game.
            #[error("the game is {}, not {}", .played.name(), .given.name())]
            OtherGame {
                /// The game that is played here.
                played: GameKind,
                /// The game that the action, or the wishes, belong to.
                given: GameKind,
            },
        }

        impl AnyRefusal {
            /// The stable code for clients to switch on, and the game whose rule it is.
            pub fn code(&self) -> (Option<GameKind>, &'static str) {
                match self {
                    $(Self::$Kind(refusal) => {
                        (Some(GameKind::$Kind), $crate::games::refusal::Coded::code(refusal))
                    })+
                    Self::OtherGame { .. } => (None, "other_game"),
                }
            }
        }

        $crate::games! { @game $($Kind in $game;)+ }
    };

    // One of a game's types, of any game.
    (@enum $(#[$meta:meta])+ $Any:ident = $file:ident::$Own:ident; $($(#[doc = $doc:literal])+ $Kind:ident = $name:literal in $game:ident;)+) => {
        $(#[$meta])+
        pub enum $Any {
            $($(#[doc = $doc])+
            #[serde(rename = $name)]
            $Kind($game::$file::$Own),)+
        }

        impl $Any {
            /// Which game it belongs to.
            pub fn kind(&self) -> GameKind {
                match self {
                    $(Self::$Kind(_) => GameKind::$Kind,)+
                }
            }
        }

        $(impl From<$game::$file::$Own> for $Any {
            fn from(own: $game::$file::$Own) -> Self {
                Self::$Kind(own)
            }
        }

        impl<'a> TryFrom<&'a $Any> for &'a $game::$file::$Own {
            type Error = $crate::games::refusal::ReplayError;

            #[allow(unreachable_patterns, reason = "a list of one game has no other")]
            fn try_from(any: &'a $Any) -> Result<Self, Self::Error> {
                match any {
                    $Any::$Kind(own) => Ok(own),
                    _ => Err($crate::games::refusal::ReplayError("of another game")),
                }
            }
        })+
    };

    // The hand of any game.
    (@game $($Kind:ident in $game:ident;)+) => {
        impl $crate::games::game::Game for AnyHand {
            type Rules = AnyRules;
            type Standing = AnyStanding;
            type Wishes = AnyWishes;
            type Setup = AnySetup;
            type Action = AnyAction;
            type Event = AnyEvent;
            type Seen = AnySeen;
            type Preview = AnyPreview;
            type Options = AnyOptions;
            type View = AnyView;
            type Refusal = AnyRefusal;
            type Tally = AnyTally;

            fn check(rules: &AnyRules) -> Result<(), $crate::games::refusal::BadOption> {
                match rules {
                    $(AnyRules::$Kind(rules) => <$game::hand::$Kind as $crate::games::game::Game>::check(rules),)+
                }
            }

            fn seats(rules: &AnyRules) -> ::std::ops::RangeInclusive<u8> {
                match rules {
                    $(AnyRules::$Kind(rules) => <$game::hand::$Kind as $crate::games::game::Game>::seats(rules),)+
                }
            }

            fn may_become(from: &AnyRules, to: &AnyRules) -> bool {
                match (from, to) {
                    $((AnyRules::$Kind(from), AnyRules::$Kind(to)) => {
                        <$game::hand::$Kind as $crate::games::game::Game>::may_become(from, to)
                    })+
                    #[allow(unreachable_patterns, reason = "a list of one game has no other")]
                    _ => false,
                }
            }

            fn filled_in(rules: AnyRules, at: Option<&AnyRules>) -> AnyRules {
                match rules {
                    $(AnyRules::$Kind(rules) => {
                        let at = at.and_then(|at| match at {
                            AnyRules::$Kind(at) => Some(at),
                            #[allow(unreachable_patterns, reason = "a list of one game has no other")]
                            _ => None,
                        });
                        AnyRules::$Kind(<$game::hand::$Kind as $crate::games::game::Game>::filled_in(rules, at))
                    })+
                }
            }

            fn stake(rules: &AnyRules) -> $crate::games::game::Chips {
                match rules {
                    $(AnyRules::$Kind(rules) => <$game::hand::$Kind as $crate::games::game::Game>::stake(rules),)+
                }
            }

            fn has_matches(rules: &AnyRules) -> bool {
                match rules {
                    $(AnyRules::$Kind(rules) => {
                        <$game::hand::$Kind as $crate::games::game::Game>::has_matches(rules)
                    })+
                }
            }

            fn begins_match(setup: &AnySetup) -> bool {
                match setup {
                    $(AnySetup::$Kind(setup) => {
                        <$game::hand::$Kind as $crate::games::game::Game>::begins_match(setup)
                    })+
                }
            }

            fn champions(&self) -> $crate::games::seat::Seats {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::champions(hand),)+
                }
            }

            fn first_to_act(rules: &AnyRules, chairs: u8) -> $crate::games::seat::Seat {
                match rules {
                    $(AnyRules::$Kind(rules) => {
                        <$game::hand::$Kind as $crate::games::game::Game>::first_to_act(rules, chairs)
                    })+
                }
            }

            fn opening(rules: &AnyRules) -> AnyStanding {
                match rules {
                    $(AnyRules::$Kind(rules) => <$game::hand::$Kind as $crate::games::game::Game>::opening(rules).into(),)+
                }
            }

            fn check_wishes(rules: &AnyRules, wishes: &AnyWishes) -> Result<(), AnyRefusal> {
                match (rules, wishes) {
                    $((AnyRules::$Kind(rules), AnyWishes::$Kind(wishes)) => {
                        <$game::hand::$Kind as $crate::games::game::Game>::check_wishes(rules, wishes).map_err(AnyRefusal::$Kind)
                    })+
                    _ => Err(AnyRefusal::OtherGame { played: rules.kind(), given: wishes.kind() }),
                }
            }

            fn setup(
                rules: &AnyRules,
                standing: &AnyStanding,
                chairs: &[$crate::games::game::Chair<AnyWishes>],
            ) -> Option<AnySetup> {
                match (rules, standing) {
                    $((AnyRules::$Kind(rules), AnyStanding::$Kind(standing)) => {
                        let own = |wishes: &AnyWishes| match wishes {
                            AnyWishes::$Kind(wishes) => Some(wishes.clone()),
                            _ => None,
                        };
                        let chairs: Vec<_> = chairs.iter().map(|chair| chair.map_wishes(own)).collect();
                        <$game::hand::$Kind as $crate::games::game::Game>::setup(rules, standing, &chairs).map(Into::into)
                    })+
                    _ => None,
                }
            }

            fn hastened(setup: AnySetup) -> AnySetup {
                match setup {
                    $(AnySetup::$Kind(setup) => <$game::hand::$Kind as $crate::games::game::Game>::hastened(setup).into(),)+
                }
            }

            fn big_blind(setup: &AnySetup) -> Option<$crate::games::seat::Seat> {
                match setup {
                    $(AnySetup::$Kind(setup) => <$game::hand::$Kind as $crate::games::game::Game>::big_blind(setup),)+
                }
            }

            fn rules(setup: &AnySetup) -> AnyRules {
                match setup {
                    $(AnySetup::$Kind(setup) => <$game::hand::$Kind as $crate::games::game::Game>::rules(setup).into(),)+
                }
            }

            fn players(setup: &AnySetup) -> Vec<($crate::games::seat::Seat, $crate::games::game::Chips)> {
                match setup {
                    $(AnySetup::$Kind(setup) => <$game::hand::$Kind as $crate::games::game::Game>::players(setup),)+
                }
            }

            fn pack(setup: &AnySetup) -> Vec<$crate::cards::card::Card> {
                match setup {
                    $(AnySetup::$Kind(setup) => <$game::hand::$Kind as $crate::games::game::Game>::pack(setup),)+
                }
            }

            fn new(
                setup: &AnySetup,
                deck: $crate::cards::deck::Deck,
            ) -> Result<Self, $crate::games::refusal::ReplayError> {
                match setup {
                    $(AnySetup::$Kind(setup) => <$game::hand::$Kind as $crate::games::game::Game>::new(setup, deck).map(Into::into),)+
                }
            }

            fn step(&self) -> $crate::games::game::Step<AnyEvent, AnyStanding> {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::step(hand).into_any(),)+
                }
            }

            fn may_act(&self) -> $crate::games::seat::Seats {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::may_act(hand),)+
                }
            }

            fn options(&self, seat: $crate::games::seat::Seat) -> Option<AnyOptions> {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::options(hand, seat).map(Into::into),)+
                }
            }

            fn moves(&self, seat: $crate::games::seat::Seat) -> Vec<AnyAction> {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::moves(hand, seat).into_iter().map(Into::into).collect(),)+
                }
            }

            fn accept(
                &self,
                seat: $crate::games::seat::Seat,
                action: &AnyAction,
            ) -> Result<AnyEvent, $crate::games::refusal::NotAccepted<AnyRefusal>> {
                match (self, action) {
                    $((Self::$Kind(hand), AnyAction::$Kind(action)) => $crate::games::game::Game::accept(hand, seat, action)
                        .map(Into::into)
                        .map_err(|refused| refused.map_rule(AnyRefusal::$Kind)),)+
                    _ => Err(self.of_another_game(action)),
                }
            }

            fn preview(
                &self,
                seat: $crate::games::seat::Seat,
                action: &AnyAction,
            ) -> Result<AnyPreview, $crate::games::refusal::NotAccepted<AnyRefusal>> {
                match (self, action) {
                    $((Self::$Kind(hand), AnyAction::$Kind(action)) => $crate::games::game::Game::preview(hand, seat, action)
                        .map(Into::into)
                        .map_err(|refused| refused.map_rule(AnyRefusal::$Kind)),)+
                    _ => Err(self.of_another_game(action)),
                }
            }

            fn record(&mut self, event: &AnyEvent) -> Result<(), $crate::games::refusal::ReplayError> {
                match (self, event) {
                    $((Self::$Kind(hand), AnyEvent::$Kind(event)) => $crate::games::game::Game::record(hand, event),)+
                    _ => Err($crate::games::refusal::ReplayError("an event of another game")),
                }
            }

            fn derived_event(&self, event: &AnyEvent) -> Option<AnyEvent> {
                match (self, event) {
                    $((Self::$Kind(hand), AnyEvent::$Kind(event)) => $crate::games::game::Game::derived_event(hand, event).map(Into::into),)+
                    _ => None,
                }
            }

            fn invalidates_decisions(event: &AnyEvent) -> bool {
                match event {
                    $(AnyEvent::$Kind(event) => <$game::hand::$Kind as $crate::games::game::Game>::invalidates_decisions(event),)+
                }
            }

            fn may_still_act(&self, seat: $crate::games::seat::Seat) -> bool {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::may_still_act(hand, seat),)+
                }
            }

            fn at_showdown(&self, seat: $crate::games::seat::Seat, shows: bool) -> Option<AnyAction> {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::at_showdown(hand, seat, shows).map(Into::into),)+
                }
            }

            fn fallback(
                &self,
                seat: $crate::games::seat::Seat,
                why: $crate::games::game::Absence,
            ) -> AnyAction {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::fallback(hand, seat, why).into(),)+
                }
            }

            fn has_automatic_actions(wishes: &AnyWishes) -> bool {
                match wishes {
                    $(AnyWishes::$Kind(wishes) => {
                        <$game::hand::$Kind as $crate::games::game::Game>::has_automatic_actions(wishes)
                    })+
                }
            }

            fn automatic_action(&self, seat: $crate::games::seat::Seat, wishes: &AnyWishes) -> Option<AnyAction> {
                match (self, wishes) {
                    $((Self::$Kind(hand), AnyWishes::$Kind(wishes)) => {
                        $crate::games::game::Game::automatic_action(hand, seat, wishes).map(Into::into)
                    })+
                    _ => None,
                }
            }

            fn tally(&self, seat: $crate::games::seat::Seat) -> AnyTally {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::tally(hand, seat).into(),)+
                }
            }

            fn shown(&self, seat: $crate::games::seat::Seat) -> Vec<$crate::cards::card::Card> {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::shown(hand, seat),)+
                }
            }

            fn view(&self, viewer: $crate::games::viewer::Viewer) -> AnyView {
                match self {
                    $(Self::$Kind(hand) => $crate::games::game::Game::view(hand, viewer).into(),)+
                }
            }

            fn seen(event: &AnyEvent, viewer: $crate::games::viewer::Viewer) -> AnySeen {
                match event {
                    $(AnyEvent::$Kind(event) => <$game::hand::$Kind as $crate::games::game::Game>::seen(event, viewer).into(),)+
                }
            }
        }
    };
}
