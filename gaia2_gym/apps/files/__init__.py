"""The files on the phone: one tree in memory, two apps over it."""

from gaia2_gym.apps.files.app import FileApp, FileHandle
from gaia2_gym.apps.files.sandbox import Files
from gaia2_gym.apps.files.tree import FilesState, Node
from gaia2_gym.apps.files.virtual import VirtualFiles

__all__ = ["FileApp", "FileHandle", "Files", "FilesState", "Node", "VirtualFiles"]
