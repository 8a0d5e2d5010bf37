"""Puzzles of a file, one a line, solved on a cluster by the program `sudoku` as a filter. A line for each line, in order.

    spark-submit solve.py PUZZLES FOLDER        the folder gets part-00000, part-00001, …

SUDOKU names the program as the workers see it.
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession

# 1 says that some puzzle has no solution and 3 that one reached a limit: words in the output, not failures of the program.
FILTER = '"$0" solve --batch --unique --threads 1 --time-limit 10s; status=$?; [ $status = 3 ] || [ $status -le 1 ]'


def main(puzzles: str, folder: str) -> None:
    session = SparkSession.builder.appName("sudoku").getOrCreate()
    program = shlex.quote(os.environ.get("SUDOKU", "sudoku"))
    lines = session.sparkContext.textFile(puzzles, minPartitions=int(os.environ.get("PARTS", "16")))
    solved = lines.pipe(f"sh -c {shlex.quote(FILTER)} {program}", checkCode=True)
    solved.saveAsTextFile(folder)
    session.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
