"""An app of its own folder: loyalty cards. It plugs into lower apps as any app does, and is in no table of theirs."""
