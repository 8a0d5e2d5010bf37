"""Tests of the frame: a telephone, a large screen, the keyboard alone, accessibility."""

from setting import CLUES

# What is wrong with the dock of a telephone: the board has to be whole in view, and a notice must not cover it or keys.
COVERED = """
  const board = document.querySelector("#board").getBoundingClientRect();
  const dock = [...document.querySelectorAll("section.open, #live")].filter((one) => one.checkVisibility());
  const notices = document.querySelector("#toasts").getBoundingClientRect();
  if (board.top < 0 || board.left < 0 || board.right > innerWidth) return "the board is cut off";
  if (notices.height > 0 && notices.bottom > board.top) return "a notice covers the board";
  if (dock.length === 0) return "nothing is in the dock";
  if (dock.some((one) => one.getBoundingClientRect().top < board.bottom)) return "the dock covers the board";
  return dock.some((one) => one.getBoundingClientRect().bottom > document.querySelector("#tabs").getBoundingClientRect().top + 1)
    ? "the dock is covered" : "";
"""


def tab_to(page, selector, key="Tab"):
    """Presses a key until the focus is on the wanted element."""
    for _ in range(120):
        if page.browser.run("return document.activeElement.matches(arguments[0])", selector):
            return
        page.browser.press(key)
    raise AssertionError(f"the focus never comes to {selector}")


def keyboard_alone(page):
    """Use of the page by keys alone: tabs, a rule, digits, the dialogs."""
    browser = page.browser
    browser.press("Tab", "ArrowRight")
    assert browser.run("return document.activeElement.id") == "tab-set"
    browser.wait("return !document.querySelector('#panel-set').hidden")
    tab_to(page, "input[type=search]")
    browser.press(*"renban")
    tab_to(page, "[data-rule=renban]")
    browser.press("Enter")
    assert browser.run("return !document.querySelector('.tool').hidden"), "no tool was chosen"
    tab_to(page, "[role=gridcell]", "Shift+Tab")
    assert browser.run("return document.activeElement.dataset.cell") == "0"
    browser.press("ArrowRight", "ArrowLeft", "Shift+ArrowDown", "Shift+ArrowDown", "Enter")
    browser.wait(CLUES + ".includes('renban: r1c1-r3c1')", what="the drawn rule")
    # Outside the grid: the place nearest to the cell; its value, moved and repeated.
    browser.press("Escape", "Escape", "s", "ArrowRight", "Enter", "8", "Alt+ArrowDown", "Control+d", "Enter")
    browser.wait(CLUES + ".join() === 'renban: r1c1-r3c1,sandwich 8: left 4,sandwich 8: left 5'", what="two sandwiches")
    browser.press("Escape", "Escape", "[", "ArrowRight", "ArrowRight", "4", " ", "?")
    assert browser.run("return document.querySelector('dialog[open] h2').textContent") == "Keys"
    browser.press("Escape")
    assert browser.run("return document.querySelector('dialog[open]')") is None


