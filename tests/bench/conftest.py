"""Only the reference's Python can import the module that measures it."""

collect_ignore = ["reference.py"]
