import { useQueryClient } from "@tanstack/react-query";
import { useMachine } from "@xstate/react";
import { useMemo } from "react";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import type { Campaign } from "./campaigns-data";
import { saveActor } from "./composer-data";
import { composerMachine, unsaved } from "./composer-machine";
import { draftOf, type Edits, faultOf } from "./draft";

/** Edits of a draft, which save themselves and are not left behind unasked. `save` puts them on the server. */
export function useAutosave(id: string, save: ReturnType<typeof saveActor>) {
  const machine = useMemo(() => composerMachine.provide({ actors: { save } }), [save]);
  const [state, send] = useMachine(machine);
  const isClean = state.matches("clean");
  const isFailing = state.matches("failing");
  useKeptDraft(`campaign:${id}`, {
    values: unsaved(state.context),
    isDirty: !isClean,
    restore: (edits) => send({ type: "edit", edits }),
  });

  // Leaving waits for the save; only where that fails the person is asked.
  const held = useLeaveGuard({ isDirty: !isClean, onHeld: () => send({ type: "save" }) });

  return {
    edits: unsaved(state.context),
    state: state.value,
    failure: state.context.failure,
    fault: faultOf(state.context.failure),
    /** Asks only while a save does not succeed. */
    leaving: { ...held, isAsking: held.isAsking && isFailing },
    edit: (edits: Edits) => send({ type: "edit", edits }),
    save: () => send({ type: "save" }),
  };
}

/** A draft being written. */
export function useComposer(campaign: Campaign) {
  const client = useQueryClient();
  const save = useMemo(() => saveActor(client, campaign.id), [client, campaign.id]);
  const { edits, ...composer } = useAutosave(campaign.id, save);
  return { ...composer, draft: draftOf(campaign, edits) };
}

export type ComposerHandle = ReturnType<typeof useComposer>;
