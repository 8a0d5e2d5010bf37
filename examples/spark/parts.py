"""One hard problem on a cluster: its parts, a line each, are answered by a command that reads lines, and the answers are
merged by another one. Both have to be where every worker finds them, with the files that they name.

    spark-submit parts.py PARTS COMMAND MERGE

    sudoku split puzzle.txt > parts;   parts.py parts "sudoku count --assume - puzzle.txt" "sudoku merge"
    fzn-csp --split 100 x.fzn > parts; parts.py parts "fzn-csp --assume - x.fzn" "fzn-csp --merge"
"""

import os
import shlex
import subprocess
import sys

from pyspark.sql import SparkSession


def main(parts: str, command: str, merge: str) -> None:
    session = SparkSession.builder.appName("parts").getOrCreate()
    with open(parts) as file:
        lines = file.read().splitlines()
    # Parts have different sizes, and neighbouring parts similar ones: each task gets parts from all over the list, and
    # there are more tasks than cores.
    tasks = int(os.environ.get("PARTS", "16"))
    dealt = [line for first in range(tasks) for line in lines[first::tasks]]
    answers = session.sparkContext.parallelize(dealt, tasks).pipe(command, checkCode=True).collect()
    session.stop()
    text = "".join(f"{answer}\n" for answer in answers)
    sys.stdout.flush()
    sys.exit(subprocess.run(shlex.split(merge), input=text, text=True).returncode)


if __name__ == "__main__":
    main(*sys.argv[1:])
