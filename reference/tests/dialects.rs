//! Every dialect agrees with the runtime it is named after, which runs in the test.
//!
//! A missing runtime fails the test: what cannot be compared is not known to agree.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use reference::dice::{Cpp, Glibc, Java, Python};
use reference::{Dialect, Dice};

/// Seeds of 64 bits, signed.
const LONG_SEEDS: &[i64] = &[
    0,
    1,
    2,
    7,
    42,
    -1,
    -42,
    2020,
    65_535,
    4_294_967_295,
    4_294_967_296,
    -4_294_967_297,
    i64::MAX,
    i64::MIN,
];

/// Seeds of 32 bits, without a sign.
const SHORT_SEEDS: &[u32] = &[0, 1, 2, 7, 42, 2020, 65_535, 2_147_483_647, 2_147_483_648, u32::MAX];

/// Bounds that are, and are not, powers of two; the last ones refuse half of what is drawn.
const BOUNDS: &[i32] = &[1, 2, 3, 4, 5, 6, 8, 20, 52, 100, 255, 1 << 30, (1 << 30) + 1, i32::MAX];

/// Numbers that are drawn from each seed for each bound.
const DRAWS: usize = 40;

/// Runs `program` in `folder` and returns what it printed.
#[track_caller]
fn run(program: &str, arguments: &[&str], folder: &Path, package: &str) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| {
        panic!("failed to run `{program}` ({error}); install it, e.g. `apt-get install {package}`")
    });
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`{program} {}` failed: {complaint}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("numbers are ASCII")
}

/// Compares line by line, so that a failure shows the seed and the bound.
#[track_caller]
fn check(got: &str, real: &str) {
    assert_eq!(got.lines().count(), real.lines().count());
    for (got, real) in got.lines().zip(real.lines()) {
        assert_eq!(got, real);
    }
}

/// Returns a line that begins with `label` and lists what `draw` returns.
fn line<T: std::fmt::Display>(label: &str, mut draw: impl FnMut() -> T) -> String {
    let mut line = label.to_string();
    for _ in 0..DRAWS {
        write!(line, " {}", draw()).expect("a String takes everything");
    }
    line + "\n"
}

/// Returns a line with throws of a six-sided die.
fn dice_line(label: &str, mut dice: Box<dyn Dice>) -> String {
    line(label, || dice.face(6))
}

