"""Who may watch what in the support console. The kinds are for operators only, so that the team is not asked."""

# A team or a person that is looked at, and the desk: the record as a whole, under the nil UUID.
DESK_ID = "00000000-0000-0000-0000-000000000000"
ROOMS = {
    "support-user": "SELECT asked.team_id, asked.id FROM asked JOIN accounts_user AS u ON u.id = asked.id::uuid",
    "support-desk": "SELECT team_id, id FROM asked WHERE id = '00000000-0000-0000-0000-000000000000'",
}
