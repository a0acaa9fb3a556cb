"""Which teams show their people to each other."""

# Takes `teams` (uuid[]) and answers those that do; run by the sockets on their async pool.
SHOWING = "SELECT id FROM teams_team WHERE id = ANY(%(teams)s) AND show_presence"
