//! Slurm runs a class: what the harness asks it for, and what it does about tasks that are lost, a controller that is down, a command that was
//! killed, and machines that may not mark. Slurm's commands are played by scripts here; `.ci/slurm` has a real cluster.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};

use support::class::{CASES, Class, lines, told};

/// Runs each task of an array at once, one after the other, but those that are to be lost (`lose.N`, a line for each time) or held (`hold.N`).
const SBATCH: &str = r#"#!/bin/sh
echo "$*" >>"$FAKE/submitted"
if [ -s "$FAKE/sbatch_fails" ]; then sed -i 1d "$FAKE/sbatch_fails"; echo "Unable to contact slurm controller" >&2; exit 1; fi
cat >"$FAKE/script"
node=n1
for word; do case $word in
  --array=*) array=${word#--array=};;
  --exclude=n1) node=n2;;
  --exclude=n1,n2) echo "Requested node configuration is not available" >&2; exit 1;;
esac; done
for range in $(echo "$array" | tr , ' '); do
  for task in $(seq "${range%-*}" "${range#*-}"); do
    if [ -s "$FAKE/lose.$task" ]; then sed -i 1d "$FAKE/lose.$task"; continue; fi
    if [ -e "$FAKE/hold.$task" ]; then echo "$task" >>"$FAKE/held"; continue; fi
    most=T1; [ -e "$FAKE/weak.$node" ] && most=T4
    HARNESS_SANDBOX_AT_MOST=$most SLURMD_NODENAME=$node SLURM_ARRAY_TASK_ID=$task sh "$FAKE/script" >>"$FAKE/log" 2>&1 </dev/null
  done
done
echo 17
"#;

/// Says which tasks are held; at the look of the number in `act` does what `action` says.
const SQUEUE: &str = r#"#!/bin/sh
echo look >>"$FAKE/looks"
if [ -s "$FAKE/squeue_fails" ]; then sed -i 1d "$FAKE/squeue_fails"; echo "slurm_load_jobs error" >&2; exit 1; fi
if [ -e "$FAKE/act" ] && [ "$(wc -l <"$FAKE/looks")" -ge "$(cat "$FAKE/act")" ]; then rm "$FAKE/act"; . "$FAKE/action"; fi
[ -e "$FAKE/held" ] && cat "$FAKE/held"
exit 0
"#;

/// Forgets all tasks.
const SCANCEL: &str = "#!/bin/sh\necho \"$*\" >>\"$FAKE/cancelled\"\nrm -f \"$FAKE/held\"\n";

/// A class, a cluster that is none, and the gradebook of the class as this machine marks it.
struct FakeCluster {
    class: Class,
    right: Vec<u8>,
}

impl FakeCluster {
    fn new() -> Self {
        let class = Class::new();
        for (name, wrong) in [("ann", CASES), ("ben", 6), ("cat", 0), ("dan", 9)] {
            class.hand_in(name, wrong);
        }
        class.write("submissions/eve/program.c", "int main(void) { return }\n");
        for (name, text) in [("sbatch", SBATCH), ("squeue", SQUEUE), ("scancel", SCANCEL)] {
            class.write(&format!("bin/{name}"), text);
        }
        class.write("fake/looks", "");
        assert_eq!(class.mark("submissions", "local", &["--quiet"]).status.code(), Some(1));
        let right = class.gradebook("local");
        Self { class, right }
    }

    /// Writes a file that the scripts look for.
    fn says(&self, name: &str, text: &str) {
        self.class.write(&format!("fake/{name}"), text);
    }

