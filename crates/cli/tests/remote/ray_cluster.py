"""A large table on a local Ray cluster of three nodes, disturbed in every way that a cluster knows; `.ci/cluster` runs it with a Python that has Ray.

    python ray_cluster.py GRUNDY [GAME]

Workers are killed (the actors' processes and the shares'), then one of the nodes with all that runs on it, then whoever asked for it all; a second `grundy big ray` goes on. The store must
be byte for byte that of an undisturbed run.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ray.cluster_utils import Cluster

GRUNDY = os.path.abspath(sys.argv[1])
SHARES = 6
GAME = sys.argv[2] if len(sys.argv) > 2 else "ladders(60, 4)"


def objects(store):
    """What a store holds, but for what writers that were killed left behind."""
    return {str(p.relative_to(store)): p.read_bytes() for p in store.rglob("*") if p.is_file() and not p.name.startswith(".")}


def processes(mark):
    """The processes in whose command line all these words stand."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            except OSError:
                continue
            if all(word in line for word in mark):
                found.append(int(entry.name))
    return found


def kill(pids, what):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    print(f"  {time.monotonic() - BEGAN:5.1f} s: killed {len(pids)} {what}", flush=True)
    return len(pids)


BEGAN = time.monotonic()


def main():
    with tempfile.TemporaryDirectory() as folder:
        whole, store = Path(folder) / "whole", Path(folder) / "store"
        began = time.monotonic()
        subprocess.run([GRUNDY, "big", "solve", "--shares", str(SHARES), "--store", str(whole), GAME], check=True, stdout=subprocess.DEVNULL)
        print(f"{GAME}: an undisturbed run of one process takes {time.monotonic() - began:.1f} s", flush=True)

        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 4, "include_dashboard": False})
        try:
            disturbed(cluster, whole, store)
        finally:
            cluster.shutdown()


def disturbed(cluster, whole, store):
    rng = random.Random(24)
    nodes = [cluster.add_node(num_cpus=4), cluster.add_node(num_cpus=4)]
    cluster.wait_for_nodes()
    print(f"a cluster of three nodes at {cluster.address}", flush=True)
    command = [GRUNDY, "big", "ray", "--address", cluster.address, "--shares", str(SHARES), "--store", str(store), "--python", sys.executable, GAME]
    own = ["big share ", str(store)]
    killed = {"shares": 0, "actors": 0, "nodes": 0, "drivers": 0}
    driver = subprocess.Popen(command)

    def names():
        return {path for path in store.rglob("*") if path.is_file()}

    def working():
        """Waits until all shares run, which is to say that whoever was killed was started again, and have written more."""
        until = time.monotonic() + 120
        while len(running := processes(own)) < SHARES:
            assert time.monotonic() < until and driver.poll() is None, f"{len(running)} shares run, the driver: {driver.poll()}"
            time.sleep(0.02)
        before = names()
        print(f"  {time.monotonic() - BEGAN:5.1f} s: {SHARES} shares run, {len(before)} objects are there", flush=True)
        while names() == before and driver.poll() is None:
            time.sleep(0.02)
        time.sleep(rng.uniform(0.1, 1))

    working()
    for _ in range(2):
        killed["shares"] += kill(rng.sample(processes(own), 1), "share")
        working()
        killed["actors"] += kill(rng.sample(processes(["ray::Share"]), 1), "actor")
        working()
    cluster.remove_node(nodes[0], allow_graceful=False)
    killed["nodes"] += 1
    print(f"  {time.monotonic() - BEGAN:5.1f} s: killed a node", flush=True)
    time.sleep(1)
    working()
    # The command, and the script that it runs.
    killed["drivers"] += kill({driver.pid, *processes(["max_restarts", str(store)])}, "processes of the driver")
    driver.wait()
    until = time.monotonic() + 60
    while processes(own) and time.monotonic() < until:
        time.sleep(0.1)
    print(f"  {time.monotonic() - BEGAN:5.1f} s: {len(processes(own))} shares run without their driver", flush=True)
    status = subprocess.run([GRUNDY, "big", "status", str(store)], capture_output=True, text=True, check=True).stdout
    print("before the second run:\n" + status, flush=True)
    assert objects(store) != objects(whole), "the table was whole when the driver died"
    subprocess.run(command, check=True)
    kept, wanted = objects(store), objects(whole)
    assert kept.keys() == wanted.keys(), sorted(kept.keys() ^ wanted.keys())[:10]
    differs = [name for name in kept if kept[name] != wanted[name]]
    assert not differs, differs
    print(f"{len(kept)} objects, {sum(map(len, kept.values()))} bytes, all as without faults; killed: {killed}", flush=True)


if __name__ == "__main__":
    main()
