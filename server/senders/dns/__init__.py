"""DNS queries with a time limit, and checks of their results."""
