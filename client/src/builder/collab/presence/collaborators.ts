/** The other users who have the document open. Their clients can claim anything. */
import type { Awareness } from "y-protocols/awareness";
import { getUserColour } from "./colours";

export type PresenceMode = "viewing" | "editing";

export interface CurrentUser {
  readonly id: string;
  readonly name: string;
  readonly avatar?: string | undefined;
}

export interface Collaborator {
  /** Differs between the tabs of a user. */
  readonly client: number;
  readonly userId: string;
  readonly name: string;
  readonly avatar: string | undefined;
  readonly colour: string;
  readonly mode: PresenceMode;
  /** The node that the user has selected. */
  readonly node: string | undefined;
}

const MAX_CHARACTERS = 120;
/** Marks of more tabs would hide the canvas. */
const MAX_COLLABORATORS = 50;

/** The others in a stable order, at most `MAX_COLLABORATORS`. */
export function listCollaborators(awareness: Awareness): readonly Collaborator[] {
  const others: Collaborator[] = [];
  for (const [client, state] of awareness.getStates()) {
    const other = client === awareness.clientID ? undefined : readCollaborator(client, state);
    if (other) others.push(other);
  }
  return others.sort((left, right) => left.client - right.client).slice(0, MAX_COLLABORATORS);
}

/** One entry per user, who is editing if any of the user's tabs is. */
export function groupByUser(others: readonly Collaborator[]): readonly Collaborator[] {
  const people = new Map<string, Collaborator>();
  for (const other of others) {
    const known = people.get(other.userId);
    if (!known || (known.mode === "viewing" && other.mode === "editing")) people.set(other.userId, other);
  }
  return [...people.values()];
}

/** The user of a client, as the client claims. */
export function readCollaborator(client: number, state: Readonly<Record<string, unknown>>): Collaborator | undefined {
  const { user, mode, selection } = state;
  if (typeof user !== "object" || user === null) return undefined;
  const { id, name, avatar } = user as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" || typeof name !== "string" || name === "") return undefined;
  const shown = name.slice(0, MAX_CHARACTERS);
  return {
    client,
    userId: id,
    name: shown,
    avatar: typeof avatar === "string" && avatar.startsWith("/") ? avatar : undefined,
    colour: getUserColour(shown),
    mode: mode === "editing" ? "editing" : "viewing",
    node: typeof selection === "string" && selection.length <= MAX_CHARACTERS ? selection : undefined,
  };
}
