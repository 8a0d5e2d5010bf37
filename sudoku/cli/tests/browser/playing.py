"""Tests of the panel "play": keys, checks, time, new puzzles."""

import re
import time

import codes

TOLD = "return document.querySelector('#panel-play .told').textContent"
CHOSEN = "return [...document.querySelectorAll('[aria-selected=true][data-cell]')].map((one) => Number(one.dataset.cell))"
# A puzzle with two solutions, which differ in the second row and the last.
TWO = "size: 4\ngrid:\n12..\n34..\n2143\n43..\n"


def act(browser, x, y, *actions):
    """Moves the pointer to a point, and does what is listed."""
    to = {"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}
    pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [to, *actions]}
    browser.command("/actions", {"actions": [pointer]})


def plays_by_keys(page):
    """Modes by letters, keys beside the board, equal cells by a double click, marks by a long press and all at once."""
    browser = page.browser
    page.choose(2)
    browser.press("x", "1", "c", "2", "v", "3")
    page.hears(2, "corner marks 1", "centre marks 2", "sky blue")
    browser.press("z", "4")
    page.hears(2, "4, sky blue")
    # A click beside the board leaves the keys to the chosen cell.
    browser.run("document.activeElement.blur()")
    browser.press("7")
    page.hears(2, "7, sky blue")
    act(browser, *page.place(0), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
        {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})
    fives = browser.run(CHOSEN)
    assert len(fives) == 3 and 0 in fives, fives
    page.choose(3)
    key = """
      const key = [...document.querySelectorAll(".pad .key")].find((one) => one.textContent === "6");
      const box = key.getBoundingClientRect();
      return [box.x + 9, box.y + 9];
    """
    act(browser, *browser.run(key), {"type": "pointerDown", "button": 0}, {"type": "pause", "duration": 600},
        {"type": "pointerUp", "button": 0})
    page.hears(3, "empty, corner marks 6")
    # All marks, and an entry that removes them.
    browser.click_text("Fill in all marks")
    page.hears(3, "centre marks 2 6")
    browser.run("[...document.querySelectorAll('.tick')].find((one) => one.textContent === 'Entries remove marks').click()")
    page.choose(5)
    browser.press("2")
    page.hears(3, "centre marks 6")
    page.settle()
    browser.reload()
    page.ready()
    ticked = "return [...document.querySelectorAll('#panel-play .tick')].filter((one) => one.firstElementChild.checked).map((one) => one.textContent)"
    assert "Entries remove marks" in browser.run(ticked)


def checks_among_several(page):
    """Entries of a puzzle with several solutions: they fit one, or none."""
    browser = page.browser
    page.open_text(TWO)
    page.choose(2)
    browser.press("3")
    browser.click_text("Check")
    browser.wait(TOLD + " === 'These entries fit a solution; 5 to go.'", what="that they fit")
    page.open_text("size: 4\nthermo: r4c1-r4c4\n")
    page.choose(12)
    browser.press("3")
    browser.click_text("Check")
    browser.wait(TOLD + " === 'These entries fit no solution.'", what="that they fit none")
    assert browser.run("return document.querySelectorAll('.tint.fault').length") == 1


def greets(page):
    """The last right digit is greeted; a wrong one is told."""
    browser = page.browser
    page.open_text("size: 4\ngrid:\n12..\n3412\n2143\n4321\n")
    page.choose(2)
    browser.press("3")
    page.choose(3)
    browser.press("4")
    words = browser.wait("return document.querySelector('dialog[open] p')?.textContent", what="the greeting")
    assert words.startswith("Well done! It took you 0:0"), words
    browser.press("Escape")
    page.open_text(TWO + "thermo: r2c3 r2c4\n")
    for cell, digit in {2: "3", 3: "4", 6: "2", 7: "1", 14: "1", 15: "2"}.items():
        page.choose(cell)
        browser.press(digit)
    browser.wait(TOLD + " === 'Full, but something is wrong.'", what="that it is wrong")
    return words