    fn said(&self, name: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.class.path("fake").join(name)).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }

    /// Returns the arrays that were asked for.
    fn arrays(&self) -> Vec<String> {
        let array = |line: &String| {
            line.split(' ').find_map(|word| word.strip_prefix("--array=")).unwrap().to_string()
        };
        self.said("submitted").iter().map(array).collect()
    }

    fn on_path(&self, command: &mut Command) -> Output {
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", self.class.path("bin").display()));
        command.env("FAKE", self.class.path("fake")).env("NO_COLOR", "1").output().unwrap()
    }

    /// Marks the class on the cluster, in four shards.
    #[track_caller]
    fn marks(&self, arguments: &[&str], status: i32) -> String {
        let all = ["--engine", "slurm", "--shards", "4", "--poll", "0.01"];
        let mut command = self.class.marking("submissions", "run", &all);
        let output = self.on_path(command.args(arguments));
        assert_eq!(output.status.code(), Some(status), "{}\n{:?}", told(&output), self.said("log"));
        told(&output)
    }

    fn harness(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(support::program());
        command.args(arguments).arg(self.run());
        told(&self.on_path(&mut command))
    }

    fn run(&self) -> PathBuf {
        self.class.path("run")
    }

    #[track_caller]
    fn has_the_right_gradebook(&self) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(text(&self.class.gradebook("run")), text(&self.right));
    }
}

#[test]
fn a_class_that_a_cluster_runs_is_as_this_machine_marks_it() {
    let cluster = FakeCluster::new();
    let text = cluster.marks(&["--sbatch", "--partition=grade --time=60"], 1);
    cluster.has_the_right_gradebook();
    assert_eq!(cluster.arrays(), ["1-4"]);
    let [submitted] = &cluster.said("submitted")[..] else { panic!("one job") };
    assert!(submitted.contains("--partition=grade --time=60"), "{submitted}");
    assert!(submitted.contains("--job-name harness-"), "{submitted}");
    assert!(text.contains("4 of 4 shards are done") && text.contains("n1: 48 runs; sandbox "), "{text}");
    let status = cluster.harness(&["class", "--status"]);
    assert!(status.contains("shards:    4 of 4 done, 0 wait or run"), "{status}");
    // What is done is not given to the cluster again.
    cluster.marks(&[], 1);
    assert_eq!(cluster.arrays(), ["1-4"]);
}

#[test]
fn lost_tasks_are_submitted_again_and_a_controller_that_is_down_is_waited_for() {
    let cluster = FakeCluster::new();
    cluster.says("lose.2", "once\ntwice\n");
    cluster.says("lose.4", "once\n");
    cluster.says("squeue_fails", "1\n2\n3\n4\n5\n");
    cluster.says("sbatch_fails", "1\n");
    let text = cluster.marks(&[], 1);
    cluster.has_the_right_gradebook();
    assert_eq!(cluster.arrays(), ["1-4", "1-4", "2,4", "2"]);
    assert!(text.contains("the scheduler does not answer: `squeue` says: slurm_load_jobs error"), "{text}");
    assert!(text.contains("the scheduler has not taken a job"), "{text}");
}

#[test]
fn a_shard_that_never_ends_is_no_verdict_and_another_machine_may_do_it() {
    let cluster = FakeCluster::new();
    cluster.says("lose.3", "1\n2\n3\n4\n5\n6\n");
    let text = cluster.marks(&[], 4);
    assert_eq!(cluster.arrays(), ["1-4", "3", "3"]);
    assert!(text.contains("shard 3 did not come to its end, which is no fault of any submission"), "{text}");
    assert!(text.contains("runs are missing; mark slice:3/4 again"), "{text}");
    let gradebook = lines(&cluster.class.gradebook("run"));
    let incomplete: Vec<_> = gradebook.iter().filter(|line| line["status"] == "incomplete").collect();
    assert!(
        !incomplete.is_empty() && incomplete.iter().all(|line| line["total"].is_empty()),
        "{gradebook:?}"
    );
    assert_eq!(cluster.class.mark("submissions", "run", &[]).status.code(), Some(1));
    cluster.has_the_right_gradebook();
}

