//! Proofs of values of games in which the players have different moves, built with the naive
//! definitions: forms are brought to canonical form by removing dominated options and bypassing
//! reversible options.

use std::collections::HashMap;

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateProof, FormSum, PartizanClaim, PartizanForm,
    PartizanProof, PartizanWinner,
};
use rules::ast::Player;
use rules::game::OptionArena;
use rules::play::{Component, SumPosition};
use rules::world::World;

/// Builds the rows of a proof.
pub struct NaiveProof<'w> {
    world: &'w World,
    pub proof: PartizanProof,
    order: HashMap<(u32, u32), bool>,
    sums: HashMap<[u32; 2], u32>,
    positions: HashMap<Component, u32>,
}

impl NaiveProof<'_> {
    pub fn new(world: &World) -> NaiveProof<'_> {
        let mut naive = NaiveProof {
            world,
            proof: PartizanProof::default(),
            order: HashMap::new(),
            sums: HashMap::new(),
            positions: HashMap::new(),
        };
        assert_eq!(naive.canonical([vec![], vec![]]), 0);
        naive
    }

    pub fn is_le(&mut self, low: u32, high: u32) -> bool {
        if let Some(&known) = self.order.get(&(low, high)) {
            return known;
        }
        let left = self.proof.forms[low as usize].left.clone();
        let right = self.proof.forms[high as usize].right.clone();
        let is_le = !left.into_iter().any(|option| self.is_le(high, option))
            && !right.into_iter().any(|option| self.is_le(option, low));
        self.order.insert((low, high), is_le);
        is_le
    }

    /// Returns the form of a game with these left and right options.
    pub fn canonical(&mut self, mut sides: [Vec<u32>; 2]) -> u32 {
        loop {
            for side in &mut sides {
                side.sort_unstable();
                side.dedup();
            }
            let [left, right] = sides.clone();
            let form = PartizanForm { left, right };
            if let Some(known) = self.proof.forms.iter().position(|known| *known == form) {
                return known as u32;
            }
            let number = self.proof.forms.len() as u32;
            self.proof.forms.push(form);
            let Some((side, index, replacement)) = self.improvement(number) else {
                return number;
            };
            self.proof.forms.pop();
            self.order
                .retain(|&(low, high), _| low != number && high != number);
            sides[side].remove(index);
            sides[side].extend(replacement);
        }
    }

    /// Returns the side and the index of an option that is dominated or reversible, and the options
    /// that replace it.
    fn improvement(&mut self, form: u32) -> Option<(usize, usize, Vec<u32>)> {
        let PartizanForm { left, right } = self.proof.forms[form as usize].clone();
        for (side, options) in [left, right].into_iter().enumerate() {
            // For Right, a smaller option is better.
            let better = |naive: &mut Self, one: u32, other: u32| match side {
                0 => naive.is_le(other, one),
                _ => naive.is_le(one, other),
            };
            for (index, &option) in options.iter().enumerate() {
                if options
                    .iter()
                    .any(|&one| one != option && better(self, one, option))
                {
                    return Some((side, index, vec![]));
                }
                let PartizanForm { left, right } = self.proof.forms[option as usize].clone();
                for reply in [right, left][side].clone() {
                    if better(self, form, reply) {
                        let PartizanForm { left, right } = self.proof.forms[reply as usize].clone();
                        return Some((side, index, [left, right][side].clone()));
                    }
                }
            }
        }
        None
    }

    pub fn sum(&mut self, one: u32, other: u32) -> u32 {
        let summands = [one.min(other), one.max(other)];
        if summands[0] == 0 {
            return summands[1];
        }
        if let Some(&known) = self.sums.get(&summands) {
            return known;
        }
        let side = |naive: &mut Self, is_left: bool| {
            let options = |naive: &Self, form: u32| match is_left {
                true => naive.proof.forms[form as usize].left.clone(),
                false => naive.proof.forms[form as usize].right.clone(),
            };
            let mut all = Vec::new();
            for option in options(naive, one) {
                all.push(naive.sum(option, other));
            }
            for option in options(naive, other) {
                all.push(naive.sum(one, option));
            }
            all
        };
        let sides = [side(self, true), side(self, false)];
        let total = self.canonical(sides);
        self.sums.insert(summands, total);
        self.proof.sums.push(FormSum { summands, total });
        total
    }

    pub fn total(&mut self, components: &[Component]) -> u32 {
        let mut forms: Vec<u32> = components.iter().map(|part| self.position(part)).collect();
        forms.sort_unstable();
        forms
            .into_iter()
            .fold(0, |total, form| self.sum(total, form))
    }

    pub fn position(&mut self, component: &Component) -> u32 {
        if let Some(&known) = self.positions.get(component) {
            return known;
        }
        let mut arena = OptionArena::new();
        let budget = Budget::generous();
        self.world
            .options(component.game, &component.slots, &mut arena, &budget)
            .unwrap();
        let options: Vec<(Option<Player>, Vec<Component>)> = arena
            .iter()
            .map(|option| {
                let rules = self.world.rules(component.game).game().unwrap();
                (rules.moves[option.rule].player, option.to_components())
            })
            .collect();
        let mut sides = [Vec::new(), Vec::new()];
        for (owner, parts) in options {
            let total = self.total(&parts);
            if owner != Some(Player::Right) {
                sides[0].push(total);
            }
            if owner != Some(Player::Left) {
                sides[1].push(total);
            }
        }
        let form = self.canonical(sides);
        self.positions.insert(component.clone(), form);
        self.proof.positions.push((component.clone(), form));
        form
    }

    pub fn winner(&mut self, form: u32) -> PartizanWinner {
        match (self.is_le(form, 0), self.is_le(0, form)) {
            (true, true) => PartizanWinner::Previous,
            (true, false) => PartizanWinner::Right,
            (false, true) => PartizanWinner::Left,
            (false, false) => PartizanWinner::Next,
        }
    }
}

