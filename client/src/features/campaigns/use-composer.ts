import { useQueryClient } from "@tanstack/react-query";
import { useMachine } from "@xstate/react";
import { useEffect, useEffectEvent, useMemo } from "react";
import { isFailure } from "@/lib/api/failure";
import { createAutosaveMachine } from "@/lib/autosave/autosave-machine";
import { type StoredRecord, unsavedOf, valuesOf } from "@/lib/autosave/edits";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import type { Campaign } from "./campaigns-data";
import { type SaveActor, saveActor } from "./composer-data";
import { type Draft, type DraftValues, faultOf, recordOf } from "./draft";

/** The fields that someone else has edited since; undefined for any other failure. */
function conflictsOf(failure: unknown): readonly string[] | undefined {
  if (!isFailure(failure) || failure.code !== "editConflict") return undefined;
  const { fields } = failure.payload;
  return Array.isArray(fields) ? fields.map(String) : [];
}

/** The edits that outlive a session, and the revision that they are based on. */
interface KeptEdits {
  readonly changed: Partial<DraftValues>;
  readonly revision: number;
}

/** Edits of a draft, which save themselves and are not left behind unasked. `save` puts them on the server. */
export function useAutosave<Values extends Draft>(id: string, record: StoredRecord<Values>, save: SaveActor<Values>) {
  const machine = useMemo(() => createAutosaveMachine<Values>(conflictsOf).provide({ actors: { save } }), [save]);
  const [state, send] = useMachine(machine, { input: { record } });
  const { edits, failure } = state.context;
  const isClean = state.matches("clean");
  const needsPerson = state.matches("failing") || state.matches("conflicted");
  useKeptDraft<KeptEdits>(`campaign:${id}`, {
    values: { changed: unsavedOf(edits), revision: edits.stored.revision },
    isDirty: !isClean,
    restore: ({ changed, revision }) => send({ type: "restore", changed: changed as Partial<Values>, revision }),
  });

  const receive = useEffectEvent(() => send({ type: "receive", record }));
  useEffect(() => {
    if (record.revision > 0) receive();
  }, [record.revision]);

  // Leaving waits for the save; only where that fails the person is asked.
  const held = useLeaveGuard({ isDirty: !isClean, onHeld: () => send({ type: "save" }) });

  return {
    draft: valuesOf(edits),
    stored: edits.stored.values,
    conflicts: edits.conflicts as Readonly<Record<string, { readonly by: string } | undefined>>,
    state: state.value,
    failure,
    fault: faultOf(failure),
    /** Asks only while a save does not succeed. */
    leaving: { ...held, isAsking: held.isAsking && needsPerson },
    edit: (changed: Partial<Values>) => send({ type: "edit", changed }),
    focus: (field: string | undefined) => send({ type: "focus", field: field as keyof Values | undefined }),
    keepMine: (field: string) => send({ type: "keepMine", field: field as keyof Values }),
    takeTheirs: (field: string) => send({ type: "useTheirs", field: field as keyof Values }),
    save: () => send({ type: "save" }),
  };
}

/** A draft being written. */
export function useComposer(campaign: Campaign) {
  const client = useQueryClient();
  const save = useMemo(() => saveActor(client, campaign.id), [client, campaign.id]);
  return useAutosave(campaign.id, recordOf(campaign), save);
}

export type ComposerHandle = ReturnType<typeof useComposer>;
