//! A thread that plays games, one after the other.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::SystemTime;

use super::Options;
use super::arbiter::{Game, Played, Player};
use super::client::{self, Client, Fault};
use super::options::{EngineConfig, Restart};
use super::schedule::{Pairing, Schedule};
use crate::process::Stop;
use vertumnus_core::board::ByColor;
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::Variant;

/// What a thread has to tell.
pub(super) enum News {
    Started(Box<Pairing>),
    Finished { pairing: Box<Pairing>, played: Box<Played>, began: SystemTime },
    BadOpening(String),
}

/// What all threads share.
pub(super) struct Shared<'a> {
    options: &'a Options,
    engines: Vec<Arc<EngineConfig>>,
    schedule: &'a Schedule,
    /// Games that were played before.
    done: HashSet<usize>,
    next: AtomicUsize,
    stop: Arc<Stop>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        options: &'a Options,
        schedule: &'a Schedule,
        done: HashSet<usize>,
        stop: Arc<Stop>,
    ) -> Self {
        let engines = options.engines.iter().cloned().map(Arc::new).collect();
        Self { options, engines, schedule, done, next: AtomicUsize::new(0), stop }
    }

    /// The next game that is to be played, if there is one.
    fn next(&self) -> Option<Pairing> {
        loop {
            if self.stop.is_set() {
                return None;
            }
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if !self.done.contains(&index) {
                return self.schedule.game(index);
            }
        }
    }
}

pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    news: Sender<News>,
    /// The engines that run, by their numbers.
    clients: HashMap<usize, Box<dyn Client>>,
    /// The games that have come up.
    sessions: HashMap<&'static str, Box<dyn Session>>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, news: Sender<News>) -> Self {
        Self { shared, news, clients: HashMap::new(), sessions: HashMap::new() }
    }

    pub(super) fn run(mut self) {
        while let Some(pairing) = self.shared.next() {
            if !self.play(pairing) {
                break;
            }
            thread::sleep(self.shared.options.pause);
        }
        self.dismiss(|_| true);
    }

    /// Plays a game; false if there is to be no other.
    fn play(&mut self, pairing: Pairing) -> bool {
        let pairing = Box::new(pairing);
        let engines = [pairing.white, pairing.black];
        self.dismiss(|engine| !engines.contains(&engine));
        // Nobody listens only when the tournament is over.
        let _ = self.news.send(News::Started(pairing.clone()));
        let began = SystemTime::now();
        let mut clients = engines.map(|engine| self.client(engine));
        let players: ByColor<Player<'_>> = ByColor(
            clients.each_mut().map(|client| client.as_mut().map_err(|fault| fault.clone())),
        );
        let configs = ByColor(engines.map(|engine| &*self.shared.engines[engine]));
        let game = Game {
            session: session(&mut self.sessions, pairing.variant),
            opening: &pairing.opening,
            configs,
            rules: self.shared.options.rules,
            patience: self.shared.options.patience,
        };
        let played = game.play(players);
        let news = match played {
            Ok(Some(played)) => {
                self.keep(engines, clients, played.is_spent);
                News::Finished { pairing, played: Box::new(played), began }
            }
            Ok(None) => {
                self.keep(engines, clients, ByColor([false; 2]));
                return false;
            }
            Err(reason) => {
                self.keep(engines, clients, ByColor([false; 2]));
                News::BadOpening(reason)
            }
        };
        self.news.send(news).is_ok()
    }

    /// An engine that runs; it is started if it does not.
    fn client(&mut self, engine: usize) -> Result<Box<dyn Client>, Fault> {
        match self.clients.remove(&engine) {
            Some(client) => Ok(client),
            None => client::start(&self.shared.engines[engine], &self.shared.stop),
        }
    }

    /// Keeps the engines of a game for the next, but for those that are spent: these end at once, by
    /// force.
    fn keep(
        &mut self,
        engines: [usize; 2],
        clients: [Result<Box<dyn Client>, Fault>; 2],
        is_spent: ByColor<bool>,
    ) {
        for ((engine, client), is_spent) in engines.into_iter().zip(clients).zip(is_spent.0) {
            let Ok(client) = client else { continue };
            if is_spent {
                drop(client);
            } else if self.shared.engines[engine].restart == Restart::On {
                client.quit();
            } else {
                self.clients.insert(engine, client);
            }
        }
    }

    /// Ends engines in good order.
    fn dismiss(&mut self, is_done: impl Fn(usize) -> bool) {
        let done: Vec<usize> =
            self.clients.keys().copied().filter(|&engine| is_done(engine)).collect();
        for engine in done {
            if let Some(client) = self.clients.remove(&engine) {
                client.quit();
            }
        }
    }
}

fn session<'a>(
    sessions: &'a mut HashMap<&'static str, Box<dyn Session>>,
    variant: Variant,
) -> &'a mut dyn Session {
    &mut **sessions.entry(variant.name()).or_insert_with(|| game::session(variant))
}
