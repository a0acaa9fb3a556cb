import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import type { OperatorAction, OperatorOutcome } from "./operator-actions";

/** Name of the user or team that an action affects. */
function getSubjectName(act: OperatorAction): string {
  if ("team" in act) return act.team.name;
  return "person" in act ? act.person.fullname : act.session.fullname;
}

export function formatActionTitle(act: OperatorAction, t: Translate): string {
  return t(`support.acts.${act.kind}.title`, { name: getSubjectName(act) });
}

/** Identifies the browser, the team or the user, so that a mistake is noticed before the action. */
export function describeSubject(act: OperatorAction, t: Translate): string {
  if (act.kind === "endSession") {
    const { device, address, createdAt, email } = act.session;
    return t("support.oneSession", {
      email,
      device: device || t("support.unknownDevice"),
      address: address ?? t("support.unknownAddress"),
      at: formatDateTime(createdAt),
    });
  }
  if ("team" in act) return t("support.oneTeam", { name: act.team.name, slug: act.team.slug });
  return t("support.onePerson", { name: act.person.fullname, email: act.person.email });
}

function countAffected(act: OperatorAction): { sessions: number; people: number; members: number; teams: number } {
  if ("team" in act)
    return { sessions: act.team.sessions, people: act.team.people, members: act.team.members, teams: 1 };
  if ("person" in act) return { sessions: act.person.sessions, people: 1, members: 1, teams: act.person.teams };
  return { sessions: 1, people: 1, members: 1, teams: 1 };
}

/** Whether the operator's own session is among the affected ones; it never ends. */
function hasOwnSession(act: OperatorAction): boolean {
  return (act.kind === "endTeamSessions" && act.team.own) || (act.kind === "endUserSessions" && act.person.own);
}

/** The consequences of an action in numbers, one sentence each. */
export function listConsequences(act: OperatorAction, t: Translate): readonly string[] {
  const { sessions, people, members, teams } = countAffected(act);
  const ending = hasOwnSession(act) ? Math.max(0, sessions - 1) : sessions;
  const counts = {
    sessions: t("support.countSessions", { count: ending, formatted: formatInteger(ending) }),
    people: t("support.totalPeople", { count: people, formatted: formatInteger(people) }),
    members: t("support.countMembers", { count: members, formatted: formatInteger(members) }),
    teams: t("support.totalTeams", { count: teams, formatted: formatInteger(teams) }),
  };
  return [t(`support.acts.${act.kind}.consequence`, counts), ...(hasOwnSession(act) ? [t("support.ownStays")] : [])];
}

/** Label of the button: the action with its number. */
export function formatActionLabel(act: OperatorAction, t: Translate): string {
  const { sessions } = countAffected(act);
  const count = hasOwnSession(act) ? Math.max(0, sessions - 1) : sessions;
  return t(`support.acts.${act.kind}.label`, { count, formatted: formatInteger(count) });
}

/** Text of the toast, from the server's result instead of the expected numbers. */
export function describeOutcome(act: OperatorAction, outcome: OperatorOutcome, t: Translate): string {
  const count = outcome.sessions ?? 0;
  if (outcome.changed === false || outcome.sessions === 0) return t("support.wasDone");
  return t(`support.acts.${act.kind}.done`, { name: getSubjectName(act), count, formatted: formatInteger(count) });
}
