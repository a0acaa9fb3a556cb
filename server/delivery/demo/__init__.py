"""What recipients of the demo do with emails: for chapters of apps that send, and for readers who are played."""
