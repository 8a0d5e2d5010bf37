"""Tests of the panel "set": clues that are drawn, typed, changed and found."""

CLUES = "return [...document.querySelectorAll('.clues .item')].map((one) => one.title)"
# The places of clues outside the grid: beside a row or column, counted from 0, on a side.
BESIDE = """
  const [side, index] = arguments;
  const board = document.querySelector("#board");
  const at = { top: [index + 0.5, -0.4], left: [-0.4, index + 0.5], bottom: [index + 0.5, 9.4], right: [9.4, index + 0.5] }[side];
  const point = new DOMPoint(at[0] * 64, at[1] * 64).matrixTransform(board.getScreenCTM());
  return [point.x, point.y];
"""
FINDS = """
  const [words, rule] = arguments;
  const field = document.querySelector("input[type=search]");
  field.value = words;
  field.dispatchEvent(new Event("input"));
  const found = [...document.querySelectorAll(".list [data-rule]")].map((one) => one.dataset.rule);
  field.value = "";
  field.dispatchEvent(new Event("input"));
  return found;
"""
# Words that setters use, and the rule whose tool they mean.
WORDS = {
    "Killer Cage": "killer", "cage": "killer", "thermometer": "thermo", "thermos": "thermo", "Slow Thermometer": "slow-thermo",
    "white dot": "white", "black dots": "black", "ratio": "black", "difference": "white", "consecutive": "white",
    "german whisper": "whisper", "German Whispers": "whisper", "dutch whispers": "dutch-whisper", "renban line": "renban",
    "Palindrome": "palindrome", "between": "between", "Between Lines": "between", "lockout line": "lockout",
    "region sum": "region-sum", "region-sum-line": "region-sum", "zipper": "zipper", "entropic line": "entropic",
    "modular lines": "modular", "nabner": "nabner", "Little Killer": "little-killer", "littlekiller": "little-killer",
    "sandwich": "sandwich", "sandwich sums": "sandwich", "x-sums": "x-sum", "X Sum": "x-sum", "skyscrapers": "skyscraper",
    "numbered rooms": "numbered-room", "quads": "quadruple", "quadruples": "quadruple", "clone": "clone",
    "extra region": "extra-region", "anti knight": "anti-knight", "antiking": "anti-king", "windoku": "windoku",
    "disjoint groups": "disjoint", "odd": "odd", "even cells": "even", "greater than": "greater", "arrow": "arrow",
    "double arrow": "double-arrow", "jigsaw": "regions", "Irregular": "regions", "mathdoku": "math", "rise along": "thermo",
    "kropki": "white", "Kropki dots": "black", "XV": "x", "parity": "odd",
}


class Hands:
    """Hands that set, and count what they do."""

    def __init__(self, page, kind="mouse"):
        self.page, self.kind = page, kind
        self.clicks = self.drags = self.keys = 0

    def click(self, selector):
        self.clicks += 1
        self.page.browser.click(selector)

    def touch(self, x, y):
        self.clicks += 1
        self.page.browser.drag([(x, y)], self.kind)

    def border(self, one, other):
        places = [self.page.place(cell) for cell in (one, other)]
        self.touch(*[sum(axis) / 2 for axis in zip(*places)])

    def beside(self, side, index):
        self.touch(*self.page.browser.run(BESIDE, side, index))

    def drag(self, *cells):
        self.drags += 1
        self.page.drag(*cells, kind=self.kind)

    def press(self, *keys):
        self.keys += len(keys)
        self.page.browser.press(*keys)


def clues(page, *wanted):
    """Waits until the clues on the board are these."""
    page.browser.wait(CLUES + ".join('\\n') === arguments[0]", "\n".join(wanted), seconds=4,
                      what=f"{wanted}, but there are {page.browser.run(CLUES)}")


