import type { QueryClient } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "@/features/session/public";

/** Somebody of the team who has it open, and what is on their screens. */
export interface Person {
  readonly userId: string;
  readonly fullname: string;
  readonly initials: string;
  readonly things: readonly string[];
}

export interface TeamPresence {
  readonly revision: number;
  readonly people: readonly Person[];
}

const PRESENCE_KEY = ["presence", "team"] as const;
const NOBODY: TeamPresence = { revision: 0, people: [] };

/** Whether the answer is the presence of the team, and no refusal. */
export function isPresence(value: unknown): value is TeamPresence {
  const candidate = value as Partial<TeamPresence> | undefined;
  return typeof candidate?.revision === "number" && Array.isArray(candidate.people);
}

/** Takes the whole state, unless a newer one is known: answers and events may overtake each other. */
export function takePresence(client: QueryClient, told: TeamPresence): void {
  client.setQueryData<TeamPresence>(PRESENCE_KEY, (known) => (known && known.revision >= told.revision ? known : told));
}

function useTeamPresence(): TeamPresence {
  const client = useQueryClient();
  const { data = NOBODY } = useQuery<TeamPresence>({
    queryKey: PRESENCE_KEY,
    // It comes by the socket only; there is nothing to fetch.
    queryFn: () => client.getQueryData<TeamPresence>(PRESENCE_KEY) ?? NOBODY,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** The others of the team who are here, whoever came first first; with `thing` those who look at it. */
export function usePresence(thing?: string): readonly Person[] {
  const { people } = useTeamPresence();
  const own = useMe()?.user?.userId;
  return people.filter(({ userId, things }) => userId !== own && (thing === undefined || things.includes(thing)));
}
