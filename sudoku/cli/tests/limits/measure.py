"""Measures how well the program keeps its limits: time, processor time, memory, and the end after Ctrl-C.

    python3 sudoku/cli/tests/limits/measure.py target/release/sudoku [WORD…]

With words, only the runs whose command or bomb contains one of them. Each run has 2 seconds and 100 MB; it may take 20 %
and 50 ms more time, 20 % and 20 MB more memory, and 100 ms after Ctrl-C.
"""

import os
import signal
import subprocess
import sys
import threading
import time

ROWS = range(1, 65)


def rows(rule):
    return "size: 64\n" + "".join(rule(row) + "\n" for row in ROWS)


BOMBS = {
    "taxicab": "size: 64\nanti-taxicab\n",
    "each": "size: 64\neach adjacent a b: a * b % 7 != 3\n",
    "each twice": "size: 64\neach adjacent a b: a * b % 7 != 3\neach adjacent a b: a * b % 5 != 3\n",
    "open": "size: 64\n",
    "knight": "size: 64\nanti-knight\nanti-king\nnonconsecutive\n",
    "killers": rows(lambda row: f"killer {200 + row}: r{row}c1-r{row}c8"),
    "sums": rows(lambda row: f"sum 2000: r{row}c1-r{row}c64"),
    "regex": rows(lambda row: f"regex \"([1-9]|[a-z]+)*[A-Z]([1-9]*[a-z])*\": r{row}c1-r{row}c64"),
    "sandwich": rows(lambda row: f"sandwich 500: row {row}"),
    "rellik": rows(lambda row: f"rellik 100: r{row}c1-r{row}c64"),
    "renban": rows(lambda row: f"renban: r{row}c1-r{row}c40"),
    "whispers": rows(lambda row: f"whisper 5: r{row}c1-r{row}c64"),
    "sets": "size: 64\n" + "".join(f"require r{row}c1 * r{row}c2 + r{row}c3 != r{row}c4 * r{row}c5\n" for row in ROWS),
    "hard": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
}

COMMANDS = {
    "solve": ["solve"], "check": ["check"], "count": ["count"], "estimate": ["count", "--estimate"],
    "candidates": ["candidates"], "hint": ["hint"], "explain": ["explain"], "rate": ["rate"],
    "minimize": ["minimize"], "prove": ["prove", "-o", "/tmp/proofs"], "render": ["render", "--candidates"],
    "book": ["book", "--set", "hints=full", "--set", "print.ratings=true", "-o", "/tmp/book.pdf"],
    "watch": ["watch", "--record", "/tmp/watch.cast"], "tree": ["solve", "--tree", "/tmp/tree.json"],
    "compare": ["compare"],
}


def taken(process):
    """The processor time of a process so far."""
    fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(program, command, text, interrupt=None):
    limits = [] if interrupt is not None else ["--time-limit", "2"]
    if command[0] not in ("watch",):
        limits += ["--memory-limit", "100M"]
    else:
        limits = []
    begun = time.time()
    child = subprocess.Popen([program, *command, *limits, "-"], stdin=subprocess.PIPE,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    sent = []
    if interrupt is not None:
        def send():
            if child.poll() is None:
                sent.append((time.time(), taken(child.pid)))
                child.send_signal(signal.SIGINT)
        threading.Timer(interrupt, send).start()
    killer = threading.Timer(60, child.kill)
    killer.start()
    child.stdin.write(text.encode())
    child.stdin.close()
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    killer.cancel()
    ended = time.time()
    late = (ended - sent[0][0], usage.ru_utime + usage.ru_stime - sent[0][1]) if sent else None
    return ended - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, late, os.waitstatus_to_exitcode(status), errors


def main():
    program, words = sys.argv[1], sys.argv[2:]
    print(f"{'command':12}{'bomb':12}{'wall s':>8}{'cpu s':>8}{'MB':>7}{'status':>7}{'^C: wall, cpu ms':>18}")
    for name, command in COMMANDS.items():
        for bomb, text in BOMBS.items():
            if words and not any(word in (name, bomb, f"{name}/{bomb}") for word in words):
                continue
            wall, cpu, memory, _, status, errors = run(program, command, text)
            late = run(program, command, text, 1.0)[3]
            wrong = wall > 2.45 or memory > 140 or (late or (0, 0))[0] > 0.1
            told = "-" if late is None else f"{1000 * late[0]:.0f} {1000 * max(late[1], 0):.0f}"
            print(f"{name:12}{bomb:12}{wall:8.2f}{cpu:8.2f}{memory:7.0f}{status:7}{told:>18}{'  !' if wrong else ''}",
                  errors.decode(errors='replace')[:60].strip() if status == 2 else "", flush=True)


main()