#[test]
fn a_job_that_still_runs_when_the_command_is_given_again_is_adopted() {
    let cluster = FakeCluster::new();
    // The first command ends when it is interrupted, while two tasks are held.
    cluster.says("hold.2", "");
    cluster.says("hold.3", "");
    cluster.says("act", "4");
    cluster.says("action", "kill -TERM $PPID");
    let text = cluster.marks(&[], 4);
    assert!(text.contains("goes on without this command"), "{text}");
    let status = cluster.harness(&["class", "--status"]);
    assert!(status.contains("shards:    2 of 4 done, 2 wait or run"), "{status}");
    // The job goes on meanwhile, and ends while the second one looks.
    cluster.says("act", "9");
    let task = "SLURM_ARRAY_TASK_ID=$task SLURMD_NODENAME=n3 sh \"$FAKE/script\"";
    cluster.says("action", &format!("for task in 2 3; do {task} >/dev/null 2>&1; done\nrm \"$FAKE/held\""));
    cluster.marks(&[], 1);
    cluster.has_the_right_gradebook();
    assert_eq!(cluster.arrays(), ["1-4"]);
}

#[test]
fn a_class_that_is_cancelled_is_not_given_to_the_cluster_again_until_somebody_says_so() {
    let cluster = FakeCluster::new();
    cluster.says("hold.1", "");
    cluster.says("act", "4");
    let program = support::program().display().to_string();
    cluster.says("action", &format!("'{program}' cancel '{}'", cluster.run().display()));
    let text = cluster.marks(&[], 4);
    assert!(text.contains("it was cancelled; the same command goes on where it was"), "{text}");
    let [cancelled] = &cluster.said("cancelled")[..] else { panic!("cancelled once") };
    assert!(cancelled.starts_with("--me --name=harness-"), "{cancelled}");
    std::fs::remove_file(cluster.class.path("fake/hold.1")).unwrap();
    cluster.marks(&[], 1);
    cluster.has_the_right_gradebook();
    assert_eq!(cluster.arrays(), ["1-4", "1"]);
}

#[test]
fn what_still_runs_when_every_shard_is_done_is_cancelled() {
    let cluster = FakeCluster::new();
    // A node that was thought to be lost has done its shard, and the scheduler runs it again elsewhere.
    cluster.says("held", "2\n");
    cluster.says("act", "3");
    let task = "SLURM_ARRAY_TASK_ID=2 SLURMD_NODENAME=n3 sh \"$FAKE/script\"";
    cluster.says("action", &format!("{task} >/dev/null 2>&1"));
    cluster.marks(&[], 1);
    cluster.has_the_right_gradebook();
    assert_eq!(cluster.arrays(), ["1,3-4"]);
    assert!(cluster.said("held").is_empty());
}

#[test]
fn a_machine_that_may_not_mark_gets_no_more_shards() {
    let cluster = FakeCluster::new();
    cluster.says("weak.n1", "");
    let text = cluster.marks(&["--require-sandbox", "landlock"], 1);
    cluster.has_the_right_gradebook();
    assert!(text.contains("no shard is given to n1: ") && text.contains("n2: 48 runs"), "{text}");
    assert!(cluster.said("submitted")[1].contains("--exclude=n1"), "{:?}", cluster.said("submitted"));
    let status = cluster.harness(&["class", "--status"]);
    assert!(status.contains("refused:   n1: "), "{status}");
}

#[test]
fn a_cluster_whose_machines_may_all_not_mark_is_refused() {
    let cluster = FakeCluster::new();
    cluster.says("weak.n1", "");
    cluster.says("weak.n2", "");
    let text = cluster.marks(&["--require-sandbox", "landlock"], 5);
    assert!(text.contains("no machine is left: --require-sandbox refuses n1, n2, and "), "{text}");
    assert!(text.contains("Requested node configuration is not available"), "{text}");
}

#[test]
fn a_cluster_that_takes_no_job_is_told() {
    let cluster = FakeCluster::new();
    cluster.says("sbatch_fails", "1\n2\n3\n4\n5\n");
    let text = cluster.marks(&[], 2);
    assert!(
        text.contains("`sbatch` says: Unable to contact slurm controller") && text.contains("  help: "),
        "{text}"
    );
    let mut command = cluster.class.marking("submissions", "run", &["--engine", "slurm"]);
    let output = command.env("PATH", "/nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(told(&output).contains("failed to start `squeue`"), "{}", told(&output));
}
