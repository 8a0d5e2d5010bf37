"""Actions of a user on the page, as functions for the tests."""

import time

PLACE = """
  const box = document.querySelector(`[data-cell="${arguments[0]}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
"""
OPEN = """
  const done = arguments[arguments.length - 1];
  document.querySelector("#open").click();
  const field = document.querySelector("dialog[open] textarea");
  field.value = arguments[0];
  document.querySelector("#open-text").click();
  const wait = () => {
    const problem = document.querySelector("dialog[open] .problem")?.textContent;
    if (problem || !document.querySelector("dialog[open]")) done(problem ?? "");
    else setTimeout(wait, 10);
  };
  wait();
"""


class Page:
    """The page in a browser."""

    def __init__(self, browser, url):
        self.browser = browser
        self.url = url

    def visit(self, hash=""):
        """Opens the page."""
        self.browser.open("about:blank")
        self.browser.open(self.url + hash)
        self.ready()

    def forget(self):
        """Deletes the stored work, and prevents storing until the page is left."""
        self.browser.run("localStorage.clear(); Storage.prototype.setItem = () => {}")

    def ready(self):
        self.browser.wait("return document.querySelector('[data-cell]') !== null", what="the board")

    def open_text(self, text):
        """Opens a text with the dialog, and returns the error."""
        return self.browser.run_async(OPEN, text)

    def panel(self, name):
        self.browser.click(f"#tab-{name}")

    def place(self, cell):
        return self.browser.run(PLACE, cell)

    def drag(self, *cells, kind="mouse"):
        self.browser.drag([self.place(cell) for cell in cells], kind)

    def choose(self, cell):
        self.drag(cell)

    def spoken(self, cell):
        return self.browser.run("return document.querySelector(`[data-cell=\"${arguments[0]}\"]`).ariaLabel", cell)

    def hears(self, cell, *parts):
        spoken = self.spoken(cell)
        for part in parts:
            assert part in spoken, f"cell {cell} is spoken as {spoken!r}, without {part!r}"

    def badge(self):
        return self.browser.run("return document.querySelector('#badge strong').textContent")

    def wait_badge(self, *words):
        """Waits until the live answer is one of these, and returns it."""
        return self.browser.wait(
            "const text = document.querySelector('#badge strong').textContent;"
            "return arguments[0].some((word) => text.includes(word)) ? text : null", words, what=f"{words} in the badge")

    def text(self):
        """The native text of the puzzle, as the editor shows it."""
        self.panel("text")
        return self.browser.wait("return document.querySelector('.editor textarea').value")

    def settle(self):
        time.sleep(0.25)
