"""The room queries of the support console. The kinds are for operators only, so the team is not checked."""

# The room kind support-desk has one room: the whole audit log, under the nil UUID.
AUDIT_LOG_ID = "00000000-0000-0000-0000-000000000000"
ROOMS = {
    "support-user": "SELECT asked.team_id, asked.id FROM asked JOIN accounts_user AS u ON u.id = asked.id::uuid",
    "support-desk": "SELECT team_id, id FROM asked WHERE id = '00000000-0000-0000-0000-000000000000'",
}
