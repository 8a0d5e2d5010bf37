"""The tests: actions of users on the page, and the expected results."""

import re
import statistics

from lessons import teaches, teaches_on_a_telephone
from playing import checks_among_several, draws_lines, greets, makes_new_puzzles, names_cells, pauses, plays_by_keys, presses_long, shares_codes, shares_short_links, shows_broken_clues
from screens import is_accessible, keyboard_alone, loads_cold, misses_the_rest, on_a_large_screen, on_a_telephone, opens_offline
from setting import (CLUES, assists, changes_clues, finds_tools, paints_regions, puts_guesses_right, sets_a_puzzle, sets_on_a_telephone, shows_both_solutions,
                     tells_a_repeat, writes_texts)

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EMPTY = "size: 9\n"
# A 5 at the top left, anti-knight and the title "Pasted".
FPUZZLES = "https://www.f-puzzles.com/?load=N4IghgdgLglg1hGBzAFlEAuKAnArgUwBoQlsYATTAbStCRgDd8JMcDiGwAbAzAVgC+hYEJHDRE8VJEBdQrUlililXIXSVGjWuVbd+gTs0G9h+SYurzxm9uumHyo49uy5IAM4wAXvkwBOYlgoLj8MEAAFMA8ofEoBIA=="
HOSTILE = """size: 4
title: <script>window.hurt = 1</script><img src=x onerror="window.hurt = 2">
author: "'><svg onload='window.hurt = 3'>
symbols: < > " &
grid:
<...
....
....
...&
rules: javascript:window.hurt = 4 <a href="javascript:window.hurt = 5">x</a> ${window.hurt = 6}
"""

# Draws every rule of the table, and returns the lines that cannot be read, with the reason.
EVERY_RULE = """
  const done = arguments[0];
  const ask = async (text) => (await fetch("/api/read", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }),
  })).json();
  const same = (one, other) => JSON.stringify([one.groups, one.spot]) === JSON.stringify([other.groups, other.spot]);
  (async () => {
    const { toolOf } = await import("/page/palette.js");
    const { clueOf, groupsOf, lineOf, sides, diagonals } = await import("/page/clue.js");
    const rules = await (await fetch("/api/rules")).json();
    const { board } = await ask("size: 9\\n");
    const spots = { side: sides(board), diagonal: diagonals(board) };
    const wrong = [];
    for (const rule of rules) {
      const tool = toolOf(rule);
      for (const spot of spots[tool.form] ?? [null]) {
        // The example has three weights.
        const cells = rule.name === "weighted-sum" ? [0, 1, 10] : tool.form === "corner" ? [0] : [0, 1, 10, 9];
        const groups = groupsOf(tool, cells, tool.form === "groups" ? [[20, 21, 30, 29]] : []);
        const line = lineOf({ tool, parameters: tool.usual, groups, spot }, board);
        const needs = { doppelganger: "values: 0-9\\n", "hidden-doublers": "cells: M 9\\n" };
        const head = `size: 9\\n${needs[rule.name] ?? ""}`;
        const regions = rule.group === "Unknown regions" && rule.name !== "chaos-construction" ? "chaos-construction\\n" : "";
        const { error, lines, rules: told } = await ask(`${head}${regions}${line}\\n`);
        if (error) {
          // A diagonal of one cell has a sum of its own.
          if (!spot || !/cannot|sum/.test(error.message)) wrong.push(`${line}: ${error.message}`);
          continue;
        }
        const says = told.find((one) => one.rule === rule.name)?.says ?? "";
        if (!tool.title || !says.endsWith(".") || says === rule.help) wrong.push(`${line}: no sentence for players, but ${says}`);
        // The clue that is read again is the clue that was drawn.
        const clue = lines.at(-1) && clueOf(lines.at(-1).text, tool, board);
        if (clue && lineOf(clue, board) !== line && !same(clue, { groups, spot })) wrong.push(`${line}: read again ${lineOf(clue, board)}`);
        if (!clue && !["flag", "line"].includes(tool.form)) wrong.push(`${line}: not read again`);
      }
    }
    done([rules.length, wrong]);
  })().catch((error) => done([0, [String(error)]]));
"""

