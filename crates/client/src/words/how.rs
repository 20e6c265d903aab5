//! How each game is played, in five points of a heading and a text. The page has the same words, and a test compares them.

use super::Entry;

pub(super) const WORDS: &[Entry] = &[
    ("how.title", "How {0} is played", "{0}怎么玩"),
    (
        "how.holdem.1",
        "Two cards, five shared\nOnly you see your two cards. Five more are for everybody. The best five of these seven are your hand.",
        "两张底牌，五张公共牌\n两张底牌只有自己能看，五张公共牌大家共用。七张里选出最好的五张。",
    ),
    (
        "how.holdem.2",
        "Two must begin\nThe two players after the button pay the blinds, so there is something to win.",
        "盲注开局\n庄位后面的两家先下盲注，底池里才有筹码可赢。",
    ),
    (
        "how.holdem.3",
        "Pay, raise or fold\nOn your turn, pay the same as the others, raise it, or fold. If nobody has bet, check for free. Then new cards come (three, one, one), and all bet again.",
        "跟注、加注或弃牌\n轮到你时，跟注、加注或弃牌；没人下注可以过牌。公共牌先发三张，再发一张，最后一张，每次发完再下注。",
    ),
    (
        "how.holdem.4",
        "Which hand is best\nFrom the top: straight flush, four alike, full house, flush, straight, three alike, two pairs, a pair, the highest card.",
        "牌型大小\n从大到小：同花顺、四条、葫芦、同花、顺子、三条、两对、一对、高牌。",
    ),
    (
        "how.holdem.5",
        "Win the pot\nThe best hand wins, or the last player who has not folded. If you are all in for less, the rest is a side pot.",
        "赢下底池\n牌最大的赢，或别人都弃牌。筹码少的全下后，多出的部分是边池。",
    ),
    (
        "how.doudizhu.1",
        "Two against one\nThree players. One is the landlord. The other two, the peasants, are partners.",
        "两家斗一家\n三个人打。一个人当地主，另外两个是农民，一起打地主。",
    ),
    (
        "how.doudizhu.2",
        "Bid to be landlord\nBids are 1, 2 and 3. The highest takes three more cards and plays first. The bid multiplies the stake.",
        "叫分当地主\n可以叫1、2、3分。叫得最高的拿三张底牌，先出牌。叫几分，底注就乘几。",
    ),
    (
        "how.doudizhu.3",
        "Same kind, but higher\nSingle card, pair, trio, straight: play the same kind, but higher, or pass. 3 is lowest. A, 2 and the jokers are highest.",
        "同牌型，比大小\n单张、对子、三张、顺子：牌型相同，点数更大才能管上，不要就不出。3最小，A、2和王最大。",
    ),
    (
        "how.doudizhu.4",
        "Bombs beat all\nFour alike are a bomb. The two jokers are the rocket. Each doubles what is paid.",
        "炸弹管一切\n四张一样是炸弹，两张王是王炸。每出一个，输赢翻一倍。",
    ),
    (
        "how.doudizhu.5",
        "No cards left: you win\nIf one peasant has no cards left, both win. The landlord is paid by both, or pays both.",
        "谁先出完谁赢\n一个农民先出完，两个农民都赢。地主一个人对两家，输赢都是双份。",
    ),
    (
        "how.shengji.1",
        "Your partner sits opposite\nFour players, two packs. Each gets 25 cards. Eight are left: the kitty. You play with the player opposite.",
        "对家是搭档\n四个人，两副牌，每人25张，剩下8张是底牌。坐对面的两家一队。",
    ),
    (
        "how.shengji.2",
        "Show a card, choose trumps\nDuring the deal, show a card of your level. Its suit is trump. All level cards and jokers are trumps too. The declarer buries eight cards.",
        "亮主\n发牌时亮出一张级牌，它的花色就是主。王和级牌也都是主牌。庄家扣底八张。",
    ),
    (
        "how.shengji.3",
        "Follow the suit\nThe first player leads a card, a pair or a tractor. Follow with the same suit and shape, if you can. The highest wins. Trumps beat other suits.",
        "跟牌比大小\n首家出单张、对子或拖拉机，其他人有同花色、同牌型就必须跟。大的赢，主牌大过副牌。",
    ),
    (
        "how.shengji.4",
        "Win the points\n5 counts 5. 10 and K count 10. The attackers want them. If they win the last trick, the kitty's points count double or more.",
        "抢分\n5算5分，10和K各算10分，闲家要抢分。闲家赢最后一圈，底牌的分翻倍算。",
    ),
    (
        "how.shengji.5",
        "80 points decide\nWith 80, the attackers take the deal. With less, the declarer's team goes up a level, from 2 to A. The first to win at A wins the game.",
        "80分上台\n闲家满80分就上台，不到80分庄家升级。从2打到A，在A坐庄打赢的一队获胜。",
    ),
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::Language;
    use crate::games::NAMES;

    /// The words of the page: a heading and a text for each point, without the marks of terms.
    fn of_page(language: &str) -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let file = root.join(format!("web/src/i18n/{language}.learn.ts"));
        let source = fs::read_to_string(file).unwrap();
        let points = source.split("{ head: \"").skip(1).map(|point| {
            let (head, rest) = point.split_once("\", text: \"").unwrap();
            format!("{head}\n{}", without_marks(rest.split_once("\" }").unwrap().0))
        });
        points.take(15).collect()
    }

    /// `[bombs|bomb]` is `bombs`.
    fn without_marks(text: &str) -> String {
        let mut parts = text.split('[');
        let mut plain = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (marked, rest) = part.split_once(']').unwrap();
            plain += marked.split('|').next().unwrap_or_default();
            plain += rest;
        }
        plain
    }

    #[test]
    fn the_page_has_the_same_words() {
        for (language, code) in [(Language::En, "en"), (Language::Zh, "zh")] {
            let keys = NAMES.iter().flat_map(|game| (1..=5).map(move |point| format!("how.{game}.{point}")));
            let own: Vec<&str> = keys.map(|key| language.find(&key).unwrap()).collect();
            assert_eq!(own, of_page(code), "{code}");
        }
    }
}
