// A line server for Gecode: one request per line on stdin, one answer per line on stdout, so that the
// harness can take turns between Gecode and other engines within one run.
//
// Request: PROBLEM MODE LIMIT_MS SEED ARGUMENTS, separated by spaces, or by tabs if there is a tab.
//   sudoku FILE PUZZLES        the first PUZZLES (0: all) lines of 81 characters, `.` or `0` open;
//                              solutions = puzzles with exactly one, a second one being searched for
//   queens N all|first         three all-different
//   qwh FILE                   quasigroup with holes: n, then n rows of n numbers, 0 = hole
//   langford K N all|first     K copies of 1..N, position model, mirror images left out
//   magic N                    first magic square, corners ordered
//   golomb M                   shortest ruler of M marks, proved
//   allinterval N all|first    all-interval series, mirror images left out
//   color FILE K               first colouring; FILE: n m, m edges of 1..n, q, a clique of q vertices
//   sendmore                   all solutions of SEND + MORE = MONEY
//   killer FILE                all solutions of a killer Sudoku; FILE: cages, for each sum, size, cells from 0
//   jobshop FILE               shortest schedule, proved; FILE: jobs, machines, for each task machine, duration
// MODE: words joined by `+`; the last word of a kind counts.
//   val bnd dom                strength of all-different (value, bounds, domain; default val)
//   arith                      domain-consistent arithmetic too (all-interval, killer; job shop: all rules)
//   in_order size afc afc_size action action_size chb chb_size      which variable (default size)
//   min med max split rnd      which value (default min)
//   steps                      all-interval: branch on the steps, too
//   starts bisect              job shop: branch on starts, not on orders of pairs; halve the end first of all
//   ties                       ties between variables are broken at random
//   luby=SCALE nogoods=DEPTH   restarts, and no-goods from them
//   decay=D cd=N ad=N          decay of afc and action; clone distance, adaptive recomputation distance
//   reused                     sudoku: propagate the empty board once, clone it for each puzzle
// LIMIT_MS 0: no limit. SEED: the seed of all random choices.
//
// Answer: `ok us=… solutions=… nodes=… fails=… restarts=… complete=0|1 witness=1,2,…` or `error …`.
// `us` is model building and search, without reading files. `witness` is the last solution found;
// for sudoku the unique solutions, one after the other. `complete=0`: the limit was reached.
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gecode/int.hh>
#include <gecode/search.hh>

#include "mode.hpp"
#include "models.hpp"

struct Answer {
  double us = 0;
  long solutions = 0;
  unsigned long nodes = 0, fails = 0, restarts = 0;
  bool complete = true;
  vector<int> witness;

  void count(const Search::Statistics &s) {
    nodes += s.node, fails += s.fail, restarts += s.restart;
  }
};

// Runs an engine until `want` solutions (0: all) have been found. The engine owns the model.
template <class Engine> void explore(Model *m, const Search::Options &options, long want, Answer &answer) {
  Engine engine(m, options);
  answer.solutions = 0;
  while (Model *found = engine.next()) {
    answer.solutions++;
    answer.witness.assign(found->x.size(), 0);
    for (int i = 0; i < found->x.size(); i++) answer.witness[i] = found->x[i].val();
    delete found;
    if (answer.solutions == want) break;
  }
  answer.complete = answer.complete && !engine.stopped();
  answer.count(engine.statistics());
}

void search(Model *m, const Mode &mode, long want, Answer &answer) {
  Search::Options options = mode.options;
  options.clone = false;
  if (mode.luby > 0) {
    options.cutoff = Search::Cutoff::luby(mode.luby);
    explore<RBS<Model, DFS>>(m, options, want, answer);
  } else {
    explore<DFS<Model>>(m, options, want, answer);
  }
}

void optimum(Model *m, const Mode &mode, Answer &answer) {
  Search::Options options = mode.options;
  options.clone = false;
  if (mode.luby > 0) {
    options.cutoff = Search::Cutoff::luby(mode.luby);
    explore<RBS<Model, BAB>>(m, options, 0, answer);
  } else {
    explore<BAB<Model>>(m, options, 0, answer);
  }
}

void sudoku(const vector<vector<int>> &puzzles, const Mode &mode, Answer &answer) {
  auto board = [&](const vector<int> &givens) {
    auto m = std::make_unique<Model>(81, 1, 9);
    // The givens are set before the constraints, so that these start with reduced domains.
    give(*m, givens);
    post_square(*m, 9, 3, mode);
    branch_on(*m, m->x, mode);
    return m;
  };
  std::unique_ptr<Model> empty;
  if (mode.reused) (empty = board({}))->status();
  vector<int> unique;
  long solved = 0;
  for (const vector<int> &givens : puzzles) {
    std::unique_ptr<Model> m;
    if (mode.reused) give(*(m = std::unique_ptr<Model>(static_cast<Model *>(empty->clone()))), givens);
    else m = board(givens);
    search(m.release(), mode, 2, answer);
    if (answer.solutions == 1) unique.insert(unique.end(), answer.witness.begin(), answer.witness.end()), solved++;
    if (!answer.complete) break;
  }
  answer.solutions = solved;
  answer.witness = unique;
}

