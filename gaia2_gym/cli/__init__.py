"""The command line `gaia2-gym`, one small file a command.

Whatever a command needs is imported when it runs, so that `gaia2-gym --help` is quick.
"""

from gaia2_gym.cli.app import main

__all__ = ["main"]
