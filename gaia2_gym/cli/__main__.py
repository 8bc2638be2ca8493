"""`python -m gaia2_gym.cli`."""

from gaia2_gym.cli.app import main

if __name__ == "__main__":
    main()
