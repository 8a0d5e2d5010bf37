//! Small instances of XCSP3: each constraint against its meaning, goals, templates and output.

mod faults;

use csp::Cancel;
use csp_flatzinc::run::{Options, run};
use csp_flatzinc::xcsp::build;

fn solve(instance: &str, options: &Options) -> Result<String, String> {
    let built = build(instance).map_err(|fault| fault.to_string())?;
    let mut printed = Vec::new();
    run(built, options, &Cancel::new(), &mut printed).map_err(|failure| failure.to_string())?;
    Ok(String::from_utf8(printed).expect("it prints text"))
}

/// Three variables from -2 to 4, as `x`, `y`, `z` and as the array `t`.
const THREE: &str = "<var id='x'> -2..4 </var> <var id='y'> -2..4 </var> <var id='z' as='y'/>
    <array id='t' size='[3]'> -2..4 </array>";

/// Ties the array to the three variables, so that it has no values of its own.
const TIED: &str = "<intension> and(eq(t[0],x),eq(t[1],y),eq(t[2],z)) </intension>";

/// Counts all solutions with and without learning, and checks that the search is complete.
fn count(variables: &str, constraints: &str) -> usize {
    let instance = format!(
        "<instance format='XCSP3' type='CSP'><variables>{variables}</variables>\
         <constraints>{constraints}</constraints></instance>"
    );
    let numbers = [false, true].map(|free| {
        let options = Options { all: true, free, ..Options::default() };
        let printed = solve(&instance, &options).unwrap_or_else(|fault| panic!("{constraints}: {fault}"));
        let found = printed.lines().filter(|line| line.starts_with("v ")).count();
        let end = if found == 0 { "s UNSATISFIABLE\n" } else { "s SATISFIABLE\n" };
        assert!(printed.contains(end), "{constraints}: {printed}");
        found
    });
    assert_eq!(numbers[0], numbers[1], "{constraints}");
    numbers[0]
}

fn naive(holds: impl Fn(i64, i64, i64) -> bool) -> usize {
    let all = || -2..=4_i64;
    all()
        .flat_map(|x| all().flat_map(move |y| all().map(move |z| (x, y, z))))
        .filter(|&(x, y, z)| holds(x, y, z))
        .count()
}

