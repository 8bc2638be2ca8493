"""A discrete-event simulation that knows no app: clock, queue, event graph, watches, ids, thinking time."""
