//! Placement of the nodes of a layered graph (K. Sugiyama, S. Tagawa, M. Toda, Methods for visual
//! understanding of hierarchical system structures, 1981). The caller gives the layer of each node.
//! An arc over several layers passes through a point, called a bend, in each layer between its
//! ends. Barycentre sweeps order the items of each layer so that few arcs cross. After the
//! barycentre sweeps, every node moves towards the centre of its neighbours, as far as its layer
//! has space. The best positions for a given order are an isotonic regression.

/// Maximum number of bends; if more bends are needed, the arcs are straight.
const MAX_BENDS: usize = 8_000;
const SWEEPS: usize = 24;
const ROUNDS: usize = 40;

/// A graph to be placed.
pub struct LayeredGraph<'g> {
    /// Layer of each node; layer 0 is at the bottom.
    pub layers: &'g [u32],
    /// Width of each node.
    pub widths: &'g [f64],
    /// Arcs between different layers.
    pub arcs: &'g [(usize, usize)],
    /// Minimum distances.
    pub gaps: LayerGaps,
}

/// Minimum distances between neighbours in a layer.
#[derive(Clone, Copy)]
pub struct LayerGaps {
    /// Minimum distance between two nodes, and between a node and a bend.
    pub nodes: f64,
    /// Minimum distance between two bends.
    pub bends: f64,
}

/// Horizontal positions; the layer determines the vertical position.
pub struct LayerPlacement {
    /// Centre of each node.
    pub nodes: Vec<f64>,
    /// For each arc, its horizontal positions in the layers from its upper end to its lower end,
    /// both inclusive.
    pub arcs: Vec<Vec<f64>>,
}

/// A node or a bend.
struct LayerItem {
    layer: usize,
    width: f64,
    bend: bool,
    above: Vec<usize>,
    below: Vec<usize>,
}

/// Places a graph; all coordinates are at least 0.
pub fn place(graph: &LayeredGraph<'_>) -> LayerPlacement {
    let mut items: Vec<LayerItem> = graph
        .layers
        .iter()
        .zip(graph.widths)
        .map(|(&layer, &width)| LayerItem {
            layer: layer as usize,
            width,
            bend: false,
            above: Vec::new(),
            below: Vec::new(),
        })
        .collect();
    let bends: usize = graph
        .arcs
        .iter()
        .map(|&(a, b)| graph.layers[a].abs_diff(graph.layers[b]) as usize - 1)
        .sum();
    let mut ways: Vec<Vec<usize>> = Vec::with_capacity(graph.arcs.len());
    for &(a, b) in graph.arcs {
        let (upper, lower) = if graph.layers[a] > graph.layers[b] {
            (a, b)
        } else {
            (b, a)
        };
        let mut way = vec![upper];
        if bends <= MAX_BENDS {
            for layer in (graph.layers[lower] as usize + 1..graph.layers[upper] as usize).rev() {
                way.push(items.len());
                items.push(LayerItem {
                    layer,
                    width: 2.0,
                    bend: true,
                    above: Vec::new(),
                    below: Vec::new(),
                });
            }
        }
        way.push(lower);
        for pair in way.windows(2) {
            items[pair[0]].below.push(pair[1]);
            items[pair[1]].above.push(pair[0]);
        }
        ways.push(way);
    }
    let layers = ordered(&items);
    let across = spread(&items, &layers, graph.gaps);
    LayerPlacement {
        nodes: across[..graph.layers.len()].to_vec(),
        arcs: ways
            .iter()
            .map(|way| way.iter().map(|&item| across[item]).collect())
            .collect(),
    }
}

