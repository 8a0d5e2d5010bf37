// The problems as Gecode models, with the same variables and constraints as for the other engines.
#pragma once

#include <gecode/minimodel.hh>

#include "mode.hpp"

// A model of any problem. The last variable is the cost, if there is one.
struct Model : IntMinimizeSpace {
  IntVarArray x;
  Model(int size, int low, int high) : x(*this, size, low, high) {}
  Model(Model &other) : IntMinimizeSpace(other) { x.update(*this, other.x); }
  Space *copy() override { return new Model(*this); }
  IntVar cost() const override { return x[x.size() - 1]; }
};

// Rows and columns (and boxes, if `box` is not 0) of a square hold different values.
inline void post_square(Model &m, int n, int box, const Mode &mode) {
  Matrix<IntVarArray> cells(m.x, n, n);
  for (int i = 0; i < n; i++) {
    distinct(m, cells.row(i), mode.level);
    distinct(m, cells.col(i), mode.level);
    if (box > 0) {
      int column = i % box * box, row = i / box * box;
      distinct(m, cells.slice(column, column + box, row, row + box), mode.level);
    }
  }
}

inline void give(Model &m, const vector<int> &givens) {
  for (size_t i = 0; i < givens.size(); i++)
    if (givens[i] > 0) rel(m, m.x[int(i)], IRT_EQ, givens[i]);
}

inline Model *queens(int n, const Mode &mode) {
  auto *m = new Model(n, 0, n - 1);
  distinct(*m, m->x, mode.level);
  distinct(*m, IntArgs::create(n, 0, 1), m->x, mode.level);
  distinct(*m, IntArgs::create(n, 0, -1), m->x, mode.level);
  branch_on(*m, m->x, mode);
  return m;
}

inline Model *qwh(int n, const vector<int> &givens, const Mode &mode) {
  auto *m = new Model(n * n, 1, n);
  give(*m, givens);
  post_square(*m, n, 0, mode);
  branch_on(*m, m->x, mode);
  return m;
}

inline Model *langford(int k, int n, const Mode &mode) {
  auto *m = new Model(k * n, 1, k * n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < k; j++) rel(*m, m->x[i * k + j + 1] == m->x[i * k + j] + i + 2);
  distinct(*m, m->x, mode.level);
  rel(*m, m->x[0] + m->x[k - 1] < n * k + 1);
  branch_on(*m, m->x, mode);
  return m;
}

inline Model *magic(int n, const Mode &mode) {
  auto *m = new Model(n * n, 1, n * n);
  Matrix<IntVarArray> cells(m->x, n, n);
  int sum = n * (n * n + 1) / 2;
  IntVarArgs down, up;
  distinct(*m, m->x, mode.level);
  for (int i = 0; i < n; i++) {
    linear(*m, cells.row(i), IRT_EQ, sum);
    linear(*m, cells.col(i), IRT_EQ, sum);
    down << cells(i, i), up << cells(i, n - 1 - i);
  }
  linear(*m, down, IRT_EQ, sum);
  linear(*m, up, IRT_EQ, sum);
  IntVar left = cells(0, 0), right = cells(n - 1, 0), low_left = cells(0, n - 1);
  for (IntVar corner : {right, low_left, IntVar(cells(n - 1, n - 1))}) rel(*m, left, IRT_LE, corner);
  rel(*m, right, IRT_LE, low_left);
  branch_on(*m, m->x, mode);
  return m;
}

inline Model *golomb(int marks, const Mode &mode) {
  auto *m = new Model(marks, 0, marks * marks);
  IntVarArgs distances;
  rel(*m, m->x[0], IRT_EQ, 0);
  rel(*m, m->x, IRT_LE);
  for (int i = 0; i < marks; i++)
    for (int j = i + 1; j < marks; j++) distances << expr(*m, m->x[j] - m->x[i]);
  distinct(*m, distances, mode.level);
  rel(*m, distances[0], IRT_LE, distances[distances.size() - 1]);
  branch_on(*m, m->x, mode);
  return m;
}

