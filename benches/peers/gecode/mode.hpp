// The search: the MODE of a request (its words are listed in gecode.cpp), and the branching that it selects.
#pragma once

#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gecode/int.hh>
#include <gecode/search.hh>

using namespace Gecode;
using std::string;
using std::vector;

struct Mode {
  IntPropLevel level = IPL_VAL;
  IntPropLevel arithmetic = IPL_DEF;
  string variable = "size", value = "min";
  bool ties = false, reused = false, starts = false, bisect = false, steps = false;
  double decay = 1.0;
  unsigned luby = 0, seed = 1;
  Search::Options options;
};

inline void wrong(const string &what) { throw std::runtime_error(what); }

inline Mode parse_mode(const string &text) {
  Mode mode;
  std::istringstream words(text);
  for (string word; std::getline(words, word, '+');) {
    size_t equals = word.find('=');
    string name = word.substr(0, equals);
    double number = equals == string::npos ? 0 : std::stod(word.substr(equals + 1));
    auto one_of = [&](std::initializer_list<const char *> names) {
      for (const char *known : names)
        if (name == known) return true;
      return false;
    };
    if (name == "val") mode.level = IPL_VAL;
    else if (name == "bnd") mode.level = IPL_BND;
    else if (name == "dom") mode.level = IPL_DOM;
    else if (name == "arith") mode.arithmetic = IPL_DOM;
    else if (name == "ties") mode.ties = true;
    else if (name == "reused") mode.reused = true;
    else if (name == "starts") mode.starts = true;
    else if (name == "steps") mode.steps = true;
    else if (name == "bisect") mode.bisect = true;
    else if (name == "luby") mode.luby = unsigned(number);
    else if (name == "nogoods") mode.options.nogoods_limit = unsigned(number);
    else if (name == "decay") mode.decay = number;
    else if (name == "cd") mode.options.c_d = unsigned(number);
    else if (name == "ad") mode.options.a_d = unsigned(number);
    else if (one_of({"in_order", "size", "afc", "afc_size", "action", "action_size", "chb", "chb_size"}))
      mode.variable = name;
    else if (one_of({"min", "med", "max", "split", "rnd"})) mode.value = name;
    else wrong("unknown word of a mode: " + word);
  }
  return mode;
}

inline void branch_on(Home home, const IntVarArgs &x, const Mode &mode) {
  Rnd random(mode.seed);
  const string &name = mode.variable, &value = mode.value;
  IntVarBranch variable = name == "size"          ? INT_VAR_SIZE_MIN()
                          : name == "afc"         ? INT_VAR_AFC_MAX(mode.decay)
                          : name == "afc_size"    ? INT_VAR_AFC_SIZE_MAX(mode.decay)
                          : name == "action"      ? INT_VAR_ACTION_MAX(mode.decay)
                          : name == "action_size" ? INT_VAR_ACTION_SIZE_MAX(mode.decay)
                          : name == "chb"         ? INT_VAR_CHB_MAX()
                          : name == "chb_size"    ? INT_VAR_CHB_SIZE_MAX()
                                                  : INT_VAR_NONE();
  IntValBranch choice = value == "med"     ? INT_VAL_MED()
                        : value == "max"   ? INT_VAL_MAX()
                        : value == "split" ? INT_VAL_SPLIT_MIN()
                        : value == "rnd"   ? INT_VAL_RND(random)
                                           : INT_VAL_MIN();
  if (mode.ties) branch(home, x, tiebreak(variable, INT_VAR_RND(random)), choice);
  else branch(home, x, variable, choice);
}

// Branching over Boolean variables.
inline void branch_on(Home home, const BoolVarArgs &x, const Mode &mode) {
  Rnd random(mode.seed);
  const string &name = mode.variable;
  BoolVarBranch variable = name == "afc"      ? BOOL_VAR_AFC_MAX(mode.decay)
                           : name == "action" ? BOOL_VAR_ACTION_MAX(mode.decay)
                           : name == "chb"    ? BOOL_VAR_CHB_MAX()
                                              : BOOL_VAR_NONE();
  BoolValBranch choice = mode.value == "max"   ? BOOL_VAL_MAX()
                         : mode.value == "rnd" ? BOOL_VAL_RND(random)
                                               : BOOL_VAL_MIN();
  if (mode.ties) branch(home, x, tiebreak(variable, BOOL_VAR_RND(random)), choice);
  else branch(home, x, variable, choice);
}
