"""An endless, verified training set: synthetic universes and scenario families."""