PUZZLE = ["killer 15: r1c1 r1c2 r2c1", "killer 10: r5c5 r5c6", "thermo: r3c3-r3c5 r2c6 r1c6", "arrow: r7c2 = r6c2-r6c4",
          "white: r4c7 r4c8", "white: r8c2 r8c3", "black: r8c7 r9c7", "sandwich 8: top 7"]


def sets_a_puzzle(page):
    """Two cages, a thermometer, an arrow, three dots and a sandwich from nothing: every action is counted."""
    page.panel("set")
    hands = Hands(page)
    hands.clicks += 1
    page.browser.click_text("New grid")
    page.browser.wait("return document.querySelectorAll('.given').length === 0", what="the empty grid")
    hands.press("k")
    hands.drag(0, 1, 9)
    hands.press("1", "5")
    hands.drag(40, 41)
    hands.press("1", "0")
    hands.press("t")
    hands.drag(20, 21, 22, 14, 5)
    hands.press("a")
    hands.drag(55, 46, 47, 48)
    hands.press("d")
    hands.border(33, 34)
    hands.border(64, 65)
    hands.border(69, 78)
    page.settle()
    hands.border(69, 78)
    hands.press("s")
    hands.beside("top", 6)
    hands.press("8", "Enter")
    clues(page, *PUZZLE)
    total = hands.clicks + hands.drags + hands.keys
    # f-puzzles needs about 26: 12 to open its lists of tools and choose there, the others as here.
    assert total <= 26, total
    return f"{total}: {hands.clicks} clicks, {hands.drags} drags, {hands.keys} keys"


sets_a_puzzle.expected = ("422",)