inline Model *allinterval(int n, const Mode &mode) {
  auto *m = new Model(n, 0, n - 1);
  IntVarArgs steps(*m, n - 1, 1, n - 1);
  for (int i = 0; i + 1 < n; i++) rel(*m, abs(m->x[i + 1] - m->x[i]) == steps[i], mode.arithmetic);
  distinct(*m, m->x, mode.level);
  distinct(*m, steps, mode.level);
  rel(*m, m->x[0], IRT_LE, m->x[n - 1]);
  rel(*m, steps[0], IRT_LE, steps[n - 2]);
  branch_on(*m, mode.steps ? m->x + steps : IntVarArgs(m->x), mode);
  return m;
}

inline Model *color(const vector<int> &graph, int colors, const Mode &mode) {
  auto *m = new Model(graph.at(0), 1, colors);
  size_t clique = 2 + 2 * size_t(graph.at(1));
  for (size_t edge = 2; edge < clique; edge += 2)
    rel(*m, m->x[graph.at(edge) - 1], IRT_NQ, m->x[graph.at(edge + 1) - 1]);
  for (int i = 1; i <= graph.at(clique); i++) rel(*m, m->x[graph.at(clique + i) - 1], IRT_EQ, i);
  branch_on(*m, m->x, mode);
  return m;
}

inline Model *sendmore(const Mode &mode) {
  auto *m = new Model(8, 0, 9);  // S E N D M O R Y
  IntVarArgs all(m->x);
  IntVarArgs letters({all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[1], all[4], all[5], all[2], all[1], all[7]});
  rel(*m, all[0], IRT_GR, 0);
  rel(*m, all[4], IRT_GR, 0);
  distinct(*m, all, mode.level);
  linear(*m, IntArgs({1000, 100, 10, 1, 1000, 100, 10, 1, -10000, -1000, -100, -10, -1}), letters, IRT_EQ, 0);
  branch_on(*m, all, mode);
  return m;
}

// Input: the number of cages, then for each cage its sum, its size and its cells.
inline Model *killer(const vector<int> &cages, const Mode &mode) {
  auto *m = new Model(81, 1, 9);
  post_square(*m, 9, 3, mode);
  size_t at = 1;
  for (int cage = 0; cage < cages.at(0); cage++) {
    int total = cages.at(at), size = cages.at(at + 1);
    IntVarArgs cells;
    for (int i = 0; i < size; i++) cells << m->x[cages.at(at + 2 + i)];
    distinct(*m, cells, mode.level);
    linear(*m, cells, IRT_EQ, total, mode.arithmetic);
    at += 2 + size;
  }
  branch_on(*m, m->x, mode);
  return m;
}

// Input: the numbers of jobs and of machines, then for each task its machine and its duration.
inline Model *jobshop(const vector<int> &shop, const Mode &mode) {
  int jobs = shop.at(0), machines = shop.at(1), tasks = jobs * machines, horizon = 0;
  auto machine = [&](int task) { return shop.at(2 + 2 * task); };
  auto duration = [&](int task) { return shop.at(3 + 2 * task); };
  for (int task = 0; task < tasks; task++) horizon += duration(task);
  auto *m = new Model(tasks + 1, 0, horizon);
  for (int task = 0; task < tasks; task++)
    rel(*m, m->x[task] + duration(task) <= m->x[task % machines + 1 < machines ? task + 1 : tasks]);
  BoolVarArgs orders;
  for (int each = 0; each < machines; each++) {
    IntVarArgs starts;
    IntArgs durations;
    for (int a = 0; a < tasks; a++) {
      if (machine(a) != each) continue;
      starts << m->x[a], durations << duration(a);
      for (int b = a + 1; b < tasks && !mode.starts; b++) {
        if (machine(b) != each) continue;
        BoolVar order(*m, 0, 1);
        rel(*m, order == (m->x[a] + duration(a) <= m->x[b]));
        rel(*m, !order == (m->x[b] + duration(b) <= m->x[a]));
        orders << order;
      }
    }
    unary(*m, starts, durations, mode.arithmetic);
  }
  if (mode.bisect) branch(*m, m->cost(), INT_VAL_SPLIT_MIN());
  if (mode.starts) branch_on(*m, m->x.slice(0, 1, tasks), mode);
  else branch_on(*m, orders, mode);
  // Once all orders are decided, assigning each variable its least value, one after the other, is optimal.
  branch(*m, m->cost(), INT_VAL_MIN());
  branch(*m, m->x, INT_VAR_NONE(), INT_VAL_MIN());
  return m;
}