/// Returns a certificate of the value of a sum.
pub fn two_player_certificate(world: &World, sum: &SumPosition) -> Certificate {
    let mut naive = NaiveProof::new(world);
    let form = naive.total(&sum.0);
    let winner = naive.winner(form);
    let claim = PartizanClaim {
        sum: sum.clone(),
        form,
        winner,
    };
    Certificate {
        claim: CertificateClaim::Partizan(claim),
        proof: CertificateProof::Partizan(naive.proof),
    }
}

/// Returns the winner of a sum by plain search: the player who begins loses if every move leads to
/// a sum in which the other player begins and wins.
pub fn searched_winner(world: &World, sum: &SumPosition) -> PartizanWinner {
    let mut known = HashMap::new();
    let mut wins = |player| wins(world, &sum.0, player, &mut known);
    match (wins(Player::Left), wins(Player::Right)) {
        (true, true) => PartizanWinner::Next,
        (true, false) => PartizanWinner::Left,
        (false, true) => PartizanWinner::Right,
        (false, false) => PartizanWinner::Previous,
    }
}

/// Returns whether a player wins if this player begins.
fn wins(
    world: &World,
    sum: &[Component],
    player: Player,
    known: &mut HashMap<(Vec<Component>, Player), bool>,
) -> bool {
    let key = (sum.to_vec(), player);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let budget = Budget::generous();
    let mut found = false;
    for (index, component) in sum.iter().enumerate() {
        let mut arena = OptionArena::new();
        world
            .options(component.game, &component.slots, &mut arena, &budget)
            .unwrap();
        let rules = world.rules(component.game).game().unwrap();
        for option in arena.iter() {
            if rules.moves[option.rule]
                .player
                .is_some_and(|owner| owner != player)
            {
                continue;
            }
            let mut left = sum.to_vec();
            left.remove(index);
            left.extend(option.to_components());
            left.sort();
            found = found || !wins(world, &left, player.other(), known);
        }
    }
    known.insert(key, found);
    found
}
