#!/usr/bin/env python3
"""Tests of the page in a real browser: run.py PROGRAM [--axe FILE] [--pictures DIR] [NAME…]

PROGRAM is the program `sudoku`, which is started on a free port, or the address of a page. A picture is kept for each
test that fails; with --all-pictures for each test.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
import traceback

import scenes
from driver import Browser
from pages import Page


def start(program):
    """Starts the program, and returns its process and the address of its page."""
    if program.startswith("http"):
        return None, program
    process = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--axe", help="axe.min.js of axe-core; without it accessibility is not checked")
    parser.add_argument("--pictures", default="browser-pictures")
    parser.add_argument("--all-pictures", action="store_true")
    return parser.parse_intermixed_args()


def run(scene, options, url):
    """Runs a test in a browser of its own. Returns whether the test passed."""
    name = scene.__name__
    begun = time.monotonic()
    browser = Browser(*getattr(scene, "size", (1280, 900)))
    good = False
    try:
        page = Page(browser, url)
        page.axe = options.axe
        page.visit()
        told = scene(page)
        problems = [line for line in browser.log() if not any(one in line for one in getattr(scene, "expected", ()))]
        assert not problems, f"the browser complains: {problems}"
        good = True
        print(f"  good   {name} ({time.monotonic() - begun:.1f} s){': ' + told if told else ''}", flush=True)
    except Exception:
        print(f"  FAILED {name}", flush=True)
        traceback.print_exc()
    finally:
        if options.all_pictures or not good:
            os.makedirs(options.pictures, exist_ok=True)
            try:
                browser.picture(os.path.join(options.pictures, f"{name}.png"))
            except Exception as error:
                print(f"no picture of {name}: {error}")
        browser.close()
    return good


def main():
    options = arguments()
    chosen = [scene for scene in scenes.ALL if not options.names or scene.__name__ in options.names]
    assert chosen, "no test has that name"
    process, url = start(options.program)
    try:
        failed = [scene.__name__ for scene in chosen if not run(scene, options, url)]
    finally:
        if process:
            process.send_signal(signal.SIGTERM)
            process.wait(10)
    if failed:
        print(f"failed: {', '.join(failed)}; pictures in {options.pictures}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
