"""The user's mail client: records and app."""

from gaia2_gym.apps.emails.app import Emails
from gaia2_gym.apps.emails.attachments import Attachments
from gaia2_gym.apps.emails.records import Email, EmailsState, ReturnedEmails

__all__ = ["Attachments", "Email", "Emails", "EmailsState", "ReturnedEmails"]
