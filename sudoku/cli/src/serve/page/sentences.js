// The rules of a puzzle in the words of setters, a short sentence for each.

const SAYS = {
  "anti-knight": "Cells a knight's move apart are different.",
  "anti-king": "Cells that touch, also at a corner, are different.",
  "nonconsecutive": "Neighbours in a row or column are never consecutive.",
  "diagonal+": "Digits do not repeat on the rising diagonal.",
  "diagonal-": "Digits do not repeat on the falling diagonal.",
  "diagonals": "Digits do not repeat on the two long diagonals.",
  "windoku": "Digits do not repeat in the four grey squares.",
  "disjoint": "Cells at the same place of their boxes are different.",
  "odd": "Cells with a grey circle are odd.",
  "even": "Cells with a grey square are even.",
  "minimum": "Cells with arrows inward are lower than their neighbours.",
  "maximum": "Cells with arrows outward are higher than their neighbours.",
  "counting-circles": "A digit in a circle is the number of circles that contain this digit.",
  "white": "A white dot joins consecutive digits, or digits with the difference in it.",
  "black": "A black dot joins digits of which one is twice the other, or with the ratio in it.",
  "x": "Digits joined by an X have a sum of 10.",
  "v": "Digits joined by a V have a sum of 5.",
  "pair-sum": "Digits joined by a number have this sum.",
  "greater": "A sign between cells points to the lower digit.",
  "thermo": "Along a thermometer digits increase from the bulb.",
  "slow-thermo": "Along a slow thermometer digits stay or increase from the bulb.",
  "arrow": "Digits along an arrow add up to the digit in its circle.",
  "double-arrow": "The digits in the two circles of a line add up to the sum of those between them.",
  "whisper": "Neighbours on a green line differ by at least 5.",
  "dutch-whisper": "Neighbours on an orange line differ by at least 4.",
  "renban": "A pink line holds consecutive digits in any order, without repeats.",
  "nabner": "No two digits on a yellow line are equal or consecutive.",
  "palindrome": "A palindrome line reads the same from both ends.",
  "between": "Digits on a line between two circles lie strictly between the digits in them.",
  "lockout": "The digits at the ends of a lockout line differ by at least 4; those on the line are not between them nor equal to them.",
  "zipper": "Digits at the same distance from the middle of a zipper line have the same sum, that of the middle.",
  "region-sum": "Box borders divide a blue line into parts with the same sum.",
  "sum-line": "A line with a number divides into parts that each have this sum.",
  "entropic": "Any three neighbours on an entropic line hold a low, a middle and a high digit.",
  "modular": "Neighbours on a modular line have different remainders.",
  "killer": "Digits in a cage do not repeat and add up to its number.",
  "extra-region": "Digits do not repeat in an extra region.",
  "sum": "Digits in these cells add up to the number; they may repeat.",
  "quadruple": "Digits in a circle stand in the four cells around it.",
  "clone": "Clones hold the same digits at the same places.",
  "rellik": "No digits of an anti-sum cage add up to its number.",
  "little-killer": "A number with an arrow is the sum of the digits on its diagonal; they may repeat.",
  "sandwich": "A number outside the grid is the sum of the digits between 1 and 9 in its row or column.",
  "x-sum": "A number outside the grid is the sum of the first X digits from there, where X is the first of them.",
  "skyscraper": "A number outside the grid counts the digits that are seen from there; higher digits hide lower ones.",
  "numbered-room": "A number outside the grid stands in the N-th cell from there, where N is the first digit.",
  "chaos-construction": "The regions are to be found: each is connected and has every digit once.",
};

/** What a rule says: a sentence for players, or else the first ones of its help. */
const said = (name, tools) => SAYS[name] ?? tools.get(name)?.help.replace(/ \([^)]*\)/g, "") ?? name;

/** The rules of a puzzle, each once: the names of their marks, and sentences. */
export function sentences({ lines, houses, board }, tools) {
  const rules = [...new Set(lines.map(({ rule }) => rule))];
  return [["digits", usual(houses, board)], ...rules.map((rule) => [rule, said(rule, tools)])];
}

function usual(houses, { symbols }) {
  const has = (name) => houses.some((house) => house.name.startsWith(name));
  const digits = `${symbols[0]} to ${symbols.at(-1)}`;
  if (has("box") && has("row") && symbols.length === 9) return "Normal sudoku rules apply.";
  const parts = [has("row") && "row", has("column") && "column", has("box") && "box", has("region") && "region"].filter((part) => part);
  if (parts.length === 0) return `Cells have digits from ${digits}.`;
  const list = [parts.slice(0, -1).join(", "), parts.at(-1)].filter((part) => part).join(" and ");
  return `Digits from ${digits} do not repeat in any ${list.replace(" and ", " or ")}.`;
}
