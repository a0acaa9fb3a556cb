"""Demo data of contacts: custom fields, imports and the funnel."""

from server.contacts.demo import files, funnel
from server.core.demo import Chapter, register
from server.teams import demo as teams

NAME, FUNNEL = "contacts", "funnel"

register(Chapter(teams.KOPI_SELATAN, NAME, files.plan_kopi_selatan, after=(teams.NAME,)))
register(Chapter(teams.WARUNG_KITA, NAME, files.plan_warung_kita, after=(teams.NAME,)))
register(Chapter(teams.SAMPLE, NAME, files.plan_sample))
register(Chapter(teams.KOPI_SELATAN, FUNNEL, funnel.plan_funnel, after=(NAME,)))
