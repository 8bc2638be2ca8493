"""Cab rides: records and app."""

from gaia2_gym.apps.cabs.app import Cabs
from gaia2_gym.apps.cabs.records import CabsState, Delay, Ride, Service

__all__ = ["Cabs", "CabsState", "Delay", "Ride", "Service"]