# Presses a digit in a cell, and measures until the answer has been painted.
PAINTED = """
  const [cell, digit, done] = arguments;
  const badge = document.querySelector("#badge");
  const target = document.querySelector(`[data-cell="${cell}"]`);
  target.focus();
  const begun = performance.now();
  const watcher = new MutationObserver(() => {
    if (badge.dataset.state === "busy") return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  });
  watcher.observe(badge, { childList: true, subtree: true, characterData: true, attributes: true });
  target.dispatchEvent(new KeyboardEvent("keydown", { key: String(digit), code: `Digit${digit}`, bubbles: true, cancelable: true }));
"""


def opens(page):
    """The page loads quickly, is small, and requests nothing from other servers."""
    browser = page.browser
    page.wait_badge("unique")
    found = browser.run("""
      const files = performance.getEntriesByType("resource");
      const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
      return [paint, files.reduce((sum, one) => sum + one.decodedBodySize, 0), files.map((one) => one.name)];
    """)
    paint, size, names = found
    assert all(name.startswith(page.url.split("#")[0].split("?")[0]) for name in names), names
    assert size < 350_000, f"{size} bytes"
    return f"first paint {paint:.0f} ms, {size} bytes with rules and methods"


def types_a_puzzle(page):
    """Givens are typed until the puzzle is unique; undone, it is not."""
    page.panel("set")
    assert page.open_text(EMPTY) == ""
    page.wait_badge("solutions")
    browser = page.browser
    for cell, digit in enumerate(CLASSIC):
        if digit != ".":
            page.choose(cell)
            browser.press(digit)
    page.wait_badge("unique")
    page.hears(0, "row 1 column 1", "given 5")
    browser.press(*["Control+z"] * 15)
    page.wait_badge("solutions")
    browser.press(*["Control+y"] * 15)
    page.wait_badge("unique")
    assert "53..7...." in page.text()


def draws_a_thermometer(page):
    """A rule from the palette, drawn by dragging; the answer follows; undo takes it away."""
    page.panel("set")
    page.open_text("size: 4\ngrid:\n1...\n....\n....\n....\n")
    count = "const text = document.querySelector('#badge strong').textContent; return /^\\d+ solutions$/.test(text) && text"
    before = page.browser.wait(count)
    browser = page.browser
    browser.type("input[type=search]", "thermo")
    browser.click("[data-rule=thermo]")
    page.drag(5, 6)
    after = browser.wait(f"{count} !== arguments[0] && text", before, what="another count")
    browser.click_text("Done")
    assert browser.run(CLUES) == ["thermo: r2c2 r2c3"]
    page.choose(0)
    browser.press("Control+z")
    browser.wait(f"{count} === arguments[0]", before, what="the count before")
    assert int(after.split()[0]) < int(before.split()[0])
    return f"{before}, then {after}"


def draws_every_rule(page):
    """Each rule of the program is a tool whose lines the program reads."""
    count, wrong = page.browser.run_async(EVERY_RULE)
    assert not wrong, "\n".join(wrong)
    assert count > 80
    return f"{count} rules"


draws_every_rule.expected = ("422",)


def names_rules_at_fault(page):
    """A contradiction is shown with the contradictory givens and rules, and their cells are shaded."""
    page.open_text("size: 4\nkiller 3: r1c1 r1c2\nkiller 7: r1c1 r2c1\n")
    page.wait_badge("no solution")
    faults = page.browser.wait("return document.querySelector('.faults').textContent", what="the faults")
    assert "Killer cage 3" in faults and "Killer cage 7" in faults, faults
    assert page.browser.run("return document.querySelectorAll('.tint.fault').length") > 0
    return faults


def hints(page):
    """Three levels, a picture, and the step is taken."""
    browser = page.browser
    page.panel("steps")
    texts = []
    for _ in range(3):
        before = browser.run("return document.querySelector('.hint-text').textContent")
        browser.click("#hint")
        texts.append(browser.wait(
            "const text = document.querySelector('.hint-text').textContent;"
            "return text && text !== arguments[0] && text !== 'thinking …' ? text : null", before, what="a hint"))
    assert len(set(texts)) == 3, texts
    browser.wait("return document.querySelector('#picture svg path') !== null", what="a picture")
    entered = "return [...document.querySelectorAll('.entry')].length"
    before = browser.run(entered)
    browser.click("#take")
    browser.wait(f"{entered} > arguments[0]", before, what="the step's digit")
    browser.click_text("Whole path")
    steps = browser.wait("return document.querySelectorAll('.path li').length", what="the path")
    browser.click("[aria-label='Next step']")
    assert browser.run("return document.querySelector('#step-number').textContent").startswith("2 of")
    browser.click_text("Rate")
    browser.wait("return document.querySelector('.rating strong') !== null", what="a rating")
    return " / ".join(texts) + f"; {steps} steps"