def pauses(page):
    """The board is covered in a pause, and the time stands still; it survives a reload."""
    browser = page.browser
    time = "return document.querySelector('.time').textContent"
    browser.wait(time + " >= '0:02'", what="two seconds")
    browser.click_text("Pause")
    assert not browser.run("return document.querySelector('#board').checkVisibility({ visibilityProperty: true })")
    before = browser.run(time)
    for _ in range(5):
        page.settle()
    assert browser.run(time) == before
    browser.click("#resume")
    assert browser.run("return document.querySelector('#board').checkVisibility({ visibilityProperty: true })")
    page.choose(2)
    browser.press("4")
    page.settle()
    page.settle()
    browser.reload()
    page.ready()
    assert browser.run(time) >= before


def shows_broken_clues(page):
    """Clues that the entries break are named with their marks, and their digits are red, unless this is turned off."""
    browser = page.browser
    page.open_text("size: 4\nkiller 5: r1c1 r1c2\n")
    page.choose(0)
    browser.press("4", "ArrowRight", "3")
    words = browser.wait("return document.querySelector('.broken:not([hidden])')?.innerText", what="the broken cage")
    assert "4 in R1C1" in words and "3 in R1C2" in words, words
    assert browser.run("return document.querySelectorAll('.broken .icon-mark').length") == 1
    page.hears(1, "3", "conflict")
    browser.run("[...document.querySelectorAll('.tick')].find((one) => one.textContent === 'Show broken entries').click()")
    browser.wait("return document.querySelector('.broken').hidden", what="nothing")
    assert "conflict" not in page.spoken(1)


def makes_new_puzzles(page):
    """A kind and a level are chosen and made; the next one is in reserve; the day's puzzle is the same for all."""
    browser = page.browser
    browser.click("#new")
    browser.click("[data-kind=Killer]")
    browser.click("[data-level=easy]")
    browser.wait("return document.querySelector('dialog[open] .told').textContent === 'ready'", what="a puzzle in reserve")
    browser.click("#play-new")
    browser.wait("return document.querySelector('dialog[open]') === null", what="the puzzle")
    first = page.text()
    assert "killer" in first, first
    browser.click("#new")
    browser.wait("return document.querySelector('dialog[open] .told').textContent === 'ready'", what="the next one")
    browser.click("#play-new")
    browser.wait("return document.querySelector('dialog[open]') === null", what="the puzzle")
    assert page.text() != first
    days = []
    for _ in range(2):
        browser.click("#new")
        browser.click_text("Today’s puzzle")
        browser.wait("return document.querySelector('dialog[open]') === null", seconds=30, what="the puzzle of the day")
        days.append(page.text())
    assert days[0] == days[1]


LINKS = """
  const [texts, links, done] = arguments;
  (async () => {
    const { pack, unpack } = await import("/page/link.js");
    const told = [];
    for (const text of texts) {
      const link = await pack(text);
      told.push([link.length, (await unpack(link)) === text]);
    }
    done([told, await Promise.all(links.map((link) => unpack(link).catch((error) => String(error))))]);
  })().catch((error) => done([[], [String(error)]]));
"""
# Links of one puzzle in both forms: they are in use, and have to open for ever.
KEPT = [
    "#p=~AcHcZ2sgNUGBfXRcn9cBzxZ4DtIrqTp6DBykCFU4Vx6z6Ac",
    "#p=LcrBDYAwDEPRu6dggi9BSZt2HhDqFW5Mj1Ka07Odp79nW6quux9NzjxBylMFKlvIIFKssFv5tQIpFCC7wG30oo5P0Ac",
]


def shares_short_links(page):
    """Links hold any text, the shorter the more usual it is; damaged ones open nothing, and kept ones still open."""
    browser = page.browser
    hard = "size: 9\ngrid:\n8........\n..36.....\n.7..9.2..\n.5...7...\n....457..\n...1...3.\n..1....68\n..85...1.\n.9....4..\n"
    strange = "size: 4\ntitle: Schöne Grüße 数独 ~ # </script>\n" + "".join(chr(33 + at * 7 % 900) for at in range(400))
    texts = [hard, "size: 9\n", "", "a", strange, hard * 40, "x" * 3000]
    told, opened = browser.run_async(LINKS, texts, ["#p=~AAAA", "#p=~____", "#p=____", "#q=abc", "#p=", *KEPT])
    assert opened[5:] == [hard] * len(KEPT), opened
    assert all(good for _, good in told), told
    assert told[0][0] <= 52, told
    assert not any(text for text in opened[:5] if text and "Error" not in text and len(text) > 40), opened
    return ", ".join(str(length) for length, _ in told)


