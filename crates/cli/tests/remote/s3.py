"""Large tables in object storage: shares of one bucket, some of them killed, by a server on this machine that speaks the language of S3 (moto); `.ci/cluster` runs it.

    python s3.py GRUNDY        # a command that was built with the features `objects` and `parquet`

The objects in the bucket must be byte for byte the files of an undisturbed run in a folder; requests are counted by kind.
"""

import collections
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import boto3

GRUNDY = os.path.abspath(sys.argv[1])
GAME = "ladders(30, 4)"
SHARES = 4


def main():
    rng = random.Random(24)
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        port = any_port.getsockname()[1]
    end = f"http://127.0.0.1:{port}"
    # The server takes any key.
    env = os.environ | {"AWS_ENDPOINT": end, "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "any", "AWS_SECRET_ACCESS_KEY": "any"}
    with tempfile.TemporaryDirectory() as folder:
        log = open(Path(folder) / "log", "wb")
        server = subprocess.Popen([sys.executable, "-m", "moto.server", "-p", str(port)], stdout=log, stderr=log)
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.2)
            s3 = boto3.client("s3", endpoint_url=end, region_name="us-east-1", aws_access_key_id="any", aws_secret_access_key="any")
            s3.create_bucket(Bucket="tables")
            whole = Path(folder) / "whole"

            def grundy(*words, code=0, text=True):
                done = subprocess.run([GRUNDY, *words], env=env, capture_output=True, text=text)
                assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
                return done.stdout

            def objects(prefix):
                pages = s3.get_paginator("list_objects_v2").paginate(Bucket="tables", Prefix=prefix + "/")
                names = [about["Key"] for page in pages for about in page.get("Contents", [])]
                return {name.removeprefix(prefix + "/"): s3.get_object(Bucket="tables", Key=name)["Body"].read() for name in names}

            def requests(since):
                log.flush()
                lines = (Path(folder) / "log").read_text("utf-8", "replace")[since:]
                lines, since = re.sub("\x1b\\[[0-9;]*m", "", lines), since + len(lines)
                kinds = collections.Counter()
                for method, rest, status in re.findall(r'"(GET|PUT|HEAD|DELETE|POST) (\S+) HTTP[^"]*" (\d+)', lines):
                    kinds["LIST" if "list-type=2" in rest else method] += 1
                return dict(kinds), since

            grundy("big", "solve", "--shares", str(SHARES), "--store", str(whole), GAME)
            wanted = {str(p.relative_to(whole)): p.read_bytes() for p in whole.rglob("*") if p.is_file()}

            def share(number, store):
                return subprocess.Popen(
                    [GRUNDY, "big", "share", str(number), "--of", str(SHARES), "--store", store, "--checkpoint", "1", GAME],
                    env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                )

            _, since = requests(0)
            began = time.monotonic()
            quiet = [share(number, "s3://tables/quiet") for number in range(SHARES)]
            for process in quiet:
                said = process.communicate()[1]
                assert process.returncode == 0, said
            kinds, since = requests(since)
            assert objects("quiet") == wanted, "the bucket and the folder differ"
            print(f"{GAME}, {SHARES} shares, undisturbed: {time.monotonic() - began:.1f} s, requests {kinds}", flush=True)

            deaths = 0
            disturbed = [share(number, "s3://tables/disturbed/deep") for number in range(SHARES)]
            while any(process.poll() is None for process in disturbed) and deaths < 12:
                time.sleep(rng.uniform(0.1, 1.0))
                dying = [rng.randrange(SHARES)] if deaths % 4 else list(range(SHARES))
                for number in dying:
                    disturbed[number].send_signal(signal.SIGKILL)
                    disturbed[number].communicate()
                    disturbed[number] = share(number, "s3://tables/disturbed/deep")
                deaths += 1
            for process in disturbed:
                said = process.communicate()[1]
                assert process.returncode == 0, said
            assert objects("disturbed/deep") == wanted, "the disturbed bucket and the folder differ"
            print(f"killed {deaths} times, four of them all at once: the same bytes", flush=True)

            _, since = requests(0)
            store = "s3://tables/quiet"
            told = grundy("solve", GAME + "[20, 18, 7, 3]", "--load", store)
            assert "store" in told or "winner" in told, told
            kinds, since = requests(since)
            print(f"one question by --load: requests {kinds}", flush=True)
            assert "done:" in grundy("big", "status", store)
            assert grundy("big", "check", store, "--sample", "500").startswith("computed")
            assert grundy("big", "export", store) == grundy("big", "export", str(whole))
            assert grundy("big", "export", store, "--format", "parquet", text=False)[:4] == b"PAR1"
            assert "no store" in subprocess.run([GRUNDY, "big", "status", "s3://tables/none"], env=env, capture_output=True, text=True).stderr
            refused = subprocess.run([GRUNDY, "big", "status", "s3://nowhere/none"], env=env, capture_output=True, text=True)
            print(f"a bucket that is not there: exit code {refused.returncode}: {refused.stderr.strip()[:300]}", flush=True)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
