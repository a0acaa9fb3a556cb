"""Demo campaigns. Each test has its own random sequence, so that its results determine the winner."""

from server.campaigns.demo import ab_test, letters
from server.contacts import demo as contacts
from server.core.demo import Chapter, register
from server.senders import demo as senders
from server.teams import demo as teams

NAME, TEST_NAME = "campaigns", "abTest"
AFTER = (contacts.NAME, senders.NAME)

register(Chapter(teams.KOPI_SELATAN, NAME, letters.plan_kopi_selatan, after=AFTER))
register(Chapter(teams.WARUNG_KITA, NAME, letters.plan_warung_kita, after=AFTER))
register(Chapter(teams.SAMPLE, NAME, letters.plan_sample, after=AFTER))
register(Chapter(teams.KOPI_SELATAN, TEST_NAME, ab_test.plan, after=AFTER))
