"""Checks solve.py: a local cluster of two executors, one of which is killed in the middle; the output must be that of one
process.

    check.py PROGRAM PUZZLES FOLDER
"""

import glob
import os
import signal
import subprocess
import sys
import time


def executors(session: int) -> list[int]:
    """The executors that this check has started, by their session."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        process = int(path.split("/")[2])
        try:
            with open(path, "rb") as file:
                is_executor = b"CoarseGrainedExecutorBackend" in file.read() and os.getsid(process) == session
        except (FileNotFoundError, ProcessLookupError):
            continue
        if is_executor:
            found.append(process)
    return found


def main(program: str, puzzles: str, folder: str) -> None:
    begun = time.monotonic()
    options = "--master local-cluster[2,1,1024] --conf spark.driver.host=127.0.0.1 pyspark-shell"
    script = os.path.join(os.path.dirname(__file__), "solve.py")
    environment = dict(os.environ, SUDOKU=program, PYSPARK_SUBMIT_ARGS=options, PYSPARK_PYTHON=sys.executable)
    spark = subprocess.Popen(
        [sys.executable, script, puzzles, folder], env=environment, start_new_session=True, stderr=subprocess.DEVNULL
    )
    killed = None
    while spark.poll() is None:
        # A task that has ended leaves its part in the folder of the attempt.
        parts = glob.glob(f"{folder}/_temporary/0/task_*/part-*")
        if killed is None and parts and (running := executors(spark.pid)):
            killed = running[0]
            os.kill(killed, signal.SIGKILL)
            print(f"executor {killed} of {len(running)} killed after {len(parts)} parts")
        time.sleep(0.05)
    if spark.returncode != 0:
        sys.exit(f"solve.py ended with {spark.returncode}")
    if killed is None:
        sys.exit("no executor was killed before the end: more puzzles are needed")
    print(f"Spark: {time.monotonic() - begun:.1f} s by the clock")
    begun = time.monotonic()
    with open(puzzles, "rb") as file:
        command = [program, "solve", "--batch", "--unique", "--threads", "1"]
        alone = subprocess.run(command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    print(f"one process: {time.monotonic() - begun:.1f} s by the clock")
    together = b"".join(open(part, "rb").read() for part in sorted(glob.glob(f"{folder}/part-*")))
    if together != alone.stdout:
        sys.exit("the output is another than that of one process")
    print(f"{together.count(bytes([10]))} lines, identical")


if __name__ == "__main__":
    main(*sys.argv[1:])
