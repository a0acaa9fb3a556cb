import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { mutation, query } from "@/lib/api/data";

export type Mission = components["schemas"]["MissionOut"];

export const missionQuery = query("get", "/api/companies/onboarding");

/** Where each step is done; the sentences are `onboarding.steps.<name>`. A step that is not here leads nowhere. */
export const STEP_PATHS: Readonly<Record<string, string>> = {
  confirmSender: "/senders",
  addContacts: "/contacts/import",
  sendCampaign: "/campaigns",
};

/** Puts the mission away, or brings it back: at once on screen, taken back where the server refuses. */
export function useDismissMission() {
  const client = useQueryClient();
  const { queryKey } = missionQuery;
  return useMutation(
    mutation("put", "/api/companies/onboarding", {
      onMutate: ({ body }) => {
        const before = client.getQueryData<Mission>(queryKey);
        if (before) client.setQueryData<Mission>(queryKey, { ...before, dismissed: body.dismissed });
        return { before };
      },
      onError: (_error, _input, context) => {
        const before = (context as { before?: Mission } | undefined)?.before;
        if (before) client.setQueryData<Mission>(queryKey, before);
      },
      onSuccess: (mission) => client.setQueryData<Mission>(queryKey, mission),
      toast: true,
    }),
  );
}