vector<int> read_numbers(const string &path) {
  std::ifstream file(path);
  if (!file) wrong("cannot read " + path);
  vector<int> numbers;
  for (int number; file >> number;) numbers.push_back(number);
  return numbers;
}

vector<vector<int>> read_puzzles(const string &path, size_t most) {
  std::ifstream file(path);
  if (!file) wrong("cannot read " + path);
  vector<vector<int>> puzzles;
  for (string line; (most == 0 || puzzles.size() < most) && std::getline(file, line);) {
    if (line.size() < 81) continue;
    vector<int> givens(81);
    for (int i = 0; i < 81; i++) givens[i] = line[i] == '.' ? 0 : line[i] - '0';
    puzzles.push_back(givens);
  }
  return puzzles;
}

// Reads the arguments, then runs `timed` under the clock.
Answer answer_to(const vector<string> &words) {
  if (words.size() < 4) wrong("a request is PROBLEM MODE LIMIT_MS SEED ARGUMENTS");
  const string &problem = words[0];
  Mode mode = parse_mode(words[1]);
  unsigned long limit = std::stoul(words[2]);
  mode.seed = unsigned(std::stoul(words[3]));
  auto text = [&](size_t i) { return words.size() > 4 + i ? words[4 + i] : string(); };
  auto number = [&](size_t i) { return std::stoi(text(i).empty() ? "0" : text(i)); };
  auto wanted = [&](size_t i) { return text(i) == "all" ? 0 : 1; };

  Answer answer;
  auto timed = [&](auto work) {
    std::unique_ptr<Search::Stop> stop(limit > 0 ? Search::Stop::time(limit) : nullptr);
    mode.options.stop = stop.get();
    auto start = std::chrono::steady_clock::now();
    work();
    std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
    answer.us = elapsed.count();
  };
  if (problem == "sudoku") {
    auto puzzles = read_puzzles(text(0), size_t(number(1)));
    timed([&] { sudoku(puzzles, mode, answer); });
  } else if (problem == "queens") {
    timed([&] { search(queens(number(0), mode), mode, wanted(1), answer); });
  } else if (problem == "qwh") {
    vector<int> givens = read_numbers(text(0));
    if (givens.empty() || givens.size() != size_t(1 + givens[0] * givens[0])) wrong("not a quasigroup: " + text(0));
    int n = givens[0];
    givens.erase(givens.begin());
    timed([&] { search(qwh(n, givens, mode), mode, 1, answer); });
  } else if (problem == "langford") {
    timed([&] { search(langford(number(0), number(1), mode), mode, wanted(2), answer); });
  } else if (problem == "magic") {
    timed([&] { search(magic(number(0), mode), mode, 1, answer); });
  } else if (problem == "golomb") {
    timed([&] { explore<BAB<Model>>(golomb(number(0), mode), mode.options, 0, answer); });
  } else if (problem == "allinterval") {
    timed([&] { search(allinterval(number(0), mode), mode, wanted(1), answer); });
  } else if (problem == "color") {
    vector<int> graph = read_numbers(text(0));
    timed([&] { search(color(graph, number(1), mode), mode, 1, answer); });
  } else if (problem == "sendmore") {
    timed([&] { search(sendmore(mode), mode, 0, answer); });
  } else if (problem == "killer") {
    vector<int> cages = read_numbers(text(0));
    timed([&] { search(killer(cages, mode), mode, 0, answer); });
  } else if (problem == "jobshop") {
    vector<int> shop = read_numbers(text(0));
    timed([&] { optimum(jobshop(shop, mode), mode, answer); });
  } else {
    wrong("unknown problem: " + problem);
  }
  return answer;
}

int main() {
  for (string line; std::getline(std::cin, line);) {
    try {
      std::istringstream stream(line);
      vector<string> words;
      for (string word; std::getline(stream, word, line.find('\t') == string::npos ? ' ' : '\t');) words.push_back(word);
      Answer answer = answer_to(words);
      std::cout << std::fixed << "ok us=" << answer.us << " solutions=" << answer.solutions << " nodes=" << answer.nodes
                << " fails=" << answer.fails << " restarts=" << answer.restarts
                << " complete=" << answer.complete << " witness=";
      for (size_t i = 0; i < answer.witness.size(); i++) std::cout << (i ? "," : "") << answer.witness[i];
      std::cout << std::endl;
    } catch (const std::exception &problem) {
      std::cout << "error " << problem.what() << std::endl;
    }
  }
}