/// Returns the items of each layer in an order with few crossings.
fn ordered(items: &[LayerItem]) -> Vec<Vec<usize>> {
    let count = items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); count];
    // Depth-first search from the top, so that connected items start close to each other.
    let mut seen = vec![false; items.len()];
    let mut tops: Vec<usize> = (0..items.len()).collect();
    tops.sort_by_key(|&item| std::cmp::Reverse(items[item].layer));
    for top in tops {
        let mut stack = vec![top];
        while let Some(item) = stack.pop() {
            if !std::mem::replace(&mut seen[item], true) {
                layers[items[item].layer].push(item);
                stack.extend(items[item].below.iter().rev());
            }
        }
    }
    let mut best = (crossings(items, &layers), layers.clone());
    for sweep in 0..SWEEPS {
        let mut place = vec![0.0; items.len()];
        let set = |place: &mut Vec<f64>, layer: &[usize]| {
            layer
                .iter()
                .enumerate()
                .for_each(|(i, &item)| place[item] = i as f64)
        };
        layers.iter().for_each(|layer| set(&mut place, layer));
        let down = sweep % 2 == 0;
        let order: Vec<usize> = if down {
            (0..count).rev().collect()
        } else {
            (0..count).collect()
        };
        for layer in order {
            let wish = |item: usize| {
                let near = if down {
                    &items[item].above
                } else {
                    &items[item].below
                };
                if near.is_empty() {
                    place[item]
                } else {
                    near.iter().map(|&n| place[n]).sum::<f64>() / near.len() as f64
                }
            };
            let mut keyed: Vec<(f64, usize)> = layers[layer]
                .iter()
                .map(|&item| (wish(item), item))
                .collect();
            // In half of the sweeps, items with equal keys are reversed, so that the search can
            // leave some local minima.
            if sweep % 4 > 1 {
                keyed.reverse();
            }
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            layers[layer] = keyed.into_iter().map(|(_, item)| item).collect();
            set(&mut place, &layers[layer]);
        }
        let found = crossings(items, &layers);
        if found < best.0 {
            best = (found, layers.clone());
        }
    }
    best.1
}

/// Returns the number of crossings between arcs of adjacent layers. O(E log V), with a Fenwick
/// tree.
fn crossings(items: &[LayerItem], layers: &[Vec<usize>]) -> u64 {
    let mut place = vec![0; items.len()];
    for layer in layers {
        layer
            .iter()
            .enumerate()
            .for_each(|(i, &item)| place[item] = i);
    }
    let mut total = 0;
    for (index, layer) in layers.iter().enumerate() {
        let near = |item: usize| {
            items[item]
                .below
                .iter()
                .filter(move |&&b| items[b].layer + 1 == index)
                .map(|&b| place[b])
        };
        let size = if index == 0 {
            0
        } else {
            layers[index - 1].len()
        };
        let (mut tree, mut met) = (vec![0_u64; size + 1], 0);
        for &item in layer {
            let mut ends: Vec<usize> = near(item).collect();
            ends.sort_unstable();
            for &end in &ends {
                let (mut i, mut before) = (end + 1, 0);
                while i > 0 {
                    before += tree[i];
                    i &= i - 1;
                }
                total += met - before;
            }
            for &end in &ends {
                met += 1;
                let mut i = end + 1;
                while i <= size {
                    tree[i] += 1;
                    i += i & i.wrapping_neg();
                }
            }
        }
    }
    total
}

/// Returns the positions of all items for a given order of their layers.
fn spread(items: &[LayerItem], layers: &[Vec<usize>], gaps: LayerGaps) -> Vec<f64> {
    let mut across = vec![0.0; items.len()];
    // Minimum distance of each item from the first item of its layer.
    let offsets: Vec<Vec<f64>> = layers
        .iter()
        .map(|layer| {
            let mut offset = 0.0;
            let mut list = vec![0.0; layer.len().min(1)];
            for pair in layer.windows(2) {
                let (a, b) = (&items[pair[0]], &items[pair[1]]);
                let gap = if a.bend && b.bend {
                    gaps.bends
                } else {
                    gaps.nodes
                };
                offset += (a.width + b.width) / 2.0 + gap;
                list.push(offset);
            }
            list
        })
        .collect();
    for (layer, offsets) in layers.iter().zip(&offsets) {
        let half = offsets.last().copied().unwrap_or(0.0) / 2.0;
        layer
            .iter()
            .zip(offsets)
            .for_each(|(&item, offset)| across[item] = offset - half);
    }
    for round in 0..ROUNDS {
        let order: Vec<usize> = if round % 2 == 0 {
            (0..layers.len()).rev().collect()
        } else {
            (0..layers.len()).collect()
        };
        for index in order {
            // A bend is tied to its two neighbours more strongly than a node to its many
            // neighbours.
            let wishes: Vec<(f64, f64)> = layers[index]
                .iter()
                .zip(&offsets[index])
                .map(|(&item, offset)| {
                    let (mut sum, mut weight) = (0.0, 0.0);
                    for &near in items[item].above.iter().chain(&items[item].below) {
                        let firm = if items[item].bend && items[near].bend {
                            8.0
                        } else if items[item].bend {
                            2.0
                        } else {
                            1.0
                        };
                        sum += firm * across[near];
                        weight += firm;
                    }
                    if weight == 0.0 {
                        (across[item] - offset, 0.1)
                    } else {
                        (sum / weight - offset, weight)
                    }
                })
                .collect();
            let found = isotonic(&wishes);
            for ((&item, offset), place) in layers[index].iter().zip(&offsets[index]).zip(found) {
                across[item] = place + offset;
            }
        }
    }
    let least = items
        .iter()
        .zip(&across)
        .map(|(item, x)| x - item.width / 2.0)
        .fold(f64::INFINITY, f64::min);
    across.iter().map(|x| x - least).collect()
}

