fn main() {
    use vertumnus::position::{Position, perft};
    let a: Vec<String> = std::env::args().collect();
    struct V(String, u32);
    impl vertumnus::rules::Visitor for V {
        type Output = ();
        fn visit<R: vertumnus::rules::Ruleset>(self) {
            let p = Position::<R>::from_fen(if self.0 == "startpos" { R::START } else { &self.0 })
                .unwrap();
            let t = std::time::Instant::now();
            let n = perft::perft(&p, self.1);
            println!("{n} {:?} {}M/s", t.elapsed(), n as f64 / 1e6 / t.elapsed().as_secs_f64());
            for (m, n) in perft::divide(&p, 1, &Default::default()).unwrap() {
                print!("{}:{n} ", p.move_text(m));
            }
            println!();
        }
    }
    a[1].parse::<vertumnus::rules::Variant>()
        .unwrap()
        .visit(V(a[2].clone(), a[3].parse().unwrap()));
}
