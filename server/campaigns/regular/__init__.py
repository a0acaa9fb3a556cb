"""The kind of regular campaigns: one mailing to all recipients."""
