//! Job scripts that start every share of a large table under a batch system. A job only defines
//! where a share runs, and restarts it if it dies. Everything else is done by the share itself.

use std::path::Path;

use base::escaping::is_hidden;

use crate::args::{BatchSystemArg, JobsArgs};

impl JobsArgs {
    /// Returns the store if it is a relative path and the shares run in containers of their own, in
    /// which a relative path is meaningless; otherwise `None`.
    pub fn lost_store(&self) -> Option<&str> {
        let relative = !cluster::is_url(&self.store) && Path::new(&self.store).is_relative();
        (self.system == BatchSystemArg::Kubernetes && relative).then_some(&self.store)
    }

    /// Returns the first text in the job that contains a hidden character, or `None`. Such a
    /// character could end a line of the script.
    pub fn hidden(&self) -> Option<String> {
        let files = self.of.files.iter().map(|file| file.display().to_string());
        let graphs = self
            .of
            .graph
            .iter()
            .map(|(name, file)| format!("{name}={}", file.display()));
        [self.store.clone(), self.of.game.clone()]
            .into_iter()
            .chain(files)
            .chain(graphs)
            .find(|text| text.contains(is_hidden))
    }
}

/// Quotes a word for the shell. Additional quotes separate `{` and `$` from the next character. GNU
/// parallel therefore finds no `{}` or `{= code =}` in the word, and Kubernetes no `$(VARIABLE)`.
fn shell_word(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || ":/._-+=,".contains(sign);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!(
        "'{}'",
        word.replace('\'', r"'\''")
            .replace('{', "{''")
            .replace('$', "$''")
    )
}

/// Quotes the words of a command for GNU parallel.
fn quoted_command(command: &str) -> String {
    format!("'{}'", command.replace('\'', r"'\''"))
}

/// Returns a folder as YAML, unquoted if it contains only plain characters.
fn mount(folder: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "/._-".contains(sign);
    if folder.chars().all(plain) {
        folder.to_owned()
    } else {
        yaml(folder)
    }
}

/// Returns a text as a quoted YAML string.
fn yaml(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns the text of the job. It contains `what`, so that every share builds the same table, and
/// `--memory` if it was given.
pub fn text(args: &JobsArgs, what: &str, memory: Option<&str>) -> String {
    let (shares, last) = (args.shares, args.shares - 1);
    // A folder name that begins with `-` must not be parsed as an option.
    let store = if args.store.starts_with('-') {
        format!("./{}", args.store)
    } else {
        args.store.clone()
    };
    let (store, game) = (shell_word(&store), shell_word(&args.of.game));
    let files = args
        .of
        .files
        .iter()
        .map(|file| format!(" --file {}", shell_word(&file.display().to_string())));
    let graphs = args.of.graph.iter().map(|(name, file)| {
        format!(
            " --graph {}",
            shell_word(&format!("{name}={}", file.display()))
        )
    });
    let ways = args
        .of
        .ways()
        .map(|way| format!(" {way}"))
        .chain(memory.map(|memory| format!(" --memory {memory}")));
    let read: String = files.chain(graphs).chain(ways).collect();
    let place = if cluster::is_url(&args.store) {
        "what all of them can reach"
    } else {
        "the same folder on all of them"
    };
    let run = |share: &str| {
        format!(
            "grundy big share {share} --of {shares} --store {store} --what {what} --patience 3600{read} {game}"
        )
    };
    match args.system {
        BatchSystemArg::Parallel => {
            let command = run("{}");
            format!(
                "#!/bin/sh\n# With --sshloginfile HOSTS the shares run on other machines too; {store} must be {place}.\n\
                 seq 0 {last} | parallel --jobs {shares} --retries 10 --halt now,fail=1 --line-buffer \"$@\" {}\n",
                quoted_command(&command)
            )
        }
        BatchSystemArg::Slurm => {
            let command = run("\"$SLURM_ARRAY_TASK_ID\"");
            format!(
                "#!/bin/bash\n#SBATCH --job-name=grundy\n#SBATCH --array=0-{last}\n#SBATCH --requeue\n#SBATCH --open-mode=append\n\
                 # Exit code 75: another share was waited for too long. It is tried again, as after a death.\n\
                 {command}\ncode=$?\nif [ $code -eq 75 ]; then scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\"; fi\nexit $code\n"
            )
        }
        BatchSystemArg::Kubernetes => {
            let command = run("\"$JOB_COMPLETION_INDEX\"");
            let lines = yaml(&command);
            // Object storage needs no volume. Its access keys are read from a secret.
            let (more, volumes) = match cluster::is_url(&args.store) {
                true => (
                    "envFrom:\n            - secretRef:\n                name: grundy-store\n"
                        .to_owned(),
                    "",
                ),
                false => (
                    format!(
                        "volumeMounts:\n            - name: store\n              mountPath: {}\n",
                        mount(&args.store)
                    ),
                    "      volumes:\n        - name: store\n          persistentVolumeClaim:\n            claimName: grundy-store\n",
                ),
            };
            format!(
                "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: grundy\nspec:\n  completionMode: Indexed\n  completions: {shares}\n  parallelism: {shares}\n  backoffLimitPerIndex: 20\n  \
                 maxFailedIndexes: 0\n  template:\n    spec:\n      restartPolicy: Never\n      containers:\n        - name: share\n          image: grundy\n          \
                 command: [\"sh\", \"-c\", {lines}]\n          {more}{volumes}"
            )
        }
    }
}
