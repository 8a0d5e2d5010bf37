#!/usr/bin/env python3
"""Measures the time from a change on the board to its painted answer: measure.py PROGRAM FILE…

Each file has a puzzle in a form that the program reads. In each, three changes are made: a value of the solution
becomes a given, it is taken away again, and another value becomes a given. The true candidates are measured too.
"""

import statistics
import sys

from driver import Browser
from pages import Page
from run import start
from scenes import PAINTED

# The change: an open cell, its value in the solution, and another value.
CHANGE = """
  const [text, done] = arguments;
  const ask = async (name, body) => (await fetch(`/api/${name}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  })).json();
  (async () => {
    const { board } = await ask("read", { text });
    const { solution } = await ask("check", { puzzle: text, show: true });
    const cell = board.cells.findIndex((one) => !one.gap && one.row !== null && one.given === null);
    const values = board.symbols.length;
    const value = solution ? solution[cell] : 1;
    done({ cell, value, other: value % values + 1, symbols: board.symbols });
  })().catch(() => done(null));
"""
CANDIDATES = """
  const [text, done] = arguments;
  const begun = performance.now();
  fetch("/api/candidates", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ puzzle: text, cap: 8 }),
  }).then((answer) => answer.json()).then(({ complete }) => done([performance.now() - begun, complete]));
"""


def tell(name, times):
    if times:
        ordered = sorted(times)
        ninth = ordered[min(len(ordered) - 1, int(len(ordered) * 0.9))]
        print(f"{name}: {len(times)}, median {statistics.median(times):.0f} ms, 90 % {ninth:.0f} ms, "
              f"most {ordered[-1]:.0f} ms")


def measure(page, path, found):
    """Adds the times of a puzzle."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    browser = page.browser
    change = browser.run_async(CHANGE, text)
    if change is None or page.open_text(text):
        found["skipped"].append(path)
        return
    browser.wait("return !['busy', undefined].includes(document.querySelector('#badge').dataset.state)", seconds=40)
    cell = change["cell"]
    page.browser.run("document.querySelector(`[data-cell=\"${arguments[0]}\"]`).focus()", cell)
    steps = [("given added", change["value"]), ("given removed", change["value"]), ("wrong given added", change["other"])]
    for name, value in steps:
        symbol = change["symbols"][value - 1]
        if len(symbol) > 1:
            continue
        found[name].append((browser.run_async(PAINTED, cell, symbol), path))
        page.settle()
    browser.press("Control+z")
    found["candidates"].append((browser.run_async(CANDIDATES, text)[0], path))


def main():
    program, *paths = sys.argv[1:]
    process, url = start(program)
    found = {"given added": [], "given removed": [], "wrong given added": [], "candidates": [], "skipped": []}
    browser = Browser()
    try:
        browser.command("/timeouts", {"script": 60000})
        page = Page(browser, url)
        page.visit()
        page.panel("set")
        for path in paths:
            try:
                measure(page, path, found)
            except (AssertionError, RuntimeError) as error:
                found["skipped"].append(path)
                print(f"{path}: {error}", file=sys.stderr)
    finally:
        browser.close()
        if process:
            process.terminate()
    print(f"skipped: {len(found.pop('skipped'))}")
    for name, times in found.items():
        tell(name, [time for time, _ in times])
        for time, path in sorted(times, reverse=True)[:3]:
            print(f"    {time:.0f} ms {path}")


if __name__ == "__main__":
    main()
