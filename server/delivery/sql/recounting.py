"""Recounts a mailing from its send log and events. The live counters must equal the result at any time.

The demo inserts history and fills every counter and rollup with this; a test compares it with the live counters.
"""

from uuid import UUID

from django.db import connection

from server.delivery.sql import tracking

_STATEMENTS = (
    # Quarter-hour counters follow by trigger. Temporary rejections are only counted, not logged.
    "DELETE FROM delivery_mailingminute WHERE mailing_id = %(id)s AND what <> 'deferred'",
    "DELETE FROM delivery_mailingdevice WHERE mailing_id = %(id)s",
    "DELETE FROM delivery_mailinglocation WHERE mailing_id = %(id)s",
    "DELETE FROM delivery_mailingdomain WHERE mailing_id = %(id)s",
    "DELETE FROM delivery_mailingreply WHERE mailing_id = %(id)s",
    "DELETE FROM delivery_linkclicker WHERE mailing_id = %(id)s",
    "DELETE FROM delivery_recipientactivity WHERE mailing_id = %(id)s",
    """
    INSERT INTO delivery_recipientactivity (mailing_id, position, opens, clicks, machine_opens, machine_clicks,
                                            first_opened_at, first_clicked_at, unsubscribed_at, complained_at)
    SELECT mailing_id, position, count(*) FILTER (WHERE kind = 'open' AND NOT machine),
           count(*) FILTER (WHERE kind = 'click' AND NOT machine), count(*) FILTER (WHERE kind = 'open' AND machine),
           count(*) FILTER (WHERE kind = 'click' AND machine),
           min(at) FILTER (WHERE kind IN ('open', 'click') AND NOT machine),
           min(at) FILTER (WHERE kind = 'click' AND NOT machine), min(at) FILTER (WHERE kind = 'unsubscribe'),
           min(at) FILTER (WHERE kind = 'complaint')
    FROM delivery_event WHERE mailing_id = %(id)s AND kind IN ('open', 'click', 'unsubscribe', 'complaint')
    GROUP BY mailing_id, position
    """,
    """
    INSERT INTO delivery_linkclicker (mailing_id, number, position, machine)
    SELECT mailing_id, link, position, bool_and(machine) FROM delivery_event
    WHERE mailing_id = %(id)s AND kind = 'click' AND link > 0 GROUP BY 1, 2, 3
    """,
    """
    UPDATE delivery_mailinglink l SET
        clicks = (SELECT count(*) FROM delivery_event e WHERE e.mailing_id = l.mailing_id AND e.kind = 'click'
                  AND e.link = l.number AND NOT e.machine),
        machine_clicks = (SELECT count(*) FROM delivery_event e WHERE e.mailing_id = l.mailing_id AND e.kind = 'click'
                          AND e.link = l.number AND e.machine),
        clicked = (SELECT count(*) FROM delivery_linkclicker c WHERE c.mailing_id = l.mailing_id
                   AND c.number = l.number AND NOT c.machine),
        any_clicked = (SELECT count(*) FROM delivery_linkclicker c WHERE c.mailing_id = l.mailing_id
                       AND c.number = l.number)
    WHERE l.mailing_id = %(id)s
    """,
    """
    -- Beyond the bound they count as other, as where events land; here the most frequent have their names.
    WITH seen AS (
        SELECT kind, device, os, browser, machine, count(*) AS amount,
               row_number() OVER (ORDER BY count(*) DESC, kind, device, os, browser, machine) AS place
        FROM delivery_event WHERE mailing_id = %(id)s AND kind IN ('open', 'click') GROUP BY 1, 2, 3, 4, 5
    )
    INSERT INTO delivery_mailingdevice (mailing_id, kind, device, os, browser, machine, count)
    SELECT %(id)s, kind, device, CASE WHEN place <= %(max_devices)s THEN os ELSE 'Other' END,
           CASE WHEN place <= %(max_devices)s THEN browser ELSE 'Other' END, machine, sum(amount) FROM seen
    GROUP BY 1, 2, 3, 4, 5, 6
    """,
    """
    INSERT INTO delivery_mailinglocation (mailing_id, kind, machine, country, city, count)
    SELECT mailing_id, kind, machine, country, city, count(*) FROM delivery_event
    WHERE mailing_id = %(id)s AND kind IN ('open', 'click')
    GROUP BY mailing_id, kind, machine, country, city
    """,
    """
    INSERT INTO delivery_mailingreply (mailing_id, bounce, code, enhanced, words, count)
    SELECT mailing_id, bounce, code, enhanced, delivery_words(reply), count(*) FROM delivery_send_log
    WHERE mailing_id = %(id)s AND (state = 'failed' OR bounced_at IS NOT NULL)
    GROUP BY 1, 2, 3, 4, 5
    """,
    """
    INSERT INTO delivery_mailingdomain (mailing_id, domain, team_id, sent, failed, returned, hard_bounced, soft_bounced,
                                        opened, clicked, any_opened, any_clicked, unsubscribed, complained)
    SELECT r.mailing_id, split_part(r.email, '@', 2), %(team_id)s, count(*) FILTER (WHERE l.state = 'sent'),
           count(*) FILTER (WHERE l.state = 'failed'), count(l.bounced_at),
           count(*) FILTER (WHERE (l.state = 'failed' OR l.bounced_at IS NOT NULL) AND l.bounce = 'hard'),
           count(*) FILTER (WHERE (l.state = 'failed' OR l.bounced_at IS NOT NULL)
                            AND l.bounce IN ('soft', 'full', 'block', 'policy')),
           count(a.first_opened_at), count(a.first_clicked_at),
           count(*) FILTER (WHERE a.opens + a.clicks + a.machine_opens + a.machine_clicks > 0),
           count(*) FILTER (WHERE a.clicks + a.machine_clicks > 0),
           count(a.unsubscribed_at), count(a.complained_at)
    FROM delivery_recipient r
    LEFT JOIN delivery_send_log l ON l.mailing_id = r.mailing_id AND l.position = r.position
        AND l.state IN ('sent', 'failed')
    LEFT JOIN delivery_recipientactivity a ON a.mailing_id = r.mailing_id AND a.position = r.position
    WHERE r.mailing_id = %(id)s AND r.email <> '' AND %(team_id)s IS NOT NULL
        AND (l.position IS NOT NULL OR a.position IS NOT NULL)
    GROUP BY 1, 2
    """,
    """
    INSERT INTO delivery_mailingminute (mailing_id, minute, what, team_id, count)
    SELECT %(id)s, date_trunc('minute', at), what, %(team_id)s, count(*) FROM (
        SELECT at, CASE state WHEN 'inDoubt' THEN 'in_doubt' ELSE state END AS what
        FROM delivery_send_log WHERE mailing_id = %(id)s
        UNION ALL
        SELECT coalesce(bounced_at, at), CASE bounce WHEN 'hard' THEN 'hard_bounced' ELSE 'soft_bounced' END
        FROM delivery_send_log WHERE mailing_id = %(id)s AND (state = 'failed' OR bounced_at IS NOT NULL)
             AND bounce IN ('hard', 'soft', 'full', 'block', 'policy')
        UNION ALL
        SELECT coalesce(bounced_at, at), 'blocked'
        FROM delivery_send_log WHERE mailing_id = %(id)s AND (state = 'failed' OR bounced_at IS NOT NULL)
             AND bounce IN ('block', 'policy')
        UNION ALL
        SELECT bounced_at, 'returned' FROM delivery_send_log WHERE mailing_id = %(id)s AND bounced_at IS NOT NULL
        UNION ALL
        SELECT at, CASE WHEN machine THEN 'machine_' ELSE '' END || kind || 's'
        FROM delivery_event WHERE mailing_id = %(id)s AND kind IN ('open', 'click')
        UNION ALL
        SELECT first_opened_at, 'opened' FROM delivery_recipientactivity
        WHERE mailing_id = %(id)s AND first_opened_at IS NOT NULL
        UNION ALL
        SELECT first_clicked_at, 'clicked' FROM delivery_recipientactivity
        WHERE mailing_id = %(id)s AND first_clicked_at IS NOT NULL
        UNION ALL
        SELECT min(at), 'any_opened' FROM delivery_event
        WHERE mailing_id = %(id)s AND kind IN ('open', 'click') GROUP BY position
        UNION ALL
        SELECT min(at), 'any_clicked' FROM delivery_event
        WHERE mailing_id = %(id)s AND kind = 'click' GROUP BY position
        UNION ALL
        SELECT unsubscribed_at, 'unsubscribed' FROM delivery_recipientactivity
        WHERE mailing_id = %(id)s AND unsubscribed_at IS NOT NULL
        UNION ALL
        SELECT complained_at, 'complained' FROM delivery_recipientactivity
        WHERE mailing_id = %(id)s AND complained_at IS NOT NULL
    ) AS seen GROUP BY 2, 3
    """,
    """
    UPDATE delivery_mailingcounters c SET
        revision = c.revision + 1, sent = l.sent, failed = l.failed, suppressed = l.suppressed, skipped = l.skipped,
        in_doubt = l.in_doubt,
        hard_bounced = l.hard, soft_bounced = l.soft, blocked = l.blocked, returned = l.returned,
        opens = e.opens, machine_opens = e.machine_opens,
        clicks = e.clicks, machine_clicks = e.machine_clicks, unsubscribed = a.unsubscribed,
        complained = e.complained, opened = a.opened, clicked = a.clicked, machine_opened = a.machine_opened,
        any_opened = a.any_opened, any_clicked = a.any_clicked
    FROM (SELECT count(*) FILTER (WHERE state = 'sent') AS sent, count(*) FILTER (WHERE state = 'failed') AS failed,
                 count(*) FILTER (WHERE state = 'suppressed') AS suppressed,
                 count(*) FILTER (WHERE state = 'skipped') AS skipped,
                 count(*) FILTER (WHERE state = 'inDoubt') AS in_doubt,
                 count(*) FILTER (WHERE is_bounced AND bounce = 'hard') AS hard,
                 count(*) FILTER (WHERE is_bounced AND bounce IN ('soft', 'full', 'block', 'policy')) AS soft,
                 count(*) FILTER (WHERE is_bounced AND bounce IN ('block', 'policy')) AS blocked,
                 count(bounced_at) AS returned
          FROM (SELECT *, state = 'failed' OR bounced_at IS NOT NULL AS is_bounced
                FROM delivery_send_log WHERE mailing_id = %(id)s) outcomes) l,
         (SELECT count(*) FILTER (WHERE kind = 'open' AND NOT machine) AS opens,
                 count(*) FILTER (WHERE kind = 'open' AND machine) AS machine_opens,
                 count(*) FILTER (WHERE kind = 'click' AND NOT machine) AS clicks,
                 count(*) FILTER (WHERE kind = 'click' AND machine) AS machine_clicks,
                 count(*) FILTER (WHERE kind = 'complaint') AS complained
          FROM delivery_event WHERE mailing_id = %(id)s) e,
         (SELECT count(first_opened_at) AS opened, count(first_clicked_at) AS clicked,
                 count(unsubscribed_at) AS unsubscribed, count(*) FILTER (WHERE machine_opens > 0) AS machine_opened,
                 count(*) FILTER (WHERE opens + clicks + machine_opens + machine_clicks > 0) AS any_opened,
                 count(*) FILTER (WHERE clicks + machine_clicks > 0) AS any_clicked
          FROM delivery_recipientactivity WHERE mailing_id = %(id)s) a
    WHERE c.mailing_id = %(id)s
    """,
    """
    INSERT INTO delivery_contactactivity AS a (team_id, contact_id, last_opened_at, last_clicked_at)
    SELECT %(team_id)s, contact_id, max(opened), max(clicked) FROM (
        SELECT contact_id, at AS opened, CASE kind WHEN 'click' THEN at END AS clicked
        FROM delivery_event WHERE mailing_id = %(id)s AND kind IN ('open', 'click') AND NOT machine
    ) AS seen WHERE contact_id IS NOT NULL AND %(team_id)s IS NOT NULL GROUP BY contact_id ORDER BY contact_id
    ON CONFLICT (team_id, contact_id) DO UPDATE SET
        last_opened_at = greatest(a.last_opened_at, excluded.last_opened_at),
        last_clicked_at = greatest(a.last_clicked_at, excluded.last_clicked_at)
    """,
)


def recount(team_id: UUID | None, *, mailing_id: int) -> None:
    """Recomputes the counters of a mailing, except `deferred`: the log has no deferrals.

    Not while the mailing is being sent: concurrent outcomes would be lost.
    """
    values = {"id": mailing_id, "team_id": team_id, "max_devices": tracking.MAX_DEVICES_PER_MAILING}
    with connection.cursor() as cursor:
        for statement in _STATEMENTS:
            cursor.execute(statement, values)