def shares_codes(page):
    """The dialog draws the link as a QR code, which another reader reads."""
    browser = page.browser
    page.open_text("size: 9\n")
    browser.click("#share")
    link = browser.wait("return document.querySelector('dialog[open] textarea').value || null", what="the link")
    browser.wait("return document.querySelector('dialog[open] .code path') !== null", what="its code")
    texts = [link, "", "a", "é数", "x" * 106]
    drawn = browser.run_async("""
      const [texts, done] = arguments;
      import("/page/qr.js").then(({ modules }) => done([...texts, "y".repeat(1000), "z".repeat(5000)].map(modules)));
    """, texts)
    assert [codes.read(rows) for rows in drawn[:5]] == texts
    assert len(drawn[5]) > 90 and drawn[6] is None
    return f"{len(drawn[0])} modules for {len(link)} characters"


def presses_long(page):
    """A finger that rests on a cell takes it for corner marks, and again for digits."""
    browser = page.browser
    browser.devtools("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.reload()
    page.ready()
    page.open_text("size: 4\n")
    mode = "return document.querySelector('[data-mode][aria-pressed=true]').dataset.mode"

    def rest(cell):
        x, y = page.place(cell)
        browser.devtools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        time.sleep(0.7)
        browser.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    rest(5)
    assert (browser.run(mode), browser.run(CHOSEN)) == ("corner", [5]), (browser.run(mode), browser.run(CHOSEN))
    browser.click_text("3", "#panel-play .pad")
    page.hears(5, "3")
    assert browser.run("return document.querySelectorAll('.entry').length") == 0
    rest(6)
    assert browser.run(mode) == "digit"


def draws_lines(page):
    """Lines of the pen by dragging and by keys; drawn again they go; they are undone and kept."""
    browser = page.browser
    page.open_text("size: 4\n")
    count = "return document.querySelectorAll('.pen-line').length"
    browser.press("b")
    page.drag(0, 1, 2, 6)
    assert browser.run(count) == 3
    page.drag(2, 1, 0)
    assert browser.run(count) == 1
    browser.press("Control+z")
    assert browser.run(count) == 3
    page.choose(9)
    browser.press("Shift+ArrowRight", "Enter")
    assert browser.run(count) == 4
    page.settle()
    browser.reload()
    page.ready()
    assert browser.run(count) == 4
    browser.press("z")
    page.choose(9)
    browser.press("3")
    page.hears(9, "3")
    page.choose(1)
    browser.press("b", "Delete")
    assert browser.run(count) == 2


def names_cells(page):
    """Cells have the names that the player chooses: in clues, in hints, and after a reload."""
    browser = page.browser
    page.open_text("size: 4\ngrid:\n123.\n.412\n21..\n..21\nthermo: r1c1 r1c2 r1c3\n")
    choice = "const choice = document.querySelector('#panel-play .options select');"
    for names, clue, cell in (("A1", "A1 to A3", r"\b[A-D][1-4]\b"), ("r1c1", "r1c1 to r1c3", r"\br[1-4]c[1-4]\b")):
        page.panel("play")
        browser.run(choice + "choice.value = arguments[0]; choice.dispatchEvent(new Event('change'))", names)
        page.panel("set")
        browser.wait("return document.querySelector('#panel-set').textContent.includes(arguments[0])", clue, what=clue)
        page.panel("steps")
        # The third hint tells the cells.
        text = "const text = document.querySelector('.hint-text').textContent;"
        for _ in range(3):
            before = browser.run(text + "return text")
            browser.click("#hint")
            hint = browser.wait(text + "return text && text !== arguments[0] && text !== 'thinking …' ? text : null", before, what="a hint")
        assert re.search(cell, hint), hint
    page.settle()
    browser.reload()
    page.ready()
    assert browser.run(choice + "return choice.value") == "r1c1"
