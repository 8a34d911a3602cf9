fn main() {
    let library = triangulum::variant::Library::new(triangulum::variant::Shelf::around(std::path::Path::new(".")));
    let v = library.load("bermuda", &std::env::args().nth(3).unwrap_or("standard".into())).unwrap_or_else(|e| panic!("{e}"));
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let seats: usize = std::env::args().nth(2).map_or(4, |x| x.parse().unwrap());
    let t = std::time::Instant::now();
    let b = triangulum::lab::Batch{rules: v.rules.clone(), seats: vec!["random".into(); seats], seed: 1, games: n};
    let tally = triangulum::lab::run(&b, &|_| {}).unwrap();
    let e = t.elapsed().as_secs_f64();
    println!("{tally}{:.0} games/s", n as f64/e);
}
