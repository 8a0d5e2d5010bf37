//! Parts of a graph, and the places that part them: what reasons about connected places are made of.

/// Returns the places that can be reached from a place through those that `may` be passed, but not through `besides`.
pub(super) fn part(
    neighbours: &[Vec<usize>],
    start: usize,
    besides: Option<usize>,
    may: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut part = vec![false; neighbours.len()];
    part[start] = true;
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        for &to in &neighbours[place] {
            if !part[to] && may(to) && Some(to) != besides {
                part[to] = true;
                open.push(to);
            }
        }
    }
    part
}

/// Returns the places outside a part of the graph that keep it from `to`, without `besides`.
pub(super) fn cut(neighbours: &[Vec<usize>], part: &[bool], to: usize, besides: Option<usize>) -> Vec<usize> {
    let mut cut = Vec::new();
    let mut seen = vec![false; neighbours.len()];
    seen[to] = true;
    let mut open = vec![to];
    while let Some(place) = open.pop() {
        if neighbours[place].iter().any(|&next| part[next]) {
            cut.push(place);
            continue;
        }
        for &next in &neighbours[place] {
            if !std::mem::replace(&mut seen[next], true) && Some(next) != besides {
                open.push(next);
            }
        }
    }
    cut
}
