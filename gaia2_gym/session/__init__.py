"""One episode in progress: the World, its verifier and reward, and the actions and observations that go in and out."""
