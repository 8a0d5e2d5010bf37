"""What pickle and copy make again: models, and what is of a model. The engine hands out plain lists."""

import operator
import weakref

from . import _native

# By their numbers.
models = weakref.WeakValueDictionary()


def of_model(model, method, argument):
    return getattr(model, method)(argument)


def parts(model, steps, codes):
    """Numbers and conditions of a model, by what they were made of; see `recipe.rs`."""
    made = []

    def value(code):
        if isinstance(code, list):
            return [value(one) for one in code]
        match code:
            case ("variable", index, offset):
                return model._variable(index) + offset
            case ("step", index):
                return made[index]
            case ("tuple", items):
                return tuple(map(value, items))
            case (comparison, index, number):
                return getattr(operator, comparison)(model._variable(index), number)
        return code

    for name, listed, named in steps:
        listed, named = value(listed), {key: value(code) for key, code in named.items()}
        if named:
            made.append(getattr(_native, name)(**named))
        elif name in ("implies", "iff", "choose"):
            made.append(getattr(listed[0], name)(*listed[1:]))
        else:
            made.append(getattr(operator, name)(*listed))
    return value(codes)


def part(model, steps, code):
    return parts(model, steps, [code])[0]


def model(variables, steps, statements, phases, hints):
    again = _native.Model()
    for values, name in variables:
        again.var(*values, name=name)
    conditions = iter(parts(again, steps, [code for _, _, codes in statements for code in codes]))
    for name, is_meaning, codes in statements:
        again._state([next(conditions) for _ in codes], name, is_meaning)
    for indices, variables_first, values_first in phases:
        again.branch_on([again._variable(index) for index in indices], variables=variables_first, values=values_first)
    for index, number in hints:
        again.hint(again._variable(index), number)
    return again
