//! The choice of the next decision: the brancher's, or one about a variable that the brancher leaves open.

use super::Search;
use super::stack::{State, Stop};
use crate::compile::Compiled;
use crate::engine::Engine;
use crate::engine::observe::Observer;
use crate::model::Model;
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::search::branch::{self, Brancher};

/// The brancher, which is built from the configuration when it is first needed.
#[derive(Debug)]
pub(super) enum LazyBrancher {
    Built(Box<dyn Brancher>),
    /// Not built yet: propagation alone solves many instances. A brancher is built from the domains under the
    /// assumptions of the run that needs it first.
    FromConfig(Box<Config>),
}

impl LazyBrancher {
    fn get_or_build(&mut self, engine: &Engine, model: &Model) -> &mut Box<dyn Brancher> {
        if let LazyBrancher::FromConfig(config) = self {
            *self = LazyBrancher::Built(branch::from_config(engine, model, config));
        }
        self.built().expect("it has been built")
    }

    /// Returns the brancher, if one has been needed.
    pub fn built(&mut self) -> Option<&mut Box<dyn Brancher>> {
        match self {
            LazyBrancher::Built(brancher) => Some(brancher),
            LazyBrancher::FromConfig(_) => None,
        }
    }
}

impl<O: Observer> Search<O> {
    /// Returns the next decision; `None` if nothing is open.
    #[inline]
    pub(super) fn choose(&mut self) -> Option<Decision> {
        let Search { compiled: Compiled { engine, model, .. }, brancher, .. } = self;
        if brancher.built().is_none() && !engine.views.iter().any(|&view| engine.store.is_open(view)) {
            return None;
        }
        let brancher = brancher.get_or_build(engine, model);
        brancher.decide(&self.compiled.engine.store).or_else(|| {
            // A brancher may know only some of the variables.
            let open = self
                .compiled
                .engine
                .views
                .iter()
                .position(|&view| self.compiled.engine.store.is_open(view))?;
            Some(Decision::Assign(
                Var(open as u32),
                self.compiled.engine.store.min(self.compiled.engine.views[open]),
            ))
        })
    }

    /// Returns the decision in a form that narrows the domain. A very wide domain has no holes, so a decision about a
    /// value is replaced by a decision about a bound.
    ///
    /// # Panics
    /// If the decision already holds or is already impossible: the search would try it for ever.
    #[inline]
    pub(super) fn splitting(&self, decision: Decision) -> Decision {
        let decision = self.hints.prefer(decision, &self.compiled.engine);
        let decision =
            self.goal.as_ref().map_or(decision, |goal| goal.prefer(decision, &self.compiled.engine));
        let store = &self.compiled.engine.store;
        let view = self.compiled.engine.view(decision.variable());
        let decision = match decision {
            Decision::Assign(var, value) | Decision::Remove(var, value) if store.is_range_only(view) => {
                if value == store.max(view) {
                    Decision::AtLeast(var, value)
                } else {
                    Decision::AtMost(var, value)
                }
            }
            other => other,
        };
        let status = decision.literal(view).status(store);
        assert!(status.is_none(), "{:?} suggested {decision:?}, which is decided already", self.brancher);
        decision
    }

    /// Propagates the assumptions and returns the first decision of the run. `Err` if the assumptions are refuted;
    /// `Ok(None)` if nothing is open or a limit is reached.
    pub(crate) fn first_decision(&mut self) -> Result<Option<Decision>, ()> {
        debug_assert_eq!(self.state, State::Fresh);
        match self.enter() {
            Ok(()) => {}
            Err(Stop::Exhausted) => return Err(()),
            // Propagation is incomplete, so the open variables are not known yet.
            Err(Stop::Limit | Stop::Interrupted) => {
                self.is_interrupted = true;
                return Ok(None);
            }
        }
        let decision = self.choose().filter(|decision| {
            let view = self.compiled.engine.view(decision.variable());
            !self.compiled.engine.store.is_fixed(view)
        });
        Ok(decision.map(|decision| self.splitting(decision)))
    }
}
