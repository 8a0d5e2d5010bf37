// Names that setters use: of a rule, of one clue of it ("Cage of 15"), and the key that chooses its tool.

export const NAMES = {
  "killer": ["Killer cage", "Cage of", "k"],
  "thermo": ["Thermo\u00admeter", "Thermometer", "t"],
  "arrow": ["Arrow", "Arrow", "a"],
  "white": ["White dot", "White dot", "d"],
  "black": ["Black dot", "Black dot", "b"],
  "sandwich": ["Sandwich", "Sandwich", "s"],
  "whisper": ["German whispers", "Whisper line", "w"],
  "renban": ["Renban", "Renban", "r"],
  "quadruple": ["Quadruple", "Quadruple", "q"],
  "little-killer": ["Little killer", "Little killer", "l"],
  "x": ["X", "X", "x"],
  "v": ["V", "V", "v"],
  "x-sum": ["X-sum", "X-sum"],
  "skyscraper": ["Skyscraper", "Skyscraper"],
  "numbered-room": ["Numbered room", "Numbered room"],
  "slow-thermo": ["Slow thermo", "Slow thermometer"],
  "double-arrow": ["Double arrow", "Double arrow"],
  "dutch-whisper": ["Dutch whispers", "Dutch whisper"],
  "region-sum": ["Region sum line", "Region sum line"],
  "sum-line": ["Sum line", "Sum line of"],
  "between": ["Between line", "Between line"],
  "extra-region": ["Extra region", "Extra region"],
  "sum": ["Sum cage", "Sum of"],
  "rellik": ["Anti-sum cage", "Anti-sum cage of"],
  "math": ["Calcu\u00adlation cage", "Cage"],
  "greater": ["Greater than", "Greater than"],
  "odd": ["Odd cell", "Odd"],
  "even": ["Even cell", "Even"],
  "minimum": ["Minimum", "Minimum"],
  "maximum": ["Maximum", "Maximum"],
  "diagonal+": ["Diagonal ╱", "Diagonal ╱"],
  "diagonal-": ["Diagonal ╲", "Diagonal ╲"],
  "anti-knight": ["Anti-knight", "Anti-knight"],
  "anti-king": ["Anti-king", "Anti-king"],
  "disjoint": ["Disjoint groups", "Disjoint groups"],
  "chaos-construction": ["Chaos construction", "Chaos construction"],
};

/** Groups of the palette by those of the program. */
export const GROUPS = {
  "Cages and sets": "Cages", "Lines": "Lines", "Pairs of cells": "Signs", "Outside clues": "Outside", "Cells": "Cells",
  "Whole grid": "Grid", "Unknown regions": "Chaos", "Your own": "Own",
};

/** Tools that setters use most, in this order. */
export const MOST_USED = [
  "killer", "thermo", "arrow", "white", "black", "sandwich", "whisper", "renban", "quadruple", "little-killer", "x", "v",
];
