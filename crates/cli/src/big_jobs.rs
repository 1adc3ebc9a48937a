//! Job scripts that start every share of a large table under a batch system. A job only defines the
//! machine on which a share runs, and restarts the share if its process dies. The share itself does
//! all other work, such as building and storing the table.

use std::path::Path;

use base::escaping::is_hidden;

use crate::args::{BatchSystemArg, JobsArgs};

impl JobsArgs {
    /// Returns the store if it is a relative path and each share runs in a container of its own;
    /// otherwise `None`. In a container of its own, a share cannot use a relative path.
    pub fn lost_store(&self) -> Option<&str> {
        let relative = !cluster::is_url(&self.store) && Path::new(&self.store).is_relative();
        (self.system == BatchSystemArg::Kubernetes && relative).then_some(&self.store)
    }

    /// Returns the first text in the job that contains a hidden character, or `None`. A hidden
    /// character could end a line of the script.
    pub fn hidden(&self) -> Option<String> {
        let files = self.of.files.iter().map(|file| file.display().to_string());
        let data = self
            .of
            .data
            .iter()
            .map(|(name, file)| format!("{name}={}", file.display()));
        [self.store.clone(), self.of.game.clone()]
            .into_iter()
            .chain(files)
            .chain(data)
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

/// Returns the text of the job. The text contains the options `what`, so that every share builds
/// the same table. If `--memory` was given, the text also contains that option.
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
    let data = args.of.data.iter().map(|(name, file)| {
        format!(
            " --data {}",
            shell_word(&format!("{name}={}", file.display()))
        )
    });
    let ways = args
        .of
        .ways()
        .map(|way| format!(" {way}"))
        .chain(memory.map(|memory| format!(" --memory {memory}")));
    let read: String = files.chain(data).chain(ways).collect();
    let place = if cluster::is_url(&args.store) {
        "reachable from all of them"
    } else {
        "the same folder on all of them"
    };
    let run = |share: &str| {
        format!(
            "grundy big share {share} --of {shares} --store {store} --entries {what} --patience 3600{read} {game}"
        )
    };
    match args.system {
        BatchSystemArg::Parallel => {
            let command = run("{}");
            format!(
                "#!/bin/sh\n# With --sshloginfile HOSTS the shares also run on other machines; {store} must be {place}.\n\
                 seq 0 {last} | parallel --jobs {shares} --retries 10 --halt now,fail=1 --line-buffer \"$@\" {}\n",
                quoted_command(&command)
            )
        }
        BatchSystemArg::Slurm => {
            let command = run("\"$SLURM_ARRAY_TASK_ID\"");
            format!(
                "#!/bin/bash\n#SBATCH --job-name=grundy\n#SBATCH --array=0-{last}\n#SBATCH --requeue\n#SBATCH --open-mode=append\n\
                 # Exit code 75: the share waited too long for another one. It is run again, as after a crash.\n\
                 {command}\ncode=$?\nif [ $code -eq 75 ]; then scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\"; fi\nexit $code\n"
            )
        }
        BatchSystemArg::Kubernetes => {
            let command = run("\"$JOB_COMPLETION_INDEX\"");
            let lines = yaml(&command);
            // Object storage needs no volume. The access keys of the object storage are read from a
            // Kubernetes secret.
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
