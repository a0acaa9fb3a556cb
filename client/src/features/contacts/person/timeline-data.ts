import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation } from "@/lib/api/data";
import { useLinkState, useRoom } from "@/lib/socket/link";
import { buildRoomId } from "@/lib/socket/room-id";
import { TIMELINE_KEY } from "../timeline-key";

export type TimelineItem = components["schemas"]["TimelineItem"];
export type TimelineKind = TimelineItem["kind"];
export type Note = components["schemas"]["NoteOut"];
export type Consent = components["schemas"]["ConsentOut"];

/** Filters of the timeline, by the kinds of events they include. */
export const GROUPS = {
  mail: ["sent", "failed", "bounced", "suppressed", "skipped", "inDoubt"],
  reading: ["opened", "clicked"],
  subscription: ["agreed", "withdrew", "unsubscribed", "complained", "preferred"],
  notes: ["noted"],
  changes: ["added", "imported", "changed", "labelled", "merged", "moved", "entered", "left"],
} as const satisfies Readonly<Record<string, readonly TimelineKind[]>>;

export type Group = keyof typeof GROUPS;

export function isGroup(text: string | null): text is Group {
  return text !== null && Object.hasOwn(GROUPS, text);
}

const POLL_MS = 30_000;

/** Below the timeline key, because every change of consents is also a timeline event. */
export function consentsKey(contactId: number) {
  return [...TIMELINE_KEY, "consents", contactId] as const;
}

/** A contact's events in pages, updated live while shown. */
export function useTimeline(contactId: number, group: Group | undefined) {
  const client = useQueryClient();
  const link = useLinkState();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: TIMELINE_KEY }, { cancelRefetch: false });
  };
  useRoom("contact", buildRoomId(contactId), refresh);
  return useInfiniteQuery({
    queryKey: [...TIMELINE_KEY, contactId, group],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("get", "/api/contacts/{contact_id}/timeline", {
        params: {
          path: { contact_id: contactId },
          query: { ...(group ? { kinds: [...GROUPS[group]] } : {}), ...(pageParam ? { after: pageParam } : {}) },
        },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: link === "up" ? false : POLL_MS,
  });
}

export function useConsents(contactId: number) {
  return useQuery({
    queryKey: consentsKey(contactId),
    queryFn: ({ signal }) => {
      const params = { path: { contact_id: contactId } };
      return call("get", "/api/contacts/{contact_id}/consents", { params, signal });
    },
  });
}

/** The contact's own choices about the email to receive. */
export function usePreferences(contactId: number) {
  return useQuery({
    queryKey: [...TIMELINE_KEY, "preferences", contactId],
    queryFn: ({ signal }) => {
      const params = { path: { contact_id: contactId } };
      return call("get", "/api/contacts/{contact_id}/preferences", { params, signal });
    },
  });
}

function refreshing(contactId: number) {
  return { refreshes: [[...TIMELINE_KEY, contactId]] };
}

export function useAddNote(contactId: number) {
  return useMutation(
    customMutation({
      ...refreshing(contactId),
      mutationFn: (text: string) =>
        call("post", "/api/contacts/{contact_id}/notes", {
          params: { path: { contact_id: contactId } },
          body: { text },
        }),
    }),
  );
}

export function useEditNote(contactId: number, noteId: number) {
  const params = { path: { contact_id: contactId, note_id: noteId } };
  return useMutation(
    customMutation({
      ...refreshing(contactId),
      mutationFn: (text: string) =>
        call("put", "/api/contacts/{contact_id}/notes/{note_id}", { params, body: { text } }),
    }),
  );
}

export function useDeleteNote(contactId: number, noteId: number) {
  const params = { path: { contact_id: contactId, note_id: noteId } };
  return useMutation(
    customMutation({
      ...refreshing(contactId),
      mutationFn: () => call("delete", "/api/contacts/{contact_id}/notes/{note_id}", { params }),
    }),
  );
}