def turns_over_long_chains(page):
    """A long chain has several pictures, which the arrows turn over before they go to the next step."""
    browser = page.browser
    page.open_text("..8..5...3...9......73......216...8......2..35....94.2......6....57..81.4.......7")
    page.panel("steps")
    browser.click_text("Whole path")
    number = "return document.querySelector('#step-number').textContent"
    browser.wait("return document.querySelectorAll('.path li').length > 40", what="the path")
    seen = [browser.run(number)]
    for _ in range(40):
        browser.click("[aria-label='Next step']")
        seen.append(browser.run(number))
    several = [text for text in seen if "picture" in text]
    assert several and several[0].endswith("picture 1 of 2") and several[1].endswith("picture 2 of 2"), seen
    browser.click("[aria-label='Step before']")
    assert browser.run(number) == seen[-2]
    return several[0]


def pastes_a_link(page):
    """A link of another tool is pasted on the page."""
    page.browser.run("""
      const data = new DataTransfer();
      data.setData("text/plain", arguments[0]);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    """, FPUZZLES)
    page.browser.wait("return document.querySelector('#title').textContent === 'Pasted'", what="the title")
    page.hears(0, "given 5")
    assert "anti-knight" in page.text()


def refuses_what_is_too_long(page):
    """A text that is too long for the server is refused with a message, and the board stays the same."""
    told = page.open_text("x" * 2**21)
    assert told == "a puzzle of more than 1 MB is not read", told
    page.browser.press("Escape")
    page.hears(0, "given 5")


def plays(page):
    """Digits, marks and colours, conflicts, undo, and the check of entries."""
    browser = page.browser
    page.choose(2)
    browser.press("4")
    page.hears(2, "row 1 column 3", "4")
    page.drag(3, 12)
    page.choose(3)
    browser.press("Shift+2", "Shift+6", "Control+7", "Alt+3")
    page.hears(3, "corner marks 2 6", "centre marks 7", "sky blue")
    browser.press("5")
    page.hears(3, "conflict")
    browser.click_text("Check")
    browser.wait("return document.querySelector('#panel-play .told').textContent.startsWith('Not right')")
    browser.press("Control+z")
    page.hears(3, "corner marks 2 6")
    for _ in range(4):
        browser.press("Control+z")
    assert page.spoken(3) == "row 1 column 4, empty"
    page.choose(5)
    browser.press("2")
    browser.click_text("Check")
    browser.wait("return document.querySelector('#panel-play .told').textContent === 'One entry is wrong.'")


def survives_a_reload(page):
    """Work is restored after a reload, with and without a link; a link opens its puzzle."""
    browser = page.browser
    page.choose(2)
    browser.press("4", "Shift+1")
    page.choose(3)
    browser.press("Control+6")
    page.settle()
    browser.open(page.url)
    page.ready()
    page.hears(2, "4")
    page.hears(3, "centre marks 6")
    page.open_text("size: 6\ntitle: Shared\nthermo: r1c1-r1c4\n")
    browser.click("#share")
    browser.click("#copy-link")
    link = browser.wait("return document.querySelector('dialog[open] textarea').value")
    assert "#p=" in link and "thermo" not in link
    page.forget()
    page.visit(link[link.index("#"):])
    browser.wait("return document.querySelector('#title').textContent === 'Shared'", what="the shared puzzle")
    page.choose(8)
    browser.press("3")
    page.settle()
    page.settle()
    browser.reload()
    page.ready()
    page.hears(8, "3")
    assert "thermo" in page.text()