/// Returns the non-decreasing sequence with the least sum of weighted squared differences from the
/// wishes (value, weight), by the pool adjacent violators algorithm.
fn isotonic(wishes: &[(f64, f64)]) -> Vec<f64> {
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for &(value, weight) in wishes {
        let mut block = (value, weight, 1);
        while let Some(&(before, heavy, count)) = blocks.last()
            && before >= block.0
        {
            blocks.pop();
            block = (
                (before * heavy + block.0 * block.1) / (heavy + block.1),
                heavy + block.1,
                count + block.2,
            );
        }
        blocks.push(block);
    }
    blocks
        .into_iter()
        .flat_map(|(value, _, count)| std::iter::repeat_n(value, count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_a_layer_do_not_overlap_and_crossings_are_counted() {
        // Tests pseudo-random layered graphs.
        for seed in 0..60_usize {
            let mut state = seed * 7 + 1;
            let mut next = |n: usize| {
                state = (state * 1_103_515_245 + 12_345) % (1 << 31);
                (state >> 8) % n
            };
            let layers: Vec<u32> = (0..20).map(|_| next(5) as u32).collect();
            let widths: Vec<f64> = (0..20).map(|_| 20.0 + next(40) as f64).collect();
            let mut arcs: Vec<(usize, usize)> = (0..40)
                .map(|_| (next(20), next(20)))
                .filter(|&(a, b)| layers[a] != layers[b])
                .collect();
            arcs.sort_unstable();
            arcs.dedup();
            let places = place(&LayeredGraph {
                layers: &layers,
                widths: &widths,
                arcs: &arcs,
                gaps: LayerGaps {
                    nodes: 10.0,
                    bends: 4.0,
                },
            });
            for a in 0..20 {
                assert!(places.nodes[a] >= widths[a] / 2.0 - 1e-6);
                for b in 0..a {
                    let apart = (places.nodes[a] - places.nodes[b]).abs();
                    assert!(
                        layers[a] != layers[b]
                            || apart + 1e-6 >= (widths[a] + widths[b]) / 2.0 + 10.0,
                        "seed {seed}: {a} {b}"
                    );
                }
            }
            for (&(a, b), way) in arcs.iter().zip(&places.arcs) {
                assert_eq!(way.len(), layers[a].abs_diff(layers[b]) as usize + 1);
                let (upper, lower) = if layers[a] > layers[b] {
                    (a, b)
                } else {
                    (b, a)
                };
                assert_eq!(
                    (way[0], way[way.len() - 1]),
                    (places.nodes[upper], places.nodes[lower])
                );
            }
        }
        let item = |layer, above: &[usize], below: &[usize]| LayerItem {
            layer,
            width: 1.0,
            bend: false,
            above: above.into(),
            below: below.into(),
        };
        // Tests two arcs that cross, and then the order of nodes without a crossing.
        let items = [
            item(1, &[], &[3]),
            item(1, &[], &[2]),
            item(0, &[1], &[]),
            item(0, &[0], &[]),
        ];
        assert_eq!(crossings(&items, &[vec![2, 3], vec![0, 1]]), 1);
        assert_eq!(crossings(&items, &ordered(&items)), 0);
    }

    #[test]
    fn the_regression_is_non_decreasing_and_keeps_what_is_in_order() {
        assert_eq!(
            isotonic(&[(1.0, 1.0), (2.0, 1.0), (2.5, 3.0)]),
            [1.0, 2.0, 2.5]
        );
        assert_eq!(
            isotonic(&[(3.0, 1.0), (1.0, 1.0), (5.0, 1.0)]),
            [2.0, 2.0, 5.0]
        );
        assert_eq!(isotonic(&[(4.0, 1.0), (0.0, 3.0)]), [1.0, 1.0]);
    }
}
