import { useMutation, useQuery } from "@tanstack/react-query";
import { call, customMutation, keyOf, query } from "@/lib/api/data";
import type { ReportOf } from "./report-of";
import { pathOf, type RecipientState } from "./reports-data";

const NONE: readonly string[] = [];

/** Names of the team's labels, for suggestions. */
export function useLabelNames(): readonly string[] {
  const { data } = useQuery(query("get", "/api/contacts/label"));
  return data?.map(({ name }) => name) ?? NONE;
}

interface LabelRequest {
  readonly name: string;
  readonly state: RecipientState | undefined;
  readonly link: number | undefined;
}

/** Labels the recipients with an outcome or a clicked link, in the background. */
export function useLabelPeople(of: ReportOf) {
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
        return call("post", pathOf(of, "label"), { body });
      },
      refreshes: [keyOf("get", "/api/contacts/label")],
    }),
  );
}