def undoes_across_a_reload(page):
    """Undo and redo survive a reload: entries, marks, givens, rules and other puzzles."""
    browser = page.browser
    page.choose(2)
    browser.press("4", "ArrowRight", "Shift+1", "Control+6")
    page.panel("set")
    page.choose(3)
    browser.press("6")
    page.open_text("size: 4\ngrid:\n1...\n....\n....\n....\n")
    browser.press("Control+z")
    page.hears(3, "given 6")
    for _ in range(2):
        page.settle()
        page.settle()
        browser.reload()
        page.ready()
        page.hears(3, "given 6")
        page.choose(3)
        browser.press("Control+y")
        browser.wait("return document.querySelectorAll('[data-cell]').length === 16", what="the puzzle after it")
        browser.press("Control+z", "Control+z", "Control+z")
        browser.wait("return document.querySelectorAll('.corner').length === 1", what="the marks")
        page.hears(3, "empty, corner marks 1")
        browser.press("Control+z", "Control+z", "Control+z")
        browser.wait("return document.querySelector('#undo').disabled", what="the beginning")
        page.hears(2, "empty")
        browser.press(*["Control+y"] * 4)
        browser.wait("return document.querySelectorAll('.given').length === 31", what="the given")
        page.hears(2, "4")
        page.hears(3, "given 6")
    count = browser.run("return JSON.parse(localStorage.getItem('sudoku.work')).positions.length")
    size = browser.run("return localStorage.getItem('sudoku.work').length")
    return f"{count} positions in {size} characters"


def cannot_be_hurt(page):
    """Texts of documents stay texts."""
    browser = page.browser
    for text in (HOSTILE, "size: 4\ntitle: \"><script>window.hurt = 7</script>\nthermo: <script>\n", "<svg onload=alert(1)>",
                 "javascript:window.hurt = 8"):
        page.open_text(text)
        browser.press("Escape")
    assert page.open_text(HOSTILE) == "" and "<script>" in browser.run("return document.querySelector('#title').textContent")
    for name in ("set", "text", "steps", "learn", "lab", "play"):
        page.panel(name)
        page.settle()
    assert browser.run("return window.hurt ?? null") is None
    assert browser.run("return document.querySelectorAll('body script, body img, a[href^=javascript]').length") == 0
    page.hears(0, "given <")
    blocked = browser.run_async("""
      const done = arguments[0];
      const script = document.createElement("script");
      script.textContent = "window.hurt = 9";
      document.addEventListener("securitypolicyviolation", (event) => done(event.violatedDirective), { once: true });
      document.body.append(script);
      setTimeout(() => done("nothing"), 1000);
    """)
    assert blocked.startswith("script-src"), blocked


cannot_be_hurt.expected = ("422", "inline script", "Content Security Policy")


def watches_a_search(page):
    """A search on the board up to its solution. After a stop it leaves nothing on the board, also on another grid."""
    browser = page.browser
    page.panel("lab")
    browser.run("document.querySelector('#method').value = 'mrv'; document.querySelector('[aria-label=Speed]').value = 10")
    browser.click_text("Watch")
    told = browser.wait(
        "const text = document.querySelector('#panel-lab .told').textContent; return text.endsWith('solutions 1') && text",
        seconds=30, what="the solution")
    assert browser.run("return document.querySelectorAll('.digits .alone').length") == CLASSIC.count(".")
    browser.run("document.querySelector('[aria-label=Speed]').value = 2")
    browser.click_text("Watch")
    browser.wait("return document.querySelectorAll('.digits .few').length > 0", what="the search")
    page.open_text("size: 4\n")
    page.settle()
    assert browser.run("return document.querySelectorAll('.digits .small').length") == 0
    return told


def compares_methods(page):
    """Methods side by side in a table."""
    page.panel("lab")
    page.browser.click_text("Compare methods on this puzzle")
    rows = page.browser.wait("return document.querySelectorAll('.table tbody tr').length", what="the table")
    return f"{rows} methods"


def shows_true_candidates(page):
    """Candidates with their counts, which follow a change."""
    browser = page.browser
    page.open_text("size: 4\ngrid:\n1...\n..1.\n....\n.2..\n")
    page.panel("set")
    browser.click("#panel-set .tick input")
    browser.wait("return document.querySelectorAll('.digits .small').length > 0", what="candidates")
    page.choose(1)
    detail = browser.wait("return document.querySelector('.detail').textContent", what="counts")
    assert re.fullmatch(r"R1C2, solutions: (\S+ in \d+( or more)?(, )?)+", detail), detail
    before = browser.run("return document.querySelector('.digits').textContent")
    browser.press(re.search(r": (\S+) in", detail)[1])
    browser.wait("return document.querySelector('.digits').textContent !== arguments[0]", before)
    browser.click_text("Count all")
    count = browser.wait(
        "const text = document.querySelector('#panel-set .told').textContent; return /^\\d+ solutions?$/.test(text) && text")
    return f"{detail}; then {count}"


