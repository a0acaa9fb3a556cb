import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, customMutation } from "@/lib/api/data";
import { createRandomId } from "@/lib/api/ids";
import { ADMIN_PATH_PREFIX, type LiveSession, type TeamDetail, type UserDetail } from "./support-data";

/** An operator's action and its target. */
export type OperatorAction =
  | { readonly kind: "endSession"; readonly session: LiveSession }
  | { readonly kind: "endTeamSessions" | "suspendTeam" | "restoreTeam" | "resumeSending"; readonly team: TeamDetail }
  | {
      readonly kind: "endUserSessions" | "lockUser" | "unlockUser" | "clearCodes" | "giveOperator" | "takeOperator";
      readonly person: UserDetail;
    };

/** The server's result: the number of ended sessions, or whether anything changed. */
export interface OperatorOutcome {
  readonly sessions?: number;
  readonly people?: number;
  readonly changed?: boolean;
}

/** Actions that take something away; the others restore it. */
export const DANGEROUS_ACTIONS: ReadonlySet<OperatorAction["kind"]> = new Set([
  "endSession",
  "endTeamSessions",
  "endUserSessions",
  "suspendTeam",
  "lockUser",
  "takeOperator",
]);

/** Predefined reasons; their texts are `support.reasons.<name>`. `OTHER_REASON` requires a note. */
export const REASONS: Readonly<Record<OperatorAction["kind"], readonly string[]>> = {
  endSession: ["notTheirs", "askedByPerson", "leftTeam"],
  endUserSessions: ["notTheirs", "askedByPerson", "leftTeam"],
  endTeamSessions: ["askedByOwner", "breach"],
  suspendTeam: ["unpaid", "abuse", "askedByOwner"],
  restoreTeam: ["paid", "cleared", "askedByOwner"],
  resumeSending: ["cleared", "askedByOwner"],
  lockUser: ["breach", "abuse", "askedByOwner"],
  unlockUser: ["cleared", "askedByPerson"],
  clearCodes: ["askedByPerson"],
  giveOperator: ["joinedSupport"],
  takeOperator: ["leftSupport"],
};
export const OTHER_REASON = "other";
export const MIN_REASON_CHARACTERS = 3;
export const MAX_REASON_CHARACTERS = 500;

async function send(act: OperatorAction, reason: string, key: string): Promise<OperatorOutcome> {
  const body = { reason };
  const headers = { "Idempotency-Key": key };
  const done = await (() => {
    switch (act.kind) {
      case "endSession": {
        const params = { path: { session_id: act.session.sessionId } };
        return call("post", "/api/admin/sessions/{session_id}/end", { params, body, headers });
      }
      case "endTeamSessions":
      case "suspendTeam":
      case "resumeSending":
      case "restoreTeam": {
        const params = { path: { team_id: act.team.companyId } };
        const path = {
          endTeamSessions: "/api/admin/teams/{team_id}/end-sessions",
          suspendTeam: "/api/admin/teams/{team_id}/suspend",
          restoreTeam: "/api/admin/teams/{team_id}/restore",
          resumeSending: "/api/admin/teams/{team_id}/resume-sending",
        } as const;
        return call("post", path[act.kind], { params, body, headers });
      }
      default: {
        const params = { path: { user_id: act.person.userId } };
        const path = {
          endUserSessions: "/api/admin/users/{user_id}/end-sessions",
          lockUser: "/api/admin/users/{user_id}/lock",
          unlockUser: "/api/admin/users/{user_id}/unlock",
          clearCodes: "/api/admin/users/{user_id}/clear-codes",
          giveOperator: "/api/admin/users/{user_id}/give-operator",
          takeOperator: "/api/admin/users/{user_id}/take-operator",
        } as const;
        return call("post", path[act.kind], { params, body, headers });
      }
    }
  })();
  return (done ?? {}) as OperatorOutcome;
}

/** Runs the action. A retry after a lost response has the same key, so that the action runs and is recorded once. */
export function useOperatorAction() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: ({
        act,
        reason,
        key,
      }: {
        readonly act: OperatorAction;
        readonly reason: string;
        readonly key: string;
      }) => send(act, reason, key),
      onSuccess: () =>
        client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith(ADMIN_PATH_PREFIX) }),
    }),
  );
}

/** Idempotency key of an open dialog. */
export function createIdempotencyKey(): string {
  return createRandomId();
}

/** The recorded reason, from the choice and the note; undefined while it is too short. */
export function buildReason(choice: string, words: string, note: string): string | undefined {
  const text = note.trim();
  const whole = choice === OTHER_REASON ? text : text ? `${words}. ${text}` : words;
  return whole.length >= MIN_REASON_CHARACTERS && whole.length <= MAX_REASON_CHARACTERS ? whole : undefined;
}
