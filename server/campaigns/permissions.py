"""What a role may do with campaigns. Sending is apart from writing."""

from server.core.permissions import declare

VIEW = declare("campaign.view")
EDIT = declare("campaign.edit")
DELETE = declare("campaign.delete")
SEND = declare("campaign.send")
