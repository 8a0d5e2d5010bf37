//! Job shops: each job is a list of tasks in a fixed order, each on a machine that runs one task at a time.

/// Instance.
pub struct Shop {
    pub jobs: Vec<Vec<Task>>,
}

#[derive(Clone, Copy)]
pub struct Task {
    /// Machine, from 0.
    pub machine: usize,
    pub duration: i64,
}

impl Shop {
    /// Returns ft06 of Fisher and Thompson, "Probabilistic learning combinations of local job-shop scheduling rules",
    /// 1963: 6 jobs, 6 machines, optimum 55.
    pub fn ft06() -> Shop {
        Shop::new([
            [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
            [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
            [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
            [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
            [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
            [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
        ])
    }

    /// Returns la01 of Lawrence, "Resource constrained project scheduling", 1984: 10 jobs, 5 machines, optimum 666.
    pub fn la01() -> Shop {
        Shop::new([
            [(1, 21), (0, 53), (4, 95), (3, 55), (2, 34)],
            [(0, 21), (3, 52), (4, 16), (2, 26), (1, 71)],
            [(3, 39), (4, 98), (1, 42), (2, 31), (0, 12)],
            [(1, 77), (0, 55), (4, 79), (2, 66), (3, 77)],
            [(0, 83), (3, 34), (2, 64), (1, 19), (4, 37)],
            [(1, 54), (2, 43), (4, 79), (0, 92), (3, 62)],
            [(3, 69), (4, 77), (1, 87), (2, 87), (0, 93)],
            [(2, 38), (0, 60), (1, 41), (3, 24), (4, 83)],
            [(3, 17), (1, 49), (4, 25), (0, 44), (2, 98)],
            [(4, 77), (3, 79), (2, 43), (1, 75), (0, 96)],
        ])
    }

    /// Builds an instance from lists of machines and durations.
    fn new<const TASKS: usize, const JOBS: usize>(jobs: [[(usize, i64); TASKS]; JOBS]) -> Shop {
        let task = |(machine, duration)| Task { machine, duration };
        Shop { jobs: jobs.iter().map(|job| job.iter().copied().map(task).collect()).collect() }
    }

    /// Returns all tasks, job by job.
    pub fn tasks(&self) -> impl Iterator<Item = Task> + '_ {
        self.jobs.iter().flatten().copied()
    }

    /// Returns the end if all tasks run one after the other.
    pub fn horizon(&self) -> i64 {
        self.tasks().map(|task| task.duration).sum()
    }

    /// Returns for each machine its tasks, by index among all tasks, with their durations.
    pub fn machines(&self) -> Vec<Vec<(usize, i64)>> {
        let count = self.tasks().map(|task| task.machine + 1).max().unwrap_or(0);
        let mut machines = vec![Vec::new(); count];
        for (at, task) in self.tasks().enumerate() {
            machines[task.machine].push((at, task.duration));
        }
        machines
    }

    /// Returns the precedences: index of a task, its duration, and index of the next task of the job, `None` for the
    /// last.
    pub fn successions(&self) -> Vec<(usize, i64, Option<usize>)> {
        let mut first = 0;
        let mut all = Vec::new();
        for job in &self.jobs {
            let next = |i: usize| (i + 1 < job.len()).then_some(first + i + 1);
            all.extend(job.iter().enumerate().map(|(i, task)| (first + i, task.duration, next(i))));
            first += job.len();
        }
        all
    }

    /// Formats the numbers of jobs and machines, then a job on each line: machine and duration of each task.
    pub fn to_text(&self) -> String {
        let line = |job: &Vec<Task>| {
            let tasks: Vec<String> =
                job.iter().map(|task| format!("{} {}", task.machine, task.duration)).collect();
            tasks.join(" ") + "\n"
        };
        let lines: String = self.jobs.iter().map(line).collect();
        format!("{} {}\n{lines}", self.jobs.len(), self.machines().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_visits_every_machine_once() {
        for shop in [Shop::ft06(), Shop::la01()] {
            assert!(shop.machines().iter().all(|tasks| tasks.len() == shop.jobs.len()));
        }
    }

    /// The optimum of la01 is the load of its busiest machine.
    #[test]
    fn loads_are_as_published() {
        let load = |shop: Shop| {
            let load = |tasks: &Vec<(usize, i64)>| tasks.iter().map(|&(_, duration)| duration).sum::<i64>();
            shop.machines().iter().map(load).max()
        };
        assert_eq!(load(Shop::ft06()), Some(43));
        assert_eq!(load(Shop::la01()), Some(666));
    }
}