type Case = (&'static str, fn(i64, i64, i64) -> bool);

/// Checks cases, and that each can be reified, both ways and one way.
fn check(cases: &[Case]) {
    for (constraint, holds) in cases {
        let expected = naive(holds);
        assert_eq!(count(THREE, &format!("{TIED}{constraint}")), expected, "{constraint}");
        let name = constraint[1..].split([' ', '>']).next().expect("it is an element");
        let flagged = |attribute: &str| {
            let constraint = constraint.replacen(name, &format!("{name} {attribute}='b'"), 1);
            count(&format!("{THREE}<var id='b'> 0 1 </var>"), &format!("{TIED}{constraint}"))
        };
        assert_eq!(flagged("reifiedBy"), 343, "{constraint}");
        assert_eq!(flagged("hreifiedFrom"), 343 + expected, "{constraint}");
        assert_eq!(flagged("hreifiedTo"), 343 + (343 - expected), "{constraint}");
    }
}

#[test]
fn expressions_mean_what_the_format_says() {
    check(&[
        ("<intension> eq(add(x,y,z),3) </intension>", |x, y, z| x + y + z == 3),
        ("<intension> lt(sub(x,y),mul(z,2)) </intension>", |x, y, z| x - y < z * 2),
        ("<intension> eq(mul(x,y),z) </intension>", |x, y, z| x * y == z),
        ("<intension> and(ne(y,0),eq(div(x,y),z)) </intension>", |x, y, z| y != 0 && x / y == z),
        ("<intension> and(ne(y,0),eq(mod(x,y),z)) </intension>", |x, y, z| y != 0 && x % y == z),
        ("<intension> eq(neg(x),abs(y)) </intension>", |x, y, _| -x == y.abs()),
        ("<intension> eq(sqr(x),pow(y,2)) </intension>", |x, y, _| x * x == y * y),
        ("<intension> and(ge(y,0),eq(pow(x,3),z)) </intension>", |x, y, z| y >= 0 && x * x * x == z),
        ("<intension> le(min(x,y),max(y,z,1)) </intension>", |x, y, z| x.min(y) <= y.max(z).max(1)),
        ("<intension> gt(dist(x,y),z) </intension>", |x, y, z| (x - y).abs() > z),
        ("<intension> eq(if(gt(x,0),y,z),1) </intension>", |x, y, z| (if x > 0 { y } else { z }) == 1),
        ("<intension> in(x,set(1,y,3)) </intension>", |x, y, _| x == 1 || x == y || x == 3),
        ("<intension> notin(x,{-1,2..4}) </intension>", |x, _, _| x != -1 && !(2..=4).contains(&x)),
        ("<intension> in(x,set()) </intension>", |_, _, _| false),
        ("<intension> or(not(eq(x,y)),xor(lt(x,z),gt(y,z))) </intension>", |x, y, z| {
            x != y || ((x < z) ^ (y > z))
        }),
        ("<intension> iff(lt(x,0),lt(y,0),lt(z,0)) </intension>", |x, y, z| {
            (x < 0) == (y < 0) && (y < 0) == (z < 0)
        }),
        ("<intension> imp(ge(x,1),eq(y,z)) </intension>", |x, y, z| x < 1 || y == z),
        ("<intension> eq(x,y,z) </intension>", |x, y, z| x == y && y == z),
        ("<intension> eq(add(lt(x,y),lt(y,z)),1) </intension>", |x, y, z| (x < y) != (y < z)),
        ("<intension> and(x,y) </intension>", |x, y, _| x != 0 && y != 0),
    ]);
}

#[test]
fn values_mean_what_the_format_says() {
    let distinct = |values: &[i64]| (0..values.len()).all(|at| !values[..at].contains(&values[at]));
    assert!(distinct(&[1, 2]) && !distinct(&[1, 2, 1]));
    check(&[
        ("<allDifferent> x y z </allDifferent>", |x, y, z| x != y && y != z && x != z),
        ("<allDifferent> t[] </allDifferent>", |x, y, z| x != y && y != z && x != z),
        ("<allDifferent> x add(y,1) 2 </allDifferent>", |x, y, _| x != y + 1 && x != 2 && y != 1),
        ("<allDifferent> <list> t[] </list> <except> 0 1 </except> </allDifferent>", |x, y, z| {
            let free = |value| value == 0 || value == 1;
            (x != y || free(x)) && (x != z || free(x)) && (y != z || free(y))
        }),
        ("<allDifferent> <list> x y </list> <list> y z </list> </allDifferent>", |x, y, z| (x, y) != (y, z)),
        ("<allDifferent> <matrix> (x,y)(y,z) </matrix> </allDifferent>", |x, y, z| x != y && y != z),
        ("<allEqual> x y 1 </allEqual>", |x, y, _| x == y && y == 1),
        ("<allEqual> <list> x y z </list> <except> 0 </except> </allEqual>", |x, y, z| {
            let mut rest: Vec<i64> = [x, y, z].into_iter().filter(|value| *value != 0).collect();
            rest.dedup();
            rest.len() <= 1
        }),
        ("<allEqual> <list> x y </list> <list> y z </list> </allEqual>", |x, y, z| x == y && y == z),
        ("<ordered> <list> t[] </list> <operator> lt </operator> </ordered>", |x, y, z| x < y && y < z),
        (
            "<ordered> <list> x y z </list> <lengths> 1 2 </lengths> <operator> le </operator> </ordered>",
            |x, y, z| x < y && y + 2 <= z,
        ),
        ("<ordered> <list> x y z </list> <operator> ge </operator> </ordered>", |x, y, z| x >= y && y >= z),
        ("<lex> <list> x y </list> <list> y z </list> <operator> lt </operator> </lex>", |x, y, z| {
            (x, y) < (y, z)
        }),
        ("<lex> <list> x 1 </list> <list> y z </list> <operator> ge </operator> </lex>", |x, y, z| {
            (x, 1) >= (y, z)
        }),
        ("<lex> <matrix> (x,y)(y,z) </matrix> <operator> le </operator> </lex>", |x, y, z| (x, y) <= (y, z)),
        (
            "<sum> <list> x y z </list> <coeffs> 2 -1 1 </coeffs> <condition> (le,3) </condition> </sum>",
            |x, y, z| 2 * x - y + z <= 3,
        ),
        (
            "<sum> <list> x y </list> <coeffs> y z </coeffs> <condition> (in,0..5) </condition> </sum>",
            |x, y, z| (0..=5).contains(&(x * y + y * z)),
        ),
        ("<sum> <list> x y </list> <condition> (ne,z) </condition> </sum>", |x, y, z| x + y != z),
        (
            "<count> <list> t[] </list> <values> 1 3 </values> <condition> (ge,2) </condition> </count>",
            |x, y, z| [x, y, z].iter().filter(|value| [1, 3].contains(*value)).count() >= 2,
        ),
        (
            "<count> <list> x y </list> <values> z </values> <condition> (eq,1) </condition> </count>",
            |x, y, z| (x == z) != (y == z),
        ),
        ("<nValues> <list> x y z </list> <condition> (lt,3) </condition> </nValues>", |x, y, z| {
            x == y || y == z || x == z
        }),
        (
            "<nValues> <list> x y </list> <except> 0 </except> <condition> (eq,1) </condition> </nValues>",
            |x, y, _| (x == y && x != 0) || ((x == 0) != (y == 0)),
        ),
        (
            "<cardinality> <list> t[] </list> <values> 0 1 </values> <occurs> 1 0..1 </occurs> </cardinality>",
            |x, y, z| {
                let all = [x, y, z];
                let of = |value| all.iter().filter(|other| **other == value).count();
                of(0) == 1 && of(1) <= 1
            },
        ),
        (
            "<cardinality> <list> x y </list> <values closed='true'> 2 3 </values> <occurs> z 1 </occurs> </cardinality>",
            |x, y, z| {
                [x, y].iter().all(|value| [2, 3].contains(value))
                    && i64::from(x == 2) + i64::from(y == 2) == z
                    && (x == 3) != (y == 3)
            },
        ),
        (
            "<cardinality> <list> x y </list> <values> z </values> <occurs> 1 </occurs> </cardinality>",
            |x, y, z| (x == z) != (y == z),
        ),
        ("<maximum> <list> x y </list> <condition> (eq,z) </condition> </maximum>", |x, y, z| x.max(y) == z),
        ("<minimum> <list> x add(y,1) z </list> <condition> (gt,0) </condition> </minimum>", |x, y, z| {
            x > 0 && y + 1 > 0 && z > 0
        }),
        ("<instantiation> <list> t[] </list> <values> 1x2 0 </values> </instantiation>", |x, y, z| {
            (x, y, z) == (1, 1, 0)
        }),
        ("<precedence> <list> t[] </list> <values> 1 2 </values> </precedence>", |x, y, z| {
            let first = |value| [x, y, z].iter().position(|&other| other == value).unwrap_or(9);
            first(2) == 9 || first(1) < first(2)
        }),
        ("<precedence> <list> t[] </list> <values covered='true'> 1 2 </values> </precedence>", |x, y, z| {
            let first = |value| [x, y, z].iter().position(|&other| other == value).unwrap_or(9);
            first(2) != 9 && first(1) < first(2)
        }),
        ("<clause> x not(y) </clause>", |x, y, _| x != 0 || y == 0),
    ]);
}

#[test]
fn tables_and_automata_mean_what_the_format_says() {
    check(&[
        ("<extension> <list> x y </list> <supports> (1,2)(0,0) (9,9) </supports> </extension>", |x, y, _| {
            [(1, 2), (0, 0)].contains(&(x, y))
        }),
        ("<extension> <list> x y z </list> <supports> (1,*,2)(*,0,*) </supports> </extension>", |x, y, z| {
            (x == 1 && z == 2) || y == 0
        }),
        (
            "<extension> <list> x y </list> <conflicts> (1,2)(0,0)(7,7) </conflicts> </extension>",
            |x, y, _| ![(1, 2), (0, 0)].contains(&(x, y)),
        ),
        ("<extension> <list> x y z </list> <conflicts> (1,*,2) </conflicts> </extension>", |x, _, z| {
            (x, z) != (1, 2)
        }),
        ("<extension> <list> x </list> <supports> -1 2..9 </supports> </extension>", |x, _, _| {
            x == -1 || x >= 2
        }),
        ("<extension> <list> x </list> <conflicts> 0 </conflicts> </extension>", |x, _, _| x != 0),
        ("<extension> <list> x add(y,1) </list> <supports> (1,2) </supports> </extension>", |x, y, _| {
            (x, y) == (1, 1)
        }),
        (
            "<regular> <list> t[] </list> <transitions> (a,0,a)(a,1,b)(b,0,b) </transitions>
            <start> a </start> <final> b </final> </regular>",
            |x, y, z| {
                let all = [x, y, z];
                all.iter().all(|value| [0, 1].contains(value)) && all.iter().sum::<i64>() == 1
            },
        ),
        (
            "<mdd> <list> x y </list> <transitions> (r,0,n1)(r,2,n2)(n1,1,t)(n2,1,t)(n2,3,t) </transitions> </mdd>",
            |x, y, _| [(0, 1), (2, 1), (2, 3)].contains(&(x, y)),
        ),
    ]);
}

#[test]
fn places_mean_what_the_format_says() {
    check(&[
        ("<element> <list> x 3 z </list> <index> y </index> <value> 3 </value> </element>", |x, y, z| match y {
            0 => x == 3,
            1 => true,
            2 => z == 3,
            _ => false,
        }),
        ("<element> <list startIndex='1'> 5 0 1 </list> <index> x </index> <condition> (le,y) </condition> </element>", |x, y, _| {
            usize::try_from(x - 1).ok().and_then(|at| [5, 0, 1].get(at)).is_some_and(|&entry| entry <= y)
        }),
        ("<element> <list> x y </list> <value> z </value> </element>", |x, y, z| x == z || y == z),
        ("<element> <matrix> (1,2)(3,x) </matrix> <index> y z </index> <value> 2 </value> </element>", |x, y, z| {
            (y, z) == (0, 1) || ((y, z) == (1, 1) && x == 2)
        }),
        (
            "<element> <list> 1 5 z </list> <index> x </index> <condition> (notin,1..4) </condition> </element>",
            |x, _, z| x == 1 || (x == 2 && !(1..=4).contains(&z)),
        ),
        ("<circuit startIndex='1'> <list> t[] </list> <size> 3 </size> </circuit>", |x, y, z| {
            [(2, 3, 1), (3, 1, 2)].contains(&(x, y, z))
        }),
        ("<channel> <list> t[] </list> </channel>", |x, y, z| {
            let all = [x, y, z];
            all.iter().enumerate().all(|(at, &to)| (0..3).contains(&to) && all[to as usize] == at as i64)
        }),
        ("<channel> <list> x y </list> <list> z 0 </list> </channel>", |x, y, z| (x, y, z) == (1, 0, 1)),
        ("<channel> <list> x </list> <list startIndex='1'> y z </list> </channel>", |x, y, z| {
            (x == 1 && y == 0) || (x == 2 && z == 0)
        }),
        ("<channel> <list> x y </list> <value> z </value> </channel>", |x, y, z| {
            (0..2).contains(&z) && (x != 0) == (z == 0) && (y != 0) == (z == 1)
        }),
        ("<circuit> t[] </circuit>", |x, y, z| {
            [(1, 2, 0), (2, 0, 1), (1, 0, 2), (2, 1, 0), (0, 2, 1)].contains(&(x, y, z))
        }),
        ("<circuit> <list startIndex='1'> t[] </list> <size> 2 </size> </circuit>", |x, y, z| {
            [(2, 1, 3), (3, 2, 1), (1, 3, 2)].contains(&(x, y, z))
        }),
        ("<maximumArg> <list> x y </list> <condition> (eq,z) </condition> </maximumArg>", |x, y, z| {
            (z == 0 && x >= y) || (z == 1 && y >= x)
        }),
        ("<minimumArg rank='first'> <list startIndex='1'> x y </list> <condition> (eq,z) </condition> </minimumArg>", |x, y, z| {
            (z == 1 && x <= y) || (z == 2 && y < x)
        }),
        ("<noOverlap> <origins> x y </origins> <lengths> 2 z </lengths> </noOverlap>", |x, y, z| {
            z >= 0 && (z == 0 || x + 2 <= y || y + z <= x)
        }),
        ("<noOverlap zeroIgnored='false'> <origins> x y </origins> <lengths> 2 0 </lengths> </noOverlap>", |x, y, _| {
            x + 2 <= y || y <= x
        }),
        ("<noOverlap> <origins> (x,y)(0,z) </origins> <lengths> (2,1)(1,2) </lengths> </noOverlap>", |x, y, z| {
            x + 2 <= 0 || 1 <= x || y < z || z + 2 <= y
        }),
        ("<noOverlap> <origins> (x,y,0)(0,z,0) </origins> <lengths> (2,1,1)(1,2,1) </lengths> </noOverlap>", |x, y, z| {
            x + 2 <= 0 || 1 <= x || y < z || z + 2 <= y
        }),
        ("<cumulative> <origins> x y </origins> <lengths> 2 1 </lengths> <heights> 1 2 </heights>
            <condition> (lt,3) </condition> </cumulative>", |x, y, _| x + 2 <= y || y < x),
        ("<cumulative> <origins> x y </origins> <lengths> 2 1 </lengths> <ends> z 3 </ends> <heights> 1 1 </heights>
            <condition> (le,1) </condition> </cumulative>", |x, y, z| x + 2 == z && y == 2 && (x + 2 <= y || y < x)),
        ("<binPacking> <list> x y </list> <sizes> 2 1 </sizes> <loads> 1 z </loads> </binPacking>", |x, y, z| {
            (x, y, z) == (1, 0, 2)
        }),
        ("<binPacking> <list> x y </list> <sizes> 2 1 </sizes> <limits> 2 1 </limits> </binPacking>", |x, y, _| {
            (x, y) == (0, 1)
        }),
        ("<binPacking> <list> x y </list> <sizes> 2 1 </sizes> <condition> (le,2) </condition> </binPacking>", |x, y, _| {
            x != y
        }),
        ("<knapsack> <list> x y </list> <weights> 2 1 </weights> <condition> (le,5) </condition>
            <profits> 1 3 </profits> <condition> (ge,z) </condition> </knapsack>", |x, y, z| {
            2 * x + y <= 5 && x + 3 * y >= z
        }),
    ]);
}

#[test]
fn templates_make_many_constraints() {
    let ascending: fn(i64, i64, i64) -> bool = |x, y, z| x < y && y < z;
    let cases: &[Case] = &[
        (
            "<group> <intension> lt(%0,%1) </intension> <args> x y </args> <args> y z </args> </group>",
            ascending,
        ),
        (
            "<group> <intension> lt(%0,%1) </intension> <args> t[0..1] </args> <args> t[1] t[2] </args> </group>",
            ascending,
        ),
        ("<slide> <list> t[] </list> <intension> lt(%0,%1) </intension> </slide>", ascending),
        (
            "<slide circular='true'> <list> t[] </list> <intension> ne(%0,%1) </intension> </slide>",
            |x, y, z| x != y && y != z && z != x,
        ),
        (
            "<slide> <list offset='2' collect='2'> x y z 4 </list> <intension> eq(%0,%1) </intension> </slide>",
            |x, y, z| x == y && z == 4,
        ),
        (
            "<group> <sum> <list> %1 %... </list> <condition> (eq,%0) </condition> </sum> <args> 3 x y z </args> </group>",
            |x, y, z| x + y + z == 3,
        ),
        (
            "<block> <block> <intension> eq(x,1) </intension> </block> <allEqual> y z </allEqual> </block>",
            |x, y, z| x == 1 && y == z,
        ),
    ];
    for (constraints, holds) in cases {
        assert_eq!(count(THREE, &format!("{TIED}{constraints}")), naive(holds), "{constraints}");
    }
}

#[test]
fn arrays_have_domains_by_their_parts() {
    let parts = "<array id='a' size='[2][3]'> <domain for='a[0][] a[1][2]'> 0 1 </domain>
        <domain for='others'> 5..7 </domain> </array>";
    assert_eq!(count(parts, ""), 16 * 9);
    let holes =
        "<array id='a' size='[3]'> <domain for='a[0] a[2]'> 0..2 </domain> </array> <array id='b' as='a'/>";
    assert_eq!(count(holes, "<allDifferent> a[] </allDifferent> <allEqual> b[] </allEqual>"), 6 * 3);
    // Wide values with holes are those of a copy, too.
    assert_eq!(count("<array id='a' size='[1]'> 0 2000000 </array><array id='b' as='a'/>", ""), 4);
    let instance = format!("<instance><variables>{holes}</variables></instance>");
    let printed = solve(&instance, &Options::default());
    let told = "s SATISFIABLE\nv <instantiation type='solution'> <list> a[] b[] </list> \
                <values> 0 * 0 0 * 0 </values> </instantiation>\n";
    assert_eq!(printed.as_deref(), Ok(told));
}

#[test]
fn symbols_are_values() {
    let variables = "<var id='p' type='symbolic'> red green blue </var> <var id='q' as='p' type='symbolic'/>
        <array id='r' size='[2]' type='symbolic'> green white </array>";
    for (constraints, expected) in [
        ("", 3 * 3 * 4),
        ("<allDifferent> p q r[] </allDifferent>", 2 * 2),
        ("<intension> and(eq(p,red),ne(q,p),in(r[0],set(white))) </intension>", 2 * 2),
        (
            "<extension> <list> p r[0] </list> <supports> (red,white)(green,*)(white,white) </supports> </extension>",
            3 * 3 * 2,
        ),
        ("<extension> <list> p </list> <conflicts> blue </conflicts> </extension>", 2 * 3 * 4),
        ("<count> <list> p q </list> <values> red </values> <condition> (eq,1) </condition> </count>", 4 * 4),
    ] {
        assert_eq!(count(variables, constraints), expected, "{constraints}");
    }
    let instance = format!("<instance><variables>{variables}</variables></instance>");
    let printed = solve(&instance, &Options::default()).expect("it is solved");
    assert!(printed.contains("<list> p q r[] </list> <values> red red green green </values>"), "{printed}");
}

#[test]
fn goals_and_the_lines_of_the_competition() {
    let goals = [
        ("<minimize> add(x,mul(y,2)) </minimize>", -6),
        ("<maximize type='sum'> <list> x y z </list> <coeffs> 1 -1 2 </coeffs> </maximize>", 4 + 2 + 8),
        ("<maximize type='minimum'> x y z </maximize>", 4),
        ("<minimize type='maximum'> <list> x y 1 </list> </minimize>", 1),
        ("<minimize type='nValues'> x y z </minimize>", 1),
        ("<maximize type='product'> x y </maximize>", 16),
    ];
    for (goal, best) in goals {
        let instance = format!(
            "<instance format='XCSP3' type='COP'><variables>{THREE}</variables>\
             <constraints>{TIED}</constraints><objectives>{goal}</objectives></instance>"
        );
        for (free, threads) in [(false, 1), (true, 1), (true, 2)] {
            let options = Options { free, threads: Some(threads), ..Options::default() };
            let printed = solve(&instance, &options).unwrap_or_else(|fault| panic!("{goal}: {fault}"));
            let lines: Vec<&str> = printed.lines().collect();
            let [improvements @ .., status, values] = &lines[..] else { panic!("{printed}") };
            assert_eq!(*status, "s OPTIMUM FOUND", "{goal}");
            assert_eq!(improvements.last(), Some(&&*format!("o {best}")), "{goal}");
            assert!(improvements.iter().all(|line| line.starts_with("o ")), "{printed}");
            assert!(
                values.starts_with(&format!("v <instantiation type='solution' cost='{best}'> ")),
                "{values}"
            );
        }
        let late = Options { deadline: Some(std::time::Instant::now()), ..Options::default() };
        assert_eq!(solve(&instance, &late).as_deref(), Ok("s UNKNOWN\n"));
    }
    // An objective beyond 2^28 is cut off, and nothing is proved of it.
    let large = "<instance><variables><var id='x'> 0..1000 </var></variables><objectives>\
        <maximize type='sum'> <list> x 1 </list> <coeffs> 1000000 1 </coeffs> </maximize></objectives></instance>";
    let printed = solve(large, &Options::default()).expect("it is solved");
    assert!(
        printed.starts_with("o ")
            && printed.contains("s SATISFIABLE")
            && printed.contains("cost='268000001'"),
        "{printed}"
    );
    let counted = solve(
        "<instance><variables><var id='x'> 1..300000000 </var></variables></instance>",
        &Options { number: Some(2), statistics: true, ..Options::default() },
    );
    let counted = counted.expect("it is solved");
    assert_eq!(counted.lines().filter(|line| line.starts_with("v ")).count(), 2);
    assert!(counted.lines().all(|line| ["v ", "s ", "c "].contains(&&line[..2])), "{counted}");
}