fn list<T: std::fmt::Display>(numbers: &[T], suffix: &str) -> String {
    numbers.iter().map(|number| format!("{number}{suffix}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn java_agrees_with_java_util_random() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let source = format!(
        "import java.util.Random;
public class Draw {{
    public static void main(String[] arguments) {{
        StringBuilder lines = new StringBuilder();
        for (long seed : new long[] {{{seeds}}}) {{
            for (int bound : new int[] {{{bounds}}}) {{
                Random random = new Random(seed);
                lines.append(seed + \" \" + bound);
                for (int i = 0; i < {DRAWS}; i++) lines.append(\" \" + random.nextInt(bound));
                lines.append('\\n');
            }}
            Random random = new Random(seed);
            lines.append(seed + \" dice\");
            for (int i = 0; i < {DRAWS}; i++) lines.append(\" \" + (random.nextInt(6) + 1));
            lines.append('\\n');
        }}
        System.out.print(lines);
    }}
}}
",
        seeds = list(LONG_SEEDS, "L"),
        bounds = list(BOUNDS, ""),
    );
    fs::write(folder.path().join("Draw.java"), source).expect("a scratch folder takes files");
    let real = run("java", &["Draw.java"], folder.path(), "default-jdk-headless");
    let mut got = String::new();
    for &seed in LONG_SEEDS {
        for &bound in BOUNDS {
            let mut random = Java::new(seed);
            got += &line(&format!("{seed} {bound}"), || random.next_int(bound));
        }
        got += &dice_line(&format!("{seed} dice"), Dialect::Java.dice(seed));
    }
    check(&got, &real);
}

#[test]
fn python_agrees_with_cpythons_random() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let source = format!(
        "import random
def line(label, draw):
    print(label, *[draw() for _ in range({DRAWS})])
for seed in [{seeds}]:
    for bits in range(1, 33):
        random.seed(seed)
        line(f'{{seed}} {{bits}} bits', lambda: random.getrandbits(bits))
    for bound in [{bounds}]:
        random.seed(seed)
        line(f'{{seed}} randint to {{bound}}', lambda: random.randint(1, bound))
        line(f'{{seed}} randrange from -3', lambda: random.randrange(-3, -3 + bound))
    random.seed(seed)
    line(f'{{seed}} choice', lambda: random.choice([1, 2, 3, 4, 5, 6]))
    random.seed(seed)
    line(f'{{seed}} dice', lambda: random.randint(1, 6))
",
        seeds = list(LONG_SEEDS, ""),
        bounds = list(BOUNDS, ""),
    );
    fs::write(folder.path().join("draw.py"), source).expect("a scratch folder takes files");
    let real = run("python3", &["draw.py"], folder.path(), "python3");
    let mut got = String::new();
    for &seed in LONG_SEEDS {
        for bits in 1..=32 {
            let mut random = Python::new(seed);
            got += &line(&format!("{seed} {bits} bits"), || random.getrandbits(bits));
        }
        for bound in BOUNDS.iter().copied().map(i64::from) {
            let mut random = Python::new(seed);
            got += &line(&format!("{seed} randint to {bound}"), || random.randint(1, bound));
            got += &line(&format!("{seed} randrange from -3"), || random.randrange(-3, -3 + bound));
        }
        let mut random = Python::new(seed);
        got += &line(&format!("{seed} choice"), || *random.choice(&[1, 2, 3, 4, 5, 6]));
        got += &dice_line(&format!("{seed} dice"), Dialect::Python.dice(seed));
    }
    check(&got, &real);
}

#[test]
fn c_agrees_with_the_gnu_c_librarys_rand() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let source = format!(
        "#include <stdio.h>
#include <stdlib.h>
int main(void) {{
    unsigned seeds[] = {{{seeds}}};
    for (size_t s = 0; s < sizeof seeds / sizeof *seeds; s++) {{
        srand(seeds[s]);
        printf(\"%u\", seeds[s]);
        for (int i = 0; i < {DRAWS}; i++) printf(\" %d\", rand());
        srand(seeds[s]);
        printf(\"\\n%u dice\", seeds[s]);
        for (int i = 0; i < {DRAWS}; i++) printf(\" %d\", rand() % 6 + 1);
        printf(\"\\n\");
    }}
    return 0;
}}
",
        seeds = list(SHORT_SEEDS, "u"),
    );
    fs::write(folder.path().join("draw.c"), source).expect("a scratch folder takes files");
    run("gcc", &["-o", "draw", "draw.c"], folder.path(), "gcc libc6-dev");
    let real = run("./draw", &[], folder.path(), "libc6");
    let mut got = String::new();
    for &seed in SHORT_SEEDS {
        let mut random = Glibc::new(seed);
        got += &line(&format!("{seed}"), || random.rand());
        got += &dice_line(&format!("{seed} dice"), Dialect::C.dice(i64::from(seed)));
    }
    check(&got, &real);
}

#[test]
fn mt19937_agrees_with_libstdcpps_distribution() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let source = format!(
        "#include <iostream>
#include <random>
int main() {{
    for (unsigned seed : {{{seeds}}}) {{
        for (int bound : {{{bounds}}}) {{
            std::mt19937 engine(seed);
            std::uniform_int_distribution<int> distribution(0, bound - 1);
            std::cout << seed << ' ' << bound;
            for (int i = 0; i < {DRAWS}; i++) std::cout << ' ' << distribution(engine);
            std::cout << '\\n';
        }}
        std::mt19937 engine(seed);
        std::uniform_int_distribution<int> die(1, 6);
        std::cout << seed << \" dice\";
        for (int i = 0; i < {DRAWS}; i++) std::cout << ' ' << die(engine);
        std::cout << '\\n';
    }}
}}
",
        seeds = list(SHORT_SEEDS, "u"),
        bounds = list(BOUNDS, ""),
    );
    fs::write(folder.path().join("draw.cpp"), source).expect("a scratch folder takes files");
    run("g++", &["-o", "draw", "draw.cpp"], folder.path(), "g++");
    let real = run("./draw", &[], folder.path(), "libstdc++6");
    let mut got = String::new();
    for &seed in SHORT_SEEDS {
        for &bound in BOUNDS {
            let mut engine = Cpp::new(seed);
            got += &line(&format!("{seed} {bound}"), || engine.uniform_int(0, bound - 1));
        }
        got += &dice_line(&format!("{seed} dice"), Dialect::Mt19937.dice(i64::from(seed)));
    }
    check(&got, &real);
}
