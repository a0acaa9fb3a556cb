"""The query for teams whose members see each other's presence."""

# Takes `teams` (uuid[]) and returns those with the setting on. The sockets run it on their async pool.
LIST_VISIBLE_TEAMS = "SELECT id FROM teams_team WHERE id = ANY(%(teams)s) AND show_presence"
