"""An app in its own folder: loyalty cards. It plugs into lower apps as any app does, and they do not know it."""
