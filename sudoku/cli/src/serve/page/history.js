// Positions in storage: the first one as a whole, and for each other one the differences to the previous one, so that
// a thousand positions take little space. Positions share equal lists.

const LISTS = ["entries", "corner", "centre", "colours", "pen"];

/** A cache of changes by the later position, each with the earlier position. */
const found = new WeakMap();

/** Converts positions to the stored form. */
export function packed(positions) {
  return positions.map((position, at) => (at ? change(positions[at - 1], position) : whole(position)));
}

/** Converts the stored form to positions, without the server's data about their texts. */
export function unpacked(stored) {
  const positions = [];
  for (const one of stored) positions.push(positions.length ? changed(positions.at(-1), one) : one);
  return positions;
}

const whole = ({ text, entries, corner, centre, colours, pen }) => ({ text, entries, corner, centre, colours, pen });

function change(from, to) {
  const known = found.get(to);
  if (known?.from === from) return known.told;
  const told = from.entries.length === to.entries.length ? parts(from, to) : { whole: whole(to) };
  found.set(to, { from, told });
  return told;
}

function parts(from, to) {
  const told = from.text === to.text ? {} : { text: textChange(from.text, to.text) };
  for (const name of LISTS) {
    // Positions that an older page has stored lack some lists.
    if (from[name] === to[name] || !to[name]) continue;
    told[name] = [...to[name].entries()].filter(([cell, content]) => content !== from[name]?.[cell]);
  }
  return told;
}

/** The change of a text: the place of the first difference, the number of removed characters, and the new text. */
function textChange(from, to) {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  return [start, from.length - end - start, to.slice(start, to.length - end)];
}

function changed(from, told) {
  if (told.whole) return told.whole;
  const next = { ...from };
  if (told.text) {
    const [start, count, put] = told.text;
    next.text = from.text.slice(0, start) + put + from.text.slice(start + count);
  }
  for (const name of LISTS.filter((name) => told[name])) {
    next[name] = from[name]?.slice() ?? [];
    for (const [cell, content] of told[name]) next[name][cell] = content;
  }
  return next;
}
