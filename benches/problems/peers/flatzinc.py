"""Reads the part of FlatZinc that our models use: integers, Booleans, sets of integers, and arrays of these."""

import re

TOKEN = re.compile(r'\.\.|::|-?\d+|[A-Za-z_]\w*|"[^"]*"|[^\s\w]')


class Problem:
    """Variables with their domains as lists of ranges, constraints as (name, arguments), and the goal."""

    def __init__(self, text):
        self.variables = {}
        self.fixed = []  # (variable, value or variable that it equals)
        self.constraints = []
        self.goal = ("satisfy", None)
        self.names = {}
        for line in text.splitlines():
            self.tokens = TOKEN.findall(line)
            self.at = 0
            if self.tokens and self.tokens[0] != "predicate" and self.tokens[0] != "%":
                self.item()

    def take(self, token=None):
        found = self.tokens[self.at]
        if token is not None and found != token:
            raise ValueError(f"{token} expected, not {found}: {' '.join(self.tokens[:30])}")
        self.at += 1
        return found

    def peek(self):
        return self.tokens[self.at]

    def skip_annotations(self):
        while self.peek() == "::":
            self.take()
            self.take()
            if self.peek() == "(":
                depth = 0
                while True:
                    depth += {"(": 1, ")": -1}.get(self.take(), 0)
                    if depth == 0:
                        break

    def item(self):
        head = self.take()
        if head == "constraint":
            name = self.take()
            self.constraints.append((name, self.values("(", ")")))
        elif head == "solve":
            self.skip_annotations()
            goal = self.take()
            self.goal = (goal, None if goal == "satisfy" else self.value())
        elif head == "array":
            while self.take() != ":":
                pass
            name = self.take()
            self.skip_annotations()
            self.take("=")
            self.names[name] = self.value()
        elif head == "var":
            self.variable()
        else:  # a parameter
            while self.take() != ":":
                pass
            name = self.take()
            self.take("=")
            self.names[name] = self.value()

    def variable(self):
        if self.peek() == "bool":
            self.take()
            domain = "bool"
        elif self.peek() == "int":
            self.take()
            domain = [(-(10**6), 10**6)]
        else:
            domain = self.value()
        self.take(":")
        name = self.take()
        self.variables[name] = domain
        self.skip_annotations()
        if self.peek() == "=":
            self.take()
            self.fixed.append((name, self.value()))

    def values(self, first, last):
        self.take(first)
        values = []
        while self.peek() != last:
            values.append(self.value())
            if self.peek() == ",":
                self.take()
        self.take(last)
        return values

    def value(self):
        """An integer or Boolean as a number, a variable as its name, a set as a list of ranges, an array as a tuple."""
        token = self.peek()
        if token == "[":
            return tuple(self.values("[", "]"))
        if token == "{":
            return [(value, value) for value in self.values("{", "}")]
        self.take()
        if token in ("true", "false"):
            return int(token == "true")
        if re.fullmatch(r"-?\d+", token):
            if self.at < len(self.tokens) and self.peek() == "..":
                self.take()
                return [(int(token), int(self.take()))]
            return int(token)
        return self.names.get(token, token)
