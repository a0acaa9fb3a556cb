import { useMutation } from "@tanstack/react-query";
import { useLabels } from "@/features/lookups/public";
import { buildQueryKey, call, customMutation } from "@/lib/api/data";
import type { ReportRef } from "./report-ref";
import { buildApiPath, type RecipientState } from "./reports-data";

const NO_NAMES: readonly string[] = [];

/** Names of the team's labels, for suggestions. */
export function useLabelNames(): readonly string[] {
  return useLabels().data?.map(({ name }) => name) ?? NO_NAMES;
}

interface LabelRequest {
  readonly name: string;
  readonly state: RecipientState | undefined;
  readonly link: number | undefined;
}

/** Labels the recipients with an outcome or a clicked link, in the background. */
export function useLabelRecipients(of: ReportRef) {
  return useMutation(
    customMutation({
      mutationFn: ({ name, state, link }: LabelRequest) => {
        const body = {
          id: of.id,
          machines: of.machines,
          name,
          ...(state ? { state } : {}),
          ...(link === undefined ? {} : { link }),
        };
        return call("post", buildApiPath(of, "label"), { body });
      },
      refreshes: [buildQueryKey("get", "/api/contacts/label")],
    }),
  );
}
