//! Perfect matchings of a graph, by Edmonds' blossom algorithm.

use std::collections::VecDeque;

/// A matching of all nodes of a graph, in which pairs can be fixed.
pub(super) struct Matching<E> {
    /// Whether two nodes may be matched.
    may_match: E,
    /// The partner of each node.
    partners: Vec<Option<usize>>,
    /// Whether a node's pair is fixed.
    fixed: Vec<bool>,
}

/// A search for an augmenting path from one node.
struct Search<'a, E> {
    matching: &'a Matching<E>,
    /// The node before each one that has been reached at an odd distance.
    parent: Vec<Option<usize>>,
    /// The base of the blossom in which each node lies: itself if it lies in none.
    base: Vec<usize>,
    /// Whether a node is at an even distance, or in a blossom: paths may go on from there.
    is_even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<E: Fn(usize, usize) -> bool> Matching<E> {
    /// A matching of all nodes; `None` if there is none.
    pub(super) fn perfect(nodes: usize, may_match: E) -> Option<Self> {
        let mut matching = Self { may_match, partners: vec![None; nodes], fixed: vec![false; nodes] };
        for node in 0..nodes {
            if matching.partners[node].is_none() && !matching.augment(node) {
                return None;
            }
        }
        Some(matching)
    }

    /// Whether this node's pair is fixed.
    pub(super) fn is_fixed(&self, node: usize) -> bool {
        self.fixed[node]
    }

    /// Fixes a pair, if the others can be matched without it. Otherwise nothing changes.
    pub(super) fn fix(&mut self, one: usize, other: usize) -> bool {
        if self.fixed[one] || self.fixed[other] || !(self.may_match)(one, other) {
            return false;
        }
        let before = self.partners.clone();
        let (left, right) = (self.partners[one], self.partners[other]);
        (self.fixed[one], self.fixed[other]) = (true, true);
        if left != Some(other) {
            for alone in left.into_iter().chain(right) {
                self.partners[alone] = None;
            }
            self.partners[one] = Some(other);
            self.partners[other] = Some(one);
            if !left.is_some_and(|left| self.augment(left)) {
                self.partners = before;
                (self.fixed[one], self.fixed[other]) = (false, false);
                return false;
            }
        }
        true
    }

    /// Matches a node that has no partner, by a path along which partners change. The nodes that are matched stay so.
    fn augment(&mut self, root: usize) -> bool {
        let nodes = self.partners.len();
        let search = Search {
            matching: self,
            parent: vec![None; nodes],
            base: (0..nodes).collect(),
            is_even: vec![false; nodes],
            queue: VecDeque::new(),
        };
        let Some((end, parent)) = search.run(root) else { return false };
        let mut at = Some(end);
        while let Some(node) = at {
            let before = parent[node];
            at = before.and_then(|before| self.partners[before]);
            self.partners[node] = before;
            if let Some(before) = before {
                self.partners[before] = Some(node);
            }
        }
        true
    }
}

impl<E: Fn(usize, usize) -> bool> Search<'_, E> {
    /// The free node at the end of a path from the root, and the parents that lead back.
    fn run(mut self, root: usize) -> Option<(usize, Vec<Option<usize>>)> {
        self.is_even[root] = true;
        self.queue.push_back(root);
        while let Some(from) = self.queue.pop_front() {
            for to in 0..self.base.len() {
                let partners = &self.matching.partners;
                let is_edge = to != from && !self.matching.fixed[to] && (self.matching.may_match)(from, to);
                if !is_edge || self.base[from] == self.base[to] || partners[from] == Some(to) {
                    continue;
                }
                if to == root || partners[to].is_some_and(|partner| self.parent[partner].is_some()) {
                    self.contract(from, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    let Some(next) = partners[to] else { return Some((to, self.parent)) };
                    self.is_even[next] = true;
                    self.queue.push_back(next);
                }
            }
        }
        None
    }

    /// Contracts the blossom that an edge between two even nodes closes.
    fn contract(&mut self, from: usize, to: usize) {
        let base = self.common_base(from, to);
        let mut in_blossom = vec![false; self.base.len()];
        self.mark(from, base, to, &mut in_blossom);
        self.mark(to, base, from, &mut in_blossom);
        for node in 0..self.base.len() {
            if in_blossom[self.base[node]] {
                self.base[node] = base;
                if !self.is_even[node] {
                    self.is_even[node] = true;
                    self.queue.push_back(node);
                }
            }
        }
    }

    /// Marks the blossoms on the way from a node to the base, and turns the parents so that paths lead through `child`.
    fn mark(&mut self, from: usize, base: usize, child: usize, in_blossom: &mut [bool]) {
        let (mut node, mut child) = (from, child);
        while self.base[node] != base {
            let Some(partner) = self.matching.partners[node] else { return };
            in_blossom[self.base[node]] = true;
            in_blossom[self.base[partner]] = true;
            self.parent[node] = Some(child);
            child = partner;
            let Some(next) = self.parent[partner] else { return };
            node = next;
        }
    }

    /// The first base that the ways back from two nodes share.
    fn common_base(&self, one: usize, other: usize) -> usize {
        let mut seen = vec![false; self.base.len()];
        let mut at = self.base[one];
        loop {
            seen[at] = true;
            match self.base_before(at) {
                Some(before) => at = before,
                None => break,
            }
        }
        let mut at = self.base[other];
        while !seen[at] {
            match self.base_before(at) {
                Some(before) => at = before,
                None => break,
            }
        }
        at
    }

    /// The base before this one on the way back to the root.
    fn base_before(&self, base: usize) -> Option<usize> {
        let partner = self.matching.partners[base]?;
        self.parent[partner].map(|before| self.base[before])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn has_perfect(nodes: &[usize], may: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((one, rest)) = nodes.split_first() else { return true };
        rest.iter().filter(|other| may(*one, **other)).any(|other| {
            let left: Vec<_> = rest.iter().copied().filter(|node| node != other).collect();
            has_perfect(&left, may)
        })
    }

    proptest! {
        #[test]
        fn a_perfect_matching_is_found_if_there_is_one(
            pairs in 1_usize..=5,
            edges in prop::collection::btree_set((0_usize..10, 0_usize..10), 0..40),
            fixed in (0_usize..10, 0_usize..10),
        ) {
            let nodes: Vec<usize> = (0..2 * pairs).collect();
            let may = |one: usize, other: usize| {
                one != other && (edges.contains(&(one, other)) || edges.contains(&(other, one)))
            };
            let found = Matching::perfect(nodes.len(), may);
            prop_assert_eq!(found.is_some(), has_perfect(&nodes, &may));
            let Some(mut matching) = found else { return Ok(()) };
            let (one, other) = (fixed.0 % nodes.len(), fixed.1 % nodes.len());
            let rest: Vec<_> = nodes.iter().copied().filter(|node| *node != one && *node != other).collect();
            prop_assert_eq!(matching.fix(one, other), may(one, other) && has_perfect(&rest, &may));
            for node in nodes {
                let partner = matching.partners[node].unwrap();
                prop_assert!(may(node, partner) && matching.partners[partner] == Some(node));
            }
        }
    }
}
