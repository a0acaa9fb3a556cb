"""Regular campaigns: a kind with one mailing to all recipients."""
