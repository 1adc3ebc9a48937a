"""Runs the shares of a large table on a Ray cluster: an actor a share, which runs `grundy big share` and nothing else.

Ray places the actors, notices when one dies and starts it again, there or elsewhere. What a share has done lies in the store, so it matters to nobody which process did it. The job is
one argument in JSON; what happens is told line by line in JSON on standard output, for whoever started this to put into words.
"""

import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Exit code of a share that waited too long for another share; the share is started again.
AGAIN = 75
# Maximum number of times that an actor starts a killed process again.
DEATHS = 50


def tell(**what):
    print(json.dumps(what), flush=True)


def dies_with_its_parent():
    """A share whose actor was killed ends too (on Linux; elsewhere it goes on beside its successor, which does no harm)."""
    if sys.platform == "linux":
        PR_SET_PDEATHSIG = 1
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def program(named):
    """Returns the words that start the command on this machine: those of the first machine if the program exists, otherwise `grundy` on the path."""
    if os.access(named[0], os.X_OK):
        return named
    found = shutil.which("grundy")
    return found and [found]


class Share:
    def run(self, job, share):
        """The exit code of a share, and what it said last."""
        command = program(job["program"])
        if command is None:
            return 2, f"{os.uname().nodename}: there is no `grundy` on the path"
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for option, name, text in job["files"]:
                path = os.path.join(folder, os.path.basename(name))
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                files += ["--file", path] if option is None else ["--data", f"{option}={path}"]
            deaths = 0
            while True:
                arguments = [*command, "big", "share", str(share), *job["arguments"], *files, job["game"]]
                run = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=dies_with_its_parent)
                deaths += run.returncode < 0
                if run.returncode >= 0 and run.returncode != AGAIN or deaths > DEATHS:
                    return run.returncode, run.stderr.decode("utf-8", "replace")[-4000:]
                time.sleep(1)


def main():
    job = json.loads(sys.argv[1])
    try:
        import ray
        from ray.exceptions import RayError
    except ImportError as why:
        tell(error="ray", why=str(why))
        return 2
    try:
        ray.init(address=job["address"], log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError, RayError) as why:
        tell(error="cluster", why=str(why))
        return 2
    parent, shares, cpus = os.getppid(), job["shares"], job["cpus"]
    nodes = sum(node["Alive"] for node in ray.nodes())
    tell(nodes=nodes, cpus=ray.cluster_resources().get("CPU", 0))
    actor = ray.remote(num_cpus=cpus, max_restarts=-1, max_task_retries=-1)(Share)
    actors = [actor.remote() for _ in range(shares)]
    running = {actor.run.remote(job, share): share for share, actor in enumerate(actors)}
    told = time.monotonic()
    while running:
        ready, _ = ray.wait(list(running), timeout=1)
        if os.getppid() != parent:
            return 1
        for done in ready:
            share = running.pop(done)
            try:
                code, said = ray.get(done)
            except RayError as why:
                code, said = 1, str(why)
            if code != 0:
                tell(failed=share, code=code, said=said)
                return code if code > 0 else 1
            tell(done=share, left=len(running))
            ray.kill(actors[share])
        # Shares that cannot all run at once wait for each other. If processors are missing, the
        # script only reports it, because an autoscaling cluster may still add processors.
        few = ray.cluster_resources().get("CPU", 0)
        if running and few < cpus * len(running) and time.monotonic() - told > 10:
            told = time.monotonic() + 50
            tell(few=few, wanted=cpus * len(running))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
