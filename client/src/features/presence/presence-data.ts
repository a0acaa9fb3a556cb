import type { QueryClient } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "@/features/session/public";

/** A teammate who is online, and the resources on their screens. */
export interface OnlinePerson {
  readonly userId: string;
  readonly fullname: string;
  readonly initials: string;
  readonly things: readonly string[];
}

export interface TeamPresence {
  readonly revision: number;
  readonly people: readonly OnlinePerson[];
}

const PRESENCE_KEY = ["presence", "team"] as const;
const NO_PRESENCE: TeamPresence = { revision: 0, people: [] };

/** Whether a response is the team's presence rather than an error. */
export function isPresence(value: unknown): value is TeamPresence {
  const candidate = value as Partial<TeamPresence> | undefined;
  return typeof candidate?.revision === "number" && Array.isArray(candidate.people);
}

/** Stores the full state unless a newer one is known: responses and events can overtake each other. */
export function storePresence(client: QueryClient, told: TeamPresence): void {
  client.setQueryData<TeamPresence>(PRESENCE_KEY, (known) => (known && known.revision >= told.revision ? known : told));
}

function useTeamPresence(): TeamPresence {
  const client = useQueryClient();
  const { data = NO_PRESENCE } = useQuery<TeamPresence>({
    queryKey: PRESENCE_KEY,
    // It arrives only by socket, so there is nothing to fetch.
    queryFn: () => client.getQueryData<TeamPresence>(PRESENCE_KEY) ?? NO_PRESENCE,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Teammates who are online, in order of arrival; with `thing`, those who have it open. */
export function usePresence(thing?: string): readonly OnlinePerson[] {
  const { people } = useTeamPresence();
  const own = useMe()?.user?.userId;
  return people.filter(({ userId, things }) => userId !== own && (thing === undefined || things.includes(thing)));
}
