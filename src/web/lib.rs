//! Vertumnus for pages in a browser: the rules as calls, JSON in and JSON out.
//!
//! ```
//! let reply = vertumnus_web::call(r#"{"call": "find", "game": "chess", "text": "e4"}"#);
//! assert_eq!(reply, r#"{"ok":["e2e4"]}"#);
//! let reply = vertumnus_web::call(r#"{"call": "fen", "game": "chess", "moves": ["e2e5"]}"#);
//! assert!(reply.starts_with(r#"{"error":{"kind":"BadMove","message":"#));
//! ```

#![deny(unsafe_code)]

mod calls;
// The border to JavaScript.
#[cfg(target_arch = "wasm32")]
mod exports;

pub use calls::{call, call_or_load};
