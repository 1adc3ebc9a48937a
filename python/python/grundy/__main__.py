"""The command ``grundy``, also available as ``python -m grundy``."""

import sys

from grundy._core import run_command


def main() -> int:
    """Run the command with the arguments of the process, and return its exit code."""
    # With `-P`, Python ignores a folder `grundy` in the working directory.
    return run_command(["grundy", *sys.argv[1:]], [sys.executable, "-P", "-m", "grundy"])


if __name__ == "__main__":
    sys.exit(main())
