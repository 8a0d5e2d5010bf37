//! Faults of instances: where they are, and what is wrong.

use csp_flatzinc::run::Options;

use super::{THREE, solve};

#[test]
fn faults_have_a_place_and_a_reason() {
    let within = |variables: &str, constraints: &str| {
        format!(
            "<instance>\n<variables>{variables}</variables>\n<constraints>\n{constraints}</constraints></instance>"
        )
    };
    let deep = format!("<intension> {}x{} </intension>", "neg(".repeat(5000), ")".repeat(5000));
    let blocks = "<block>".repeat(5000) + &"</block>".repeat(5000);
    let cases: &[(&str, &str, &str)] = &[
        ("<intension> eq(q,1) </intension>", "line 5, column 1", "'q' is not declared"),
        ("<intension> eq(x,1 </intension>", "line 5, column 1", "no closing bracket"),
        ("<intension> eqq(x,1) </intension>", "line 5", "no function 'eqq'"),
        ("<intension> sub(x,1,2) </intension>", "line 5", "3 arguments"),
        ("<intension> eq(x,99999999999999999999) </intension>", "line 5", "beyond 64 bits"),
        ("<allDifferent> t[7] </allDifferent>", "line 5", "its indices are 0 to 2"),
        ("<allDifferent> t[0][1] </allDifferent>", "line 5", "has 1 dimensions"),
        ("<intension> eq(t,1) </intension>", "line 5", "several variables"),
        ("<sum> <list> x y </list> </sum>", "line 5", "lacks a <condition>"),
        (
            "<sum> <list> x y </list> <coeffs> 1 </coeffs> <condition> (le,1) </condition> </sum>",
            "line 5",
            "coefficients",
        ),
        ("<sum> <list> x y </list> <condition> le 1 </condition> </sum>", "line 5", "no condition"),
        (
            "<channel> <list> x </list> <list> y </list> <list> z </list> </channel>",
            "line 5",
            "more than two lists",
        ),
        ("<stretch> x </stretch>", "line 5", "'stretch' is not supported"),
        ("<group> <intension> eq(%0,%1) </intension>\n<args> x </args> </group>", "line 6", "no argument %1"),
        (
            "<extension> <list> x y </list> <supports> (1,2)(1) </supports> </extension>",
            "line 5",
            "a tuple of 1 values",
        ),
        (
            "<cumulative> <origins> x </origins> <lengths> 1 </lengths> <heights> 1 </heights> <condition> (ge,1) </condition> </cumulative>",
            "line 5",
            "only le and lt",
        ),
        (&deep, "line 5", "deeper than"),
        (&blocks, "line 5", "too deeply"),
        ("<intension> eq(x,1) </extension>", "line 5", "expected 'intension' tag"),
        (
            "<instantiation> <list> x </list> <values> 1x99999999999 </values> </instantiation>",
            "line 5",
            "too many numbers",
        ),
        (
            "<allDifferent> <list> mul(x,1000000) y </list> <except> 0 </except> </allDifferent>",
            "line 5",
            "1000000·x has too many values",
        ),
    ];
    for (constraints, place, what) in cases {
        let told = solve(&within(THREE, constraints), &Options::default()).expect_err(constraints);
        assert!(told.starts_with(place) && told.contains(what), "{constraints}: {told}");
    }
    let variables: &[(&str, &str)] = &[
        ("<var id='x' type='set'> 1 2 </var>", "type set are not supported"),
        ("<var id='x'> a </var>", "'a' is no integer"),
        ("<var> 1 </var>", "no id"),
        ("<var id='x'> 1 </var><var id='x'> 1 </var>", "declared twice"),
        ("<var id='y' as='x'/>", "'x' is not declared"),
        ("<var id='x'> 1 </var><var id='y' type='symbolic' as='x'/>", "another kind"),
        ("<array id='a' size='[1000000][1000000]'> 0 1 </array>", "more than"),
        ("<array id='a' size='[0]'> 0 1 </array>", "no size"),
        ("<array id='a'> 0 1 </array>", "has no size"),
    ];
    for (variables, what) in variables {
        let told = solve(&within(variables, ""), &Options::default()).expect_err(variables);
        assert!(told.starts_with("line 2") && told.contains(what), "{variables}: {told}");
    }
    for (text, what) in [
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><instance>&a;</instance>", "DTD"),
        ("<model/>", "begins with <instance>"),
        ("<instance", "line 1"),
        ("<", "line 1"),
    ] {
        let told = solve(text, &Options::default()).expect_err(text);
        assert!(told.contains(what), "{text}: {told}");
    }
    let two = "<instance><variables><var id='x'> 0 1 </var></variables>\
        <objectives><minimize> x </minimize><maximize> x </maximize></objectives></instance>";
    assert!(solve(two, &Options::default()).unwrap_err().contains("several objectives"));
}
