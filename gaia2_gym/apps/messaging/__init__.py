"""The chat app behind both Messages and Chats."""

from gaia2_gym.apps.messaging.app import Messaging
from gaia2_gym.apps.messaging.records import Conversation, ConversationView, FileMessage, Message, MessagingState

__all__ = ["Conversation", "ConversationView", "FileMessage", "Message", "Messaging", "MessagingState"]
