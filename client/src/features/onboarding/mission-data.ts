import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { mutation, query } from "@/lib/api/data";

export type Mission = components["schemas"]["MissionOut"];

export const missionQuery = query("get", "/api/companies/onboarding");

/** Path of each step; its texts are `onboarding.steps.<name>`. Steps without a path have no link. */
export const STEP_PATHS: Readonly<Record<string, string>> = {
  confirmSender: "/senders",
  addContacts: "/contacts/import",
  sendCampaign: "/campaigns",
};

/** Dismisses or restores the onboarding steps optimistically; an error reverts the change. */
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
