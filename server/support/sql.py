"""Who may watch what in the support console. The kinds are for operators only, so that the team is not asked."""

# A team or a person that is looked at, and the desk: the record as a whole, under the nil UUID.
DESK_ID = "00000000-0000-0000-0000-000000000000"
ROOMS = {
    "support-team": "SELECT id::text FROM teams_team WHERE id = ANY(%(ids)s::uuid[])",
    "support-user": "SELECT id::text FROM accounts_user WHERE id = ANY(%(ids)s::uuid[])",
    "support-desk": (
        "SELECT asked FROM unnest(%(ids)s::text[]) AS asked WHERE asked = '00000000-0000-0000-0000-000000000000'"
    ),
}
