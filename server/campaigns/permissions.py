"""Campaign permissions of roles. Sending and editing are separate."""

from server.core.permissions import declare

VIEW = declare("campaign.view")
EDIT = declare("campaign.edit")
DELETE = declare("campaign.delete")
SEND = declare("campaign.send")