def on_a_telephone(page):
    """360 pixels: nothing is cut off, targets are large, a drag by touch draws."""
    browser = page.browser
    browser.devtools("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    browser.devtools("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.reload()
    page.ready()
    for name in ("play", "set", "text", "steps", "lab"):
        page.panel(name)
        page.settle()
        wide = browser.run("return document.documentElement.scrollWidth")
        assert wide <= 360, f"{name}: {wide} pixels wide"
        small = browser.run("""
          return [...document.querySelectorAll("button, select, summary")].filter((one) => one.checkVisibility())
            .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
            .filter(([_, box]) => box.height < 43.5 || box.width < 43.5)
            .map(([text, box]) => `${text} ${box.width}×${box.height}`);
        """)
        assert not small, f"{name}: small targets: {small}"
        for dock in browser.run("return [...document.querySelectorAll('#docks button')].map((one) => one.textContent)"):
            browser.click_text(dock, "#docks")
            hidden = browser.run(COVERED)
            assert not hidden, f"{name}, {dock}: {hidden}"
    for name in ("share", "open", "help"):
        browser.click("#menu")
        browser.click_text({"share": "Share", "open": "Open", "help": "Keys"}[name], "dialog[open]")
        box = browser.run("const box = document.querySelector('dialog[open]').getBoundingClientRect(); return [box.top, box.bottom, innerHeight]")
        assert box[0] >= 0 and box[1] <= box[2] + 1, f"{name}: {box}"
        browser.press("Escape")
    page.panel("set")
    browser.click_text("Tools", "#docks")
    browser.type("input[type=search]", "killer")
    browser.click("[data-rule=killer]")
    page.drag(30, 31, 40, kind="touch")
    browser.wait(CLUES + "[0]?.includes('r4c4 r4c5 r5c5')", what="the cage")


on_a_telephone.size = (500, 800)


def on_a_large_screen(page):
    """2,560 pixels, as dark as the system: the whole board is in the window, also in print."""
    browser = page.browser
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    fits = """
      const box = document.querySelector("#board").getBoundingClientRect();
      return box.bottom <= innerHeight && box.height > 0.7 * innerHeight;
    """
    assert browser.run(fits), "the board does not fit the window"
    paper = "return getComputedStyle(document.querySelector('.paper')).fill"
    assert browser.run(paper) == "rgb(27, 29, 33)"
    browser.click("#theme")
    assert browser.run(paper) == "rgb(255, 255, 255)"
    browser.click("#theme")
    assert browser.run(paper) == "rgb(27, 29, 33)"
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    assert browser.run(paper) == "rgb(255, 255, 255)"
    assert not browser.run("return document.querySelector('#panel-play .right').checkVisibility()")


on_a_large_screen.size = (2560, 1440)


def is_accessible(page):
    """No violation that axe-core knows, in every panel and dialog, light and dark."""
    if not page.axe:
        return "not checked: no axe-core"
    browser = page.browser
    with open(page.axe, encoding="utf-8") as file:
        script = file.read()
    page.choose(2)
    browser.press("4", "ArrowRight", "Shift+1", "Control+2", "ArrowRight", "ArrowRight", "5")
    found = []
    for theme in ("light", "dark"):
        browser.run("document.documentElement.dataset.theme = arguments[0]", theme)
        for name in ("play", "set", "text", "steps", "learn", "lab", "share", "open", "help"):
            is_dialog = name in ("share", "open", "help")
            browser.click(f"#{name}" if is_dialog else f"#tab-{name}")
            if name == "set":
                browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
                browser.click("[data-rule=killer]")
            page.settle()
            browser.run(script + ";window.axe = axe;")
            violations = browser.run_async(
                "const done = arguments[0]; axe.run().then((told) => done(told.violations.map((one) => "
                "`${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 140)).join(' | ')}`)))")
            found += [f"{theme} {name}: {violation}" for violation in violations]
            if is_dialog:
                browser.press("Escape")
    assert not found, "\n".join(found)
    return "18 views"


HINTED = """
  const text = document.querySelector(".hint-text").textContent;
  return text && text !== "thinking …" && !text.includes("does not answer") ? text : null;
"""
HAS_MODULE = "return document.querySelector('link[rel=manifest]') !== null"


def keep_nothing(browser):
    """Loads all files anew from now on."""
    browser.devtools("Network.enable")
    browser.devtools("Network.setCacheDisabled", cacheDisabled=True)
    browser.devtools("Network.setBypassServiceWorker", bypass=True)


def loads_cold(page):
    """The size of the page without a server, and the time to its first answer at 10 Mbit/s."""
    browser = page.browser
    if not browser.run(HAS_MODULE):
        return "not checked: a server answers"
    keep_nothing(browser)
    browser.devtools("Network.emulateNetworkConditions", offline=False, latency=20, downloadThroughput=1250000, uploadThroughput=1250000)
    page.forget()
    page.visit()
    board = browser.run("return performance.now()")
    page.wait_badge("unique")
    answer, paint = browser.run(
        "return [performance.now(), performance.getEntriesByName('first-contentful-paint')[0].startTime]")
    # A call that is made while the rest is loaded, which it needs.
    page.panel("steps")
    browser.click("#hint")
    browser.wait(HINTED, what="a hint")
    hint, size = browser.run("""
      const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      return [performance.now(), files.reduce((sum, one) => sum + one.encodedBodySize, 0)];
    """)
    assert size < 2_000_000, f"{size} bytes"
    return f"{size} bytes; first paint {paint:.0f} ms, the board {board:.0f} ms, the answer {answer:.0f} ms, a hint {hint:.0f} ms"


def misses_the_rest(page):
    """Without the second part of the module the page answers what it can, and all when the part comes."""
    browser = page.browser
    if not browser.run(HAS_MODULE):
        return "not checked: a server answers"
    keep_nothing(browser)
    browser.devtools("Network.setBlockedURLs", urls=["*first.wasm"])
    page.forget()
    browser.open(page.url)
    browser.wait("return document.querySelector('[role=alert]').textContent.includes('does not answer')", what="the notice")
    browser.devtools("Network.setBlockedURLs", urls=["*rest.wasm"])
    page.visit()
    page.wait_badge("unique")
    page.panel("steps")
    browser.click("#hint")
    browser.wait("return document.querySelector('.hint-text').textContent.includes('does not answer')", what="the refusal")
    browser.devtools("Network.setBlockedURLs", urls=[])
    browser.click("#hint")
    browser.wait(HINTED, what="a hint")


misses_the_rest.expected = ("ERR_BLOCKED_BY_CLIENT",)


def opens_offline(page):
    """After a first visit the page opens and answers without a network."""
    browser = page.browser
    if not browser.run(HAS_MODULE):
        return "not checked: a server answers"
    browser.run_async("const done = arguments[0]; navigator.serviceWorker.ready.then(() => done(true))")
    browser.devtools("Network.enable")
    browser.devtools("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    browser.reload()
    page.ready()
    page.wait_badge("unique")
    browser.devtools("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