def sets_on_a_telephone(page):
    """The same by touch alone: the board is whole in view after every action."""
    browser = page.browser
    browser.devtools("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
    browser.devtools("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.reload()
    page.ready()
    page.open_text("size: 9\n")
    page.panel("set")
    hands = Hands(page, "touch")

    def seen():
        box = browser.run("const box = document.querySelector('#board').getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]")
        assert box[0] >= 0 and box[1] >= 0 and box[2] <= 390 and box[3] <= 560, box

    def tool(name):
        # The tools are in the dock; while a clue is chosen, its keys are.
        if not browser.run("return document.querySelector('[data-rule=killer]').checkVisibility()"):
            hands.clicks += 1
            browser.click_text("Tools", "#docks")
        hands.click(f"[data-rule={name}]")
        seen()

    def value(digits):
        for digit in digits:
            hands.clicks += 1
            browser.click_text(digit, "[data-dock=Clue].open")
            seen()

    tool("killer")
    hands.drag(0, 1, 9)
    value("15")
    hands.drag(40, 41)
    value("10")
    tool("thermo")
    hands.drag(20, 21, 22, 14, 5)
    tool("arrow")
    hands.drag(55, 46, 47, 48)
    tool("white")
    hands.border(33, 34)
    hands.border(64, 65)
    hands.border(69, 78)
    page.settle()
    hands.border(69, 78)
    tool("sandwich")
    hands.beside("top", 6)
    value("8")
    clues(page, *PUZZLE)
    return f"{hands.clicks + hands.drags}: {hands.clicks} touches, {hands.drags} drags"


sets_on_a_telephone.size = (500, 900)
sets_on_a_telephone.expected = ("422",)


def changes_clues(page):
    """A chosen clue gets another value, is moved, extended, turned, repeated and deleted; undo takes each back."""
    browser = page.browser
    page.panel("set")
    page.open_text("size: 9\nkiller 10: r5c5 r5c6\nthermo: r1c1-r1c4\nlittle-killer 20: r1c2 dr\nwhite: r9c1 r9c2\n")
    hands = Hands(page)
    # Its value, from the list; the mark on the board; both are undone.
    browser.click(".clues li:nth-child(1) .item")
    browser.press("Backspace", "Backspace", "1", "2", "Enter")
    start = ["thermo: r1c1-r1c4", "little-killer 20: r1c2-r8c9", "white: r9c1 r9c2"]
    clues(page, "killer 12: r5c5 r5c6", *start)
    browser.press("Control+z")
    clues(page, "killer 10: r5c5 r5c6", *start)
    # A cage grows by a drag from inside, and moves by keys.
    browser.click(".clues li:nth-child(1) .item")
    hands.drag(41, 50)
    clues(page, "killer 10: r5c5 r5c6 r6c6", *start)
    browser.press("Alt+ArrowDown", "Escape")
    clues(page, "killer 10: r6c5 r6c6 r7c6", *start)
    browser.press("Control+z", "Control+z")
    clues(page, "killer 10: r5c5 r5c6", *start)
    # A line is longer at its end, and turned.
    browser.click(".clues li:nth-child(2) .item")
    hands.drag(3, 4, 5)
    clues(page, "killer 10: r5c5 r5c6", "thermo: r1c1-r1c6", *start[1:])
    browser.click_text("Turn", "#bar")
    clues(page, "killer 10: r5c5 r5c6", "thermo: r1c6-r1c1", *start[1:])
    browser.press("Control+z", "Control+z")
    # A diagonal clue: by a click on its mark, to another place by dragging.
    browser.press("Escape")
    hands.beside("top", 0)
    browser.wait("return document.querySelector('#bar .chosen b')?.textContent === 'Little killer 20'", what="the clue by its mark")
    browser.drag([browser.run(BESIDE, "top", 0), browser.run(BESIDE, "top", 3)])
    clues(page, "killer 10: r5c5 r5c6", start[0], "little-killer 20: r1c5-r5c9", start[2])
    browser.press("Control+z", "Escape")
    # A dot: chosen by its mark, repeated, deleted.
    hands.border(72, 73)
    browser.press("Control+d")
    clues(page, "killer 10: r5c5 r5c6", *start, "white: r9c2 r9c3")
    browser.press("Delete")
    clues(page, "killer 10: r5c5 r5c6", *start)
    browser.press("Control+z")
    clues(page, "killer 10: r5c5 r5c6", *start, "white: r9c2 r9c3")
    # A value that no cells have stays in hand, and the clue keeps the one before.
    browser.click(".clues li:nth-child(1) .item")
    browser.press("9")
    browser.wait("return document.querySelector('#bar .chosen .problem')?.textContent.includes('cannot add up')", what="the reason")
    browser.press("Escape")
    assert "killer 10: r5c5 r5c6" in page.text()


changes_clues.expected = ("422",)


def finds_tools(page):
    """The words of setters find their tools first."""
    page.panel("set")
    page.browser.wait("return document.querySelector('[data-rule]') !== null", what="the tools")
    wrong = {}
    for words, rule in WORDS.items():
        found = page.browser.run(FINDS, words, rule)
        if rule not in found[:3]:
            wrong[words] = found[:4]
    assert not wrong, wrong
    return f"{len(WORDS)} words"


def paints_regions(page):
    """Irregular regions are painted with their numbers of cells; too many are told and not written."""
    browser = page.browser
    page.panel("set")
    page.open_text("size: 4\nthermo: r1c1-r1c3\n")
    browser.press("e")
    browser.wait("return document.querySelector('.painter').checkVisibility()", what="the painter")
    counts = "return [...document.querySelectorAll('.region span')].map((one) => one.textContent).join(' ')"
    assert browser.run(counts) == "4/4 4/4 4/4 4/4"
    # Region 1 takes a cell of region 2: five cells are too many.
    page.drag(2)
    assert browser.run(counts) == "5/4 3/4 4/4 4/4"
    assert browser.run("return document.querySelectorAll('.region .wrong').length") == 1
    # Its own cell is given to region 2, whose colour is taken by the right button.
    browser.run("""
      const box = document.querySelector("[data-cell='3']").getBoundingClientRect();
      document.querySelector("#board").dispatchEvent(new PointerEvent("pointerdown",
        { button: 2, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true }));
    """)
    page.drag(5)
    assert browser.run(counts) == "4/4 4/4 4/4 4/4"
    page.settle()
    text = page.text()
    assert "regions:\n1112\n1222\n" in text and "thermo: r1c1-r1c3" in text, text
    page.panel("set")
    browser.press("e")
    browser.click_text("Usual boxes")
    page.settle()
    assert "regions" not in page.text()
    browser.press("Escape")
    page.panel("set")
    # Any size, and several grids.
    browser.type("[aria-label='Size of a new grid']", "5x7")
    browser.click_text("New grid")
    browser.wait("return document.querySelectorAll('[data-cell]').length === 35", what="five rows of seven cells")
    browser.type("[aria-label='Size of a new grid']", "9")
    browser.click_text("Values, boxes, several grids")
    browser.type("[aria-label^='Several grids']", "r1c1 r7c7")
    browser.click_text("New grid")
    browser.wait("return document.querySelectorAll('[data-cell]').length === 153", what="two grids that share a box")


def writes_texts(page):
    """Title, author and rules are typed; rules are proposed from the clues until they are the setter's own."""
    browser = page.browser
    page.panel("set")
    page.open_text("size: 9\nkiller 10: r5c5 r5c6\n")
    rules = "return document.querySelector('.prose').value"
    assert browser.run(rules) == "Normal sudoku rules apply.\nDigits in a cage do not repeat and add up to its number.", browser.run(rules)
    fields = ".two label:nth-child({}) input"
    browser.type(fields.format(1), "Low <b>Tide</b> # 1")
    browser.type(fields.format(2), "A. Setter")
    browser.click(".prose")
    browser.press("Control+a", *"Cages add up.", "Enter", *"Nothing else.")
    browser.wait("return document.querySelector('.tag').textContent === 'yours'", what="rules of one's own")
    page.settle()
    text = page.text()
    for line in ("title: Low <b>Tide</b> # 1\n", "author: A. Setter\n", "rules: Cages add up.\nrules: Nothing else.\n", "killer 10: r5c5 r5c6\n"):
        assert line in text, text
    page.panel("play")
    assert browser.run("return document.querySelector('#title').textContent") == "Low <b>Tide</b> # 1"
    assert browser.run("return document.querySelector('#rules').innerText").split() == "Cages add up. Nothing else.".split()
    page.panel("set")
    browser.click_text("Propose again")
    browser.wait("return document.querySelector('.tag').textContent === 'from the clues'", what="the proposal")
    assert browser.run(rules).startswith("Normal sudoku")
    # What was typed in a field is one step of undo.
    browser.run("document.activeElement.blur()")
    browser.press("Control+z", "Control+z")
    page.settle()
    assert "rules: " not in page.text() and "author: A. Setter" in page.text()


def shows_both_solutions(page):
    """Where two solutions differ, both values are shown; each solution is a click away."""
    browser = page.browser
    page.panel("set")
    page.open_text("size: 4\ngrid:\n12..\n34..\n2143\n43..\n")
    browser.wait("return document.querySelector('.both') && document.querySelectorAll('.both button').length === 2", what="both solutions")
    told = browser.run("return document.querySelector('.both small').textContent")
    differing = "return [...document.querySelectorAll('.differing')].map((one) => one.textContent)"
    both = browser.run(differing)
    assert both and all(" · " in one for one in both), both
    assert told == f"{len(both)} cells differ", told
    seen = []
    for name in ("A", "B"):
        browser.click_text(f"Show {name}")
        seen.append(browser.run(differing))
    assert [" · ".join(pair) for pair in zip(*seen) if pair[0] != pair[1]] == both, (seen, both)
    browser.click_text("Show B")
    assert browser.run(differing) == both
    page.panel("play")
    assert not browser.run(differing)
    return ", ".join(both)


def tells_a_repeat(page):
    """A value that repeats is one line; clues that clash are named with their marks."""
    browser = page.browser
    page.panel("set")
    page.open_text("size: 9\ngrid:\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..75\n")
    faults = "return [...document.querySelectorAll('.faults button')].map((one) => one.innerText.replaceAll('\\n', ' '))"
    found = browser.wait(faults + ".length ? [...document.querySelectorAll('.faults button')].map((one) => one.innerText) : null", what="the repeat")
    assert found == ["5 in R9C9 repeats R8C9"], found
    page.open_text("size: 4\nkiller 3: r1c1 r1c2\nkiller 7: r1c1 r2c1\n")
    browser.wait("return document.querySelectorAll('.faults .icon-mark').length === 2", what="two cages")
    browser.click(".faults .item")
    browser.wait("return document.querySelector('#bar .chosen b')?.textContent === 'Killer cage 3'", what="the cage in hand")
    return "; ".join(browser.run("return [...document.querySelectorAll('.faults b')].map((one) => one.textContent)"))


def assists(page):
    """The assistant: what makes a puzzle unique, what is not needed, and variants, each with what they change."""
    browser = page.browser
    page.panel("set")
    page.open_text("size: 4\nkiller 3: r1c1 r1c2\ngrid:\n..3.\n....\n....\n....\n")
    page.wait_badge("solutions")
    told = "return document.querySelector('[data-dock=Assistant] .told').textContent"
    items = "return [...document.querySelectorAll('.proposal .list .item b')].map((one) => one.textContent)"

    def ask(name, begins):
        browser.click_text(name, "[data-dock=Assistant]")
        browser.wait("return document.querySelector('[data-dock=Assistant] .told').textContent.startsWith(arguments[0])", begins,
                     seconds=20, what=f"{begins}, but it says {browser.run(told)}")
        return browser.run(items)

    ask("Harder", "Several solutions")
    added = ask("Make unique", "One solution is left")
    assert added and browser.run("return document.querySelectorAll('.tint').length") > 0, added
    browser.click(".proposal .accent")
    page.wait_badge("unique")
    ask("Make unique", "The puzzle has one solution already")
    browser.press("Control+z")
    page.wait_badge("solutions")
    page.open_text("1234341221434321")
    redundant = ask("Not needed", "Not needed, each by itself")
    assert len(redundant) == 16 and "1 in R1C1" in redundant, redundant
    browser.click(".proposal .accent")
    browser.wait("return document.querySelectorAll('.given').length < 8", what="fewer givens")
    page.wait_badge("unique")
    return ", ".join(added)


DRAWN = """{"cells":[%s],"metadata":{"rules":"Digits on a palindrome read the same."},
"lines":[{"wayPoints":[[0.5,0.5],[0.5,1.5],[1.5,1.5]],"color":"CFCFCF","thickness":16}]}""" % ",".join(["[{},{},{},{}]"] * 4)


def puts_guesses_right(page):
    """What was guessed of a drawing is a chip; another reading is chosen with what follows from it, and undone."""
    browser = page.browser
    page.panel("set")
    page.open_text(DRAWN)
    chips = "return [...document.querySelectorAll('.guess summary b')].map((one) => one.textContent)"
    browser.wait(chips + ".length > 0", what="the chips")
    assert browser.run(chips) == ["Palindrome"], browser.run(chips)
    browser.click(".guess summary")
    told = "return [...document.querySelectorAll('.guess .item small')].map((one) => one.textContent)"
    browser.wait(told + ".every((one) => one !== '…')", seconds=10, what="what follows")
    assert "several solutions" in browser.run(told), browser.run(told)
    browser.click(".guess .item:last-child")
    clues(page)
    assert browser.run(chips) == ["Decoration"], browser.run(chips)
    browser.press("Control+z")
    clues(page, "palindrome: r1c1 r1c2 r2c2")
    return ", ".join(browser.run(told))
