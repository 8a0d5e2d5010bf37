//! Graph colouring: adjacent vertices get different colours, with as few colours as possible. Francis Guthrie asked
//! for such colourings of maps in 1852. Applications are register allocation, radio frequencies and timetables.
//!
//! There are two kinds of graphs. Those of Jan Mycielski (1955) have no triangle and yet need more and more colours,
//! so no clique gives a lower bound: `myciel 4` is the DIMACS instance myciel4. Random graphs join each pair of
//! vertices with the same probability. Each edge is a constraint x ≠ y; the engine joins cliques of edges into
//! all-differents. The vertices of one clique are coloured beforehand, since colours are interchangeable.

mod shell;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use csp::{Error, Limits, Model, Solution, Var};

const USAGE: &str = "\
Colours a graph so that joined vertices differ.

Usage: coloring [myciel ORDER [K]]
       coloring random VERTICES PERCENT [SEED [K]]

  ORDER      Mycielski's graph that needs ORDER + 1 colours, 1 to 6 (default 4)
  VERTICES   of a random graph, 1 to 200
  PERCENT    chance that two vertices are joined, 0 to 100
  SEED       another number, another graph (default 1)
  K          colours there are, 1 to 64; without it the least number is looked for";

/// Time limit for each number of colours. Reaching it proves nothing.
const LONGEST: Duration = Duration::from_secs(20);

/// Vertices are numbered from 0; each edge is listed once.
struct Graph {
    name: String,
    vertices: usize,
    edges: Vec<(usize, usize)>,
}

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(graph, colours)| run(&graph, colours))
}

fn parse(words: &[String]) -> Result<(Graph, Option<usize>), String> {
    let number =
        |at: usize, what: &str, least: u64, most: u64| match words.get(at).map(|word| (word, word.parse())) {
            None => Ok(None),
            Some((_, Ok(number))) if (least..=most).contains(&number) => Ok(Some(number)),
            Some((word, _)) => Err(format!("{what} is a number from {least} to {most}, not {word:?}")),
        };
    let colours = |at: usize| Ok::<_, String>(number(at, "K", 1, 64)?.map(|k| k as usize));
    let (graph, colours, longest) = match words.first().map(String::as_str) {
        None => (Graph::mycielski(4), None, 0),
        Some("myciel") => {
            let order = number(1, "ORDER", 1, 6)?.unwrap_or(4);
            (Graph::mycielski(order as usize), colours(2)?, 3)
        }
        Some("random") => {
            let vertices = number(1, "VERTICES", 1, 200)?.ok_or("random needs VERTICES and PERCENT")?;
            let percent = number(2, "PERCENT", 0, 100)?.ok_or("random needs PERCENT too")?;
            let seed = number(3, "SEED", 0, u64::MAX)?.unwrap_or(1);
            (Graph::random(vertices as usize, percent, seed), colours(4)?, 5)
        }
        Some(other) => return Err(format!("there are graphs myciel and random, not {other:?}")),
    };
    match words.get(longest) {
        Some(extra) => Err(format!("{extra:?} is one word too many")),
        None => Ok((graph, colours)),
    }
}

impl Graph {
    /// Repeats a step on an edge `order` − 1 times: every vertex gets a shadow that is joined to the vertex's
    /// neighbours, and a new vertex is joined to all shadows.
    fn mycielski(order: usize) -> Graph {
        let (mut vertices, mut edges) = (2, vec![(0, 1)]);
        for _ in 1..order {
            let top = 2 * vertices;
            for at in 0..edges.len() {
                let (a, b) = edges[at];
                edges.extend([(a, b + vertices), (b, a + vertices)]);
            }
            edges.extend((vertices..top).map(|shadow| (shadow, top)));
            vertices = top + 1;
        }
        Graph { name: format!("Mycielski's graph of order {order}"), vertices, edges }
    }

    fn random(vertices: usize, percent: u64, seed: u64) -> Graph {
        let mut state = seed;
        let mut is_joined = |_: &(usize, usize)| {
            // splitmix64
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ (mixed >> 31)) % 100 < percent
        };
        let pairs = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b)));
        let edges = pairs.filter(&mut is_joined).collect();
        Graph {
            name: format!("A random graph, {percent} % of the pairs joined, seed {seed}"),
            vertices,
            edges,
        }
    }

    fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.vertices];
        for &(a, b) in &self.edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours
    }

    /// Returns a clique: the largest that a greedy search from each vertex finds.
    fn clique(&self) -> Vec<usize> {
        let neighbours = self.neighbours();
        let grow = |first: usize| {
            let mut by_degree = neighbours[first].clone();
            by_degree.sort_by_key(|&vertex| std::cmp::Reverse(neighbours[vertex].len()));
            by_degree.into_iter().fold(vec![first], |mut clique, vertex| {
                if clique.iter().all(|other| neighbours[vertex].contains(other)) {
                    clique.push(vertex);
                }
                clique
            })
        };
        (0..self.vertices).map(grow).max_by_key(Vec::len).unwrap_or_default()
    }

    /// Returns the model with `colours` colours; `clique` has at most as many vertices.
    fn model(&self, colours: usize, clique: &[usize]) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vertices: Vec<Var> = (0..self.vertices)
            .map(|vertex| match clique.iter().position(|&member| member == vertex) {
                Some(colour) => model.var(colour as i32),
                None => model.var(0..colours as i32),
            })
            .collect();
        for &(a, b) in &self.edges {
            model.post(vertices[a].ne(vertices[b]));
        }
        (model, vertices)
    }
}

fn run(graph: &Graph, wanted: Option<usize>) -> Result<(), Error> {
    let clique = graph.clique();
    println!("{}: {} vertices, {} edges", graph.name, graph.vertices, graph.edges.len());
    println!("Found {} vertices that are all joined.\n", clique.len());
    if let Some(colours) = wanted.filter(|&colours| colours < clique.len()) {
        println!("Impossible with {colours} colours: the {} joined vertices need one each.", clique.len());
        return Ok(());
    }
    for colours in wanted.unwrap_or(clique.len()).. {
        let (model, vertices) = graph.model(colours, &clique);
        let mut search = model.search()?;
        search.limit(Limits::default().time(LONGEST));
        let answer = search.first();
        match &answer {
            Err(_) => println!("Unknown with {colours} colours: given up after {} s.", LONGEST.as_secs()),
            Ok(None) => println!("Impossible with {colours} colours."),
            Ok(Some(solution)) => {
                assert_eq!(
                    model.broken_by(solution.values())?,
                    None,
                    "the solution keeps to every constraint"
                );
                println!("Possible with {colours} colours:\n");
                draw(colours, solution, &vertices);
            }
        }
        println!("{}\n", search.statistics());
        if wanted.is_some() || matches!(answer, Ok(Some(_))) {
            break;
        }
    }
    Ok(())
}

/// Draws a line for each colour with its vertices, counted from 1.
fn draw(colours: usize, solution: &Solution, vertices: &[Var]) {
    let terminal = std::io::stdout().is_terminal();
    for colour in 0..colours {
        let members = (1..).zip(vertices).filter(|&(_, &vertex)| solution[vertex] == colour as i32);
        let members: Vec<String> = members.map(|(name, _)| name.to_string()).collect();
        // Hues from the 6 × 6 × 6 cube of terminal colours, far apart for consecutive numbers.
        let paint = if terminal {
            format!("\x1b[48;5;{}m  \x1b[0m ", 20 + (colour * 47) % 210)
        } else {
            String::new()
        };
        println!("  {paint}colour {:>2}: {}", colour + 1, members.join(" "));
    }
    println!();
}
