import { useQueryClient } from "@tanstack/react-query";
import { useMachine } from "@xstate/react";
import { useEffect, useEffectEvent, useMemo } from "react";
import { createAutosaveMachine } from "@/lib/autosave/autosave-machine";
import { type FieldRules, findOpenTask, getValues, type StoredRecord } from "@/lib/autosave/edits";
import { buildPersistedEdits, type PersistedEdits } from "@/lib/autosave/persisted-edits";
import type { TextKey } from "@/lib/i18n/translation";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { usePersistedDraft } from "@/ui/use-persisted-draft";
import type { Campaign } from "./campaigns-data";
import { createCampaignSaveActor } from "./composer-data";
import { type CampaignDraft, readTextError, toStoredRecord } from "./draft";
import { findRejection, normalizeField } from "./edit-rules";
import type { SaveActor } from "./saving";

interface AutosaveOptions<Values extends CampaignDraft> {
  readonly record: StoredRecord<Values>;
  readonly rules: FieldRules<Values>;
  /** Sends edits to the server. */
  readonly save: SaveActor<Values>;
}

/** Texts for changes that leaving would lose, other than the last edits. */
const LEAVE_TEXTS: Readonly<Record<string, TextKey>> = {
  conflicted: "campaigns.leaveConflictText",
  unfinished: "campaigns.leaveUnfinishedText",
};
const EVENT_TEXT: TextKey = "campaigns.leaveUnfinishedEventText";

/** Autosaved edits of a draft. Leaving with unsaved edits needs confirmation. */
export function useAutosave<Values extends CampaignDraft>(
  id: string,
  { record, rules, save }: AutosaveOptions<Values>,
) {
  const machine = useMemo(
    () => createAutosaveMachine<Values>({ rejectionOf: findRejection, ...rules }).provide({ actors: { save } }),
    [rules, save],
  );
  const [state, send, actor] = useMachine(machine, { input: { record } });
  const { edits, failure } = state.context;
  const isSaved = state.matches("clean");
  const status = isSaved ? (findOpenTask(edits) ?? "clean") : state.value;
  const isEventUnfinished = edits.unfinished.includes("event");
  const needsPerson = ["failing", "conflicted", "unfinished"].includes(status);
  const kept = buildPersistedEdits(edits);
  usePersistedDraft<PersistedEdits<Values>>(`campaign:${id}`, {
    values: kept,
    isDirty: Object.keys(kept.changed).length > 0,
    restore: (kept) => send({ type: "restore", kept }),
  });

  const receive = useEffectEvent(() => send({ type: "receive", record }));
  useEffect(() => {
    if (record.revision > 0) receive();
  }, [record.revision]);

  // Leaving waits for the save and asks the user only if it fails.
  const leaveGuard = useLeaveGuard({ isDirty: status !== "clean", onHeld: () => send({ type: "save" }) });

  return {
    id,
    draft: getValues(edits),
    stored: edits.stored.values,
    conflicts: edits.conflicts as Readonly<Record<string, { readonly by: string } | undefined>>,
    state: status,
    /** Whether everything that can be saved is saved. */
    isSaved,
    failure,
    textError: readTextError(failure),
    /** Asks only while the save fails. */
    leaving: { ...leaveGuard, isAsking: leaveGuard.isAsking && needsPerson },
    /** Text key of the confirmation to leave. */
    leaveText:
      status === "unfinished" && isEventUnfinished ? EVENT_TEXT : (LEAVE_TEXTS[status] ?? "campaigns.leaveText"),
    isEventUnfinished,
    /** The draft at the time of the call: a toast outlives the render that created it. */
    readDraft: () => getValues(actor.getSnapshot().context.edits),
    edit: (changed: Partial<Values>) => send({ type: "edit", changed }),
    focus: (field: string | undefined) => send({ type: "focus", field: field as keyof Values | undefined }),
    /** Marks a field whose typed text cannot be saved yet. */
    setUnfinished: (field: keyof Values, isUnfinished: boolean) => send({ type: "unfinished", field, isUnfinished }),
    keepMine: (field: string) => send({ type: "keepMine", field: field as keyof Values }),
    takeTheirs: (field: string) => send({ type: "useTheirs", field: field as keyof Values }),
    save: () => send({ type: "save" }),
  };
}

const RULES: FieldRules<CampaignDraft> = { storedForm: normalizeField };

/** Autosaved draft of a campaign. */
export function useComposer(campaign: Campaign) {
  const client = useQueryClient();
  const save = useMemo(() => createCampaignSaveActor(client, campaign.id), [client, campaign.id]);
  return useAutosave(campaign.id, { record: toStoredRecord(campaign), rules: RULES, save });
}

export type ComposerHandle = ReturnType<typeof useComposer>;
