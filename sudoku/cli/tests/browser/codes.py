"""Reads QR codes of one block, and checks their correction: for the test of the page's own."""

MASKS = [lambda r, c: (r + c) % 2, lambda r, c: r % 2, lambda r, c: c % 3, lambda r, c: (r + c) % 3, lambda r, c: (r // 2 + c // 3) % 2,
         lambda r, c: r * c % 2 + r * c % 3, lambda r, c: (r * c % 2 + r * c % 3) % 2, lambda r, c: ((r + c) % 2 + r * c % 3) % 2]
CORRECTION = {21: 7, 25: 10, 29: 15, 33: 20, 37: 26}


def is_pattern(row, column, side):
    """Whether a module belongs to the corners, the lines between them, or the small square."""
    corner = (row < 9 and column < 9) or (row < 9 and column >= side - 8) or (row >= side - 8 and column < 9)
    small = side > 21 and abs(row - side + 7) < 3 and abs(column - side + 7) < 3
    return corner or row == 6 or column == 6 or small


def product(one, other):
    result = 0
    while other:
        result ^= one if other & 1 else 0
        one = (one << 1) ^ (0x11D if one & 128 else 0)
        other >>= 1
    return result


def read(rows):
    """The text of a code, from version 1 to 5 at level L."""
    side = len(rows)
    format = int("".join(str(rows[8][column]) for column in (0, 1, 2, 3, 4)), 2) ^ 0b10101
    assert format >> 3 == 1, f"level {format >> 3}"
    mask, bits, column, up = MASKS[format & 7], [], side - 1, True
    while column > 0:
        column -= column == 6
        for row in reversed(range(side)) if up else range(side):
            for at in (column, column - 1):
                if not is_pattern(row, at, side):
                    bits.append(rows[row][at] ^ (mask(row, at) == 0))
        column, up = column - 2, not up
    data = [int("".join(map(str, bits[at:at + 8])), 2) for at in range(0, len(bits) - 7, 8)]
    for root in range(CORRECTION[side]):
        power, value = 1, 0
        for _ in range(root):
            power = product(power, 2)
        for byte in data:
            value = product(value, power) ^ byte
        assert value == 0, f"the correction is wrong: {value}"
    assert bits[:4] == [0, 1, 0, 0], "the text is not in bytes"
    text = bits[4:]
    length = int("".join(map(str, text[:8])), 2)
    return bytes(int("".join(map(str, text[8 + 8 * at:16 + 8 * at])), 2) for at in range(length)).decode()
