import { useQueryClient } from "@tanstack/react-query";
import { useMachine } from "@xstate/react";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import type { Campaign } from "./campaigns-data";
import { saveActor } from "./composer-data";
import { composerMachine, unsaved } from "./composer-machine";
import { draftOf, type Edits, faultOf } from "./draft";

/** A draft being written: what was typed is saved by itself, and is not left behind unasked. */
export function useComposer(campaign: Campaign) {
  const client = useQueryClient();
  const machine = useMemo(
    () => composerMachine.provide({ actors: { save: saveActor(client, campaign.id) } }),
    [client, campaign.id],
  );
  const [state, send] = useMachine(machine);
  const isClean = state.matches("clean");
  const isFailing = state.matches("failing");

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !isClean && currentLocation.pathname !== nextLocation.pathname,
  );
  const isBlocked = blocker.state === "blocked";
  const go = useEffectEvent(() => {
    if (blocker.state === "blocked") blocker.proceed();
  });
  // Leaving waits for the save; only where that fails the person is asked.
  useEffect(() => {
    if (isBlocked) send({ type: "save" });
  }, [isBlocked, send]);
  useEffect(() => {
    if (isBlocked && isClean) go();
  }, [isBlocked, isClean]);
  useBeforeUnload((event) => {
    if (isClean) return;
    send({ type: "save" });
    event.preventDefault();
  });

  return {
    draft: draftOf(campaign, unsaved(state.context)),
    state: state.value,
    failure: state.context.failure,
    fault: faultOf(state.context.failure),
    /** Leaving was asked for while a save does not succeed. */
    isLeaving: isBlocked && isFailing,
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
    edit: (edits: Edits) => send({ type: "edit", edits }),
    save: () => send({ type: "save" }),
  };
}

export type ComposerHandle = ReturnType<typeof useComposer>;
