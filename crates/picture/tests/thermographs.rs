//! Compares pictures of thermographs with the walls that they show, for random values.

use base::budget::Budget;
use base::text::Lang;
use partizan::{Dyadic, Store, Thermograph, Wall};
use picture::drawing::DrawingShape;
use picture::thermograph;

/// Returns a random expression of nested games with numbers such as `-7/4`.
fn expression(random: &mut fastrand::Rng, depth: u32) -> String {
    if depth == 0 || random.u8(..8) == 0 {
        return format!("{}/{}", random.i32(-40..=40), 1 << random.u32(..4));
    }
    let options = |random: &mut fastrand::Rng| {
        let count = random.usize(1..=2);
        let list: Vec<String> = (0..count).map(|_| expression(random, depth - 1)).collect();
        list.join(",")
    };
    format!("{{{}|{}}}", options(random), options(random))
}

/// Returns thermographs of random values with their names.
fn thermographs(count: usize) -> Vec<(String, Thermograph)> {
    let mut random = fastrand::Rng::with_seed(56);
    let budget = Budget::generous();
    let mut found = Vec::new();
    while found.len() < count {
        let mut store = Store::new();
        let depth = random.u32(1..=4);
        let written = expression(&mut random, depth);
        let value = store.parse(&written, &budget).unwrap();
        let thermograph = store.thermograph(value, &budget).unwrap();
        found.push((written, (*thermograph).clone()));
    }
    found
}

fn number(dyadic: Dyadic) -> f64 {
    dyadic.numerator() as f64 / (1_u64 << dyadic.exponent()) as f64
}

fn stop(wall: &Wall) -> Dyadic {
    wall.points()[0].value
}

/// Returns a power of two as a dyadic rational; `None` for other numbers.
fn power_of_two(x: f64) -> Option<Dyadic> {
    let exponent = x.log2();
    if exponent.fract() != 0.0 {
        None
    } else if exponent < 0.0 {
        Dyadic::new(1, -exponent as u32).ok()
    } else {
        Dyadic::new(1 << exponent as u32, 0).ok()
    }
}

#[test]
fn each_line_shows_the_walls_at_its_temperature() {
    let (mut exact, mut rounded) = (0, 0);
    for (name, thermograph) in thermographs(3_000) {
        let text = thermograph::text(&thermograph);
        let lines: Vec<&str> = text.lines().collect();
        let axis = lines.iter().position(|line| line.trim().starts_with("--"));
        let axis = axis.unwrap_or_else(|| panic!("{name}\n{text}"));
        let gutter = lines[axis].find('-').unwrap();
        let zero = lines[axis].find('+').unwrap();
        let rows: Vec<&str> = lines[..axis].iter().rev().copied().collect();
        let label = |row: &str| row[..gutter].trim().to_owned();
        assert_eq!(label(rows[0]), "0", "{name}\n{text}");
        let wall_columns = |row: &str| {
            let walls = &row[gutter..];
            let left = gutter + walls.find(|c| c != ' ').unwrap();
            let right = gutter + walls.rfind(|c| c != ' ').unwrap();
            (left as f64 - zero as f64, right as f64 - zero as f64)
        };
        let numbers: String = lines[axis + 1..].join(" ");
        let has = |value: Dyadic| {
            let value = value.to_string();
            numbers.split_whitespace().any(|word| word == value)
        };
        let walls = [thermograph.left_wall(), thermograph.right_wall()];
        assert!(walls.map(stop).into_iter().all(has), "{name}\n{text}");
        assert!(has(thermograph.mean()), "{name}\n{text}");
        let temperature = thermograph.temperature();
        if temperature <= Dyadic::ZERO {
            assert_eq!(rows.len(), 4);
            assert!(rows.iter().all(|row| wall_columns(row) == (0.0, 0.0)));
            continue;
        }
        let top = rows
            .iter()
            .position(|row| label(row) == temperature.to_string());
        let top = top.unwrap_or_else(|| panic!("{name}\n{text}"));
        assert!((6..=16).contains(&top), "{name}\n{text}");
        let step = number(temperature) / top as f64;
        let Some(tax) = power_of_two(step) else {
            rounded += 1;
            continue;
        };
        exact += 1;
        let mast = stop(walls[0]).checked_sub(thermograph.mean()).unwrap();
        let is_mast_exact = (number(mast) / step).fract() == 0.0;
        for (index, row) in rows.iter().enumerate() {
            let here = tax.checked_mul(index as i64).unwrap();
            let (left, right) = wall_columns(row);
            for (wall, column) in walls.into_iter().zip([left, right]) {
                let distance = stop(walls[0]).checked_sub(wall.value_at(here).unwrap());
                let distance = number(distance.unwrap()) / step;
                // The columns of points that are not on the grid are rounded.
                let is_exact = is_mast_exact && distance.fract() == 0.0;
                let slack = if is_exact { 0.0 } else { 1.0 };
                let is_right = (distance - column).abs() <= slack;
                assert!(is_right, "{name}, temperature {here}\n{text}");
            }
        }
    }
    assert!(exact > 300 && rounded > 10, "{exact} {rounded}");
}

#[test]
fn the_walls_of_a_drawing_have_the_points_of_the_thermograph() {
    for (name, thermograph) in thermographs(500) {
        let drawing = thermograph::drawing(&thermograph, &name, Lang::En);
        let height = number(thermograph.temperature()).max(0.0);
        let walls = [
            ("left-wall", thermograph.left_wall()),
            ("right-wall", thermograph.right_wall()),
        ];
        for (part, wall) in walls {
            let inside = drawing.shapes.iter().find_map(|shape| match shape {
                DrawingShape::Part(name, shapes) if name == part => Some(shapes),
                _ => None,
            });
            let mut expected: Vec<(f64, f64)> = Vec::new();
            for point in wall.points() {
                expected.push((number(point.value), number(point.temperature)));
            }
            if let Some(&(value, last)) = expected.last()
                && last < height
            {
                expected.push((value, height));
            }
            let segments: Vec<[(f64, f64); 2]> = inside
                .into_iter()
                .flatten()
                .map(|shape| match shape {
                    DrawingShape::Line(ends, ..) => *ends,
                    other => panic!("{name}: {other:?}"),
                })
                .collect();
            assert_eq!(segments.len() + 1, expected.len(), "{name}");
            let scale = segments
                .iter()
                .map(|[(_, low), (_, high)]| low - high)
                .sum::<f64>()
                / height;
            for ([(x1, y1), (x2, y2)], points) in segments.iter().zip(expected.windows(2)) {
                let [(v1, t1), (v2, t2)] = [points[0], points[1]];
                // A larger value is further to the left, and a larger temperature further up.
                assert!((x2 - x1 - (v1 - v2) * scale).abs() < 1e-6, "{name}");
                assert!((y1 - y2 - (t2 - t1) * scale).abs() < 1e-6, "{name}");
            }
        }
    }
}
