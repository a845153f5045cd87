//! Engines that are talked to in UCI or in the XBoard protocol.

mod config;
mod player;
pub mod uci;
mod uci_player;
mod xboard;

pub(crate) use config::{EngineConfig, EngineProtocol, Restart};
pub(crate) use player::{
    Decision, EngineChannel, EngineFault, EngineMove, EnginePlayer, EngineReport, EngineScore,
    GameSetup, TurnToMove,
};
pub(crate) use uci_player::UciPlayer;
pub(crate) use xboard::XBoardPlayer;