def enters_beside_the_grid(page):
    """Cells beside the grid lie below it: by pointer, by keys, spoken, in rules, and not as givens."""
    browser = page.browser
    assert page.open_text("size: 4\ncells: A 3\n") == ""
    page.choose(17)
    browser.press("3", "ArrowRight", "Shift+2", "ArrowLeft", "ArrowLeft")
    page.hears(17, "beside the grid a2", "3")
    page.hears(18, "corner marks 2")
    browser.press("4", "ArrowUp", "1", "ArrowDown", "ArrowDown", "2")
    page.hears(16, "4")
    page.hears(12, "row 4 column 1", "1")
    page.hears(0, "2")
    page.panel("set")
    page.choose(16)
    browser.press("1")
    browser.wait("return document.querySelector('#toasts').textContent.includes('has no given')", what="why there is none")
    browser.type("input[type=search]", "killer")
    browser.click("[data-rule=killer]")
    page.drag(16, 17)
    browser.press("5")
    browser.wait(CLUES + ".includes('killer 5: A1 A2')", what="the rule")
    browser.click_text("Entries to givens")
    browser.wait("return document.querySelectorAll('.given').length === 2", what="the givens")
    page.hears(16, "4")


def edits_the_text(page):
    """Typed text changes the board, errors are shown at their place, and the board changes the text."""
    browser = page.browser
    page.panel("text")
    write = """
      const editor = document.querySelector(".editor textarea");
      editor.focus();
      editor.value = arguments[0];
      editor.dispatchEvent(new Event("input", { bubbles: true }));
    """
    browser.run(write, "size: 6\ntitle: Typed\nthermo: r1c1-r1c4\n")
    browser.wait("return document.querySelector('#title').textContent === 'Typed'", what="the board")
    browser.run(write, "size: 6\ntitle: Typed\nthermo: r1c1-r2c4\n")
    browser.wait("return !document.querySelector('#problem').hidden", what="an error")
    problem = browser.run("return document.querySelector('#problem').textContent")
    assert problem.startswith("line 3, column"), problem
    assert browser.run("return document.querySelector('.behind .wrong').textContent") == "thermo: r1c1-r2c4"
    browser.run(write, "size: 6\ntitle: Typed\n")
    browser.wait("return document.querySelector('#problem').hidden")
    page.panel("set")
    page.choose(7)
    browser.press("3")
    assert "\n.3....\n" in page.text()
    return problem


edits_the_text.expected = ("422",)


def answers_fast(page):
    """From a key to the painted answer, on a classic."""
    page.panel("set")
    page.wait_badge("unique")
    page.choose(0)
    times = []
    for _ in range(20):
        times.append(page.browser.run_async(PAINTED, 0, 5))
        page.settle()
    middle = statistics.median(times)
    return f"median {middle:.0f} ms, most {max(times):.0f} ms of {len(times)}"


ALL = [
    opens, types_a_puzzle, draws_a_thermometer, sets_a_puzzle, sets_on_a_telephone, changes_clues, finds_tools, paints_regions, writes_texts, assists, puts_guesses_right, shows_both_solutions, tells_a_repeat, draws_every_rule, names_rules_at_fault, hints, turns_over_long_chains, pastes_a_link,
    refuses_what_is_too_long, plays, plays_by_keys, checks_among_several, greets, pauses, shows_broken_clues, makes_new_puzzles, shares_short_links, shares_codes, presses_long, draws_lines, names_cells, survives_a_reload, undoes_across_a_reload, keyboard_alone, on_a_telephone, on_a_large_screen, cannot_be_hurt, watches_a_search, compares_methods, shows_true_candidates,
    enters_beside_the_grid, edits_the_text, teaches, teaches_on_a_telephone, is_accessible, answers_fast, loads_cold, misses_the_rest, opens_offline,
]
