"""``python -m boardless`` is the command line."""

from boardless.cli.app import main

if __name__ == "__main__":
    main()
