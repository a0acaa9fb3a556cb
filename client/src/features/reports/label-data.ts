import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import type { ReportOf } from "./report-of";
import { answered, pathOf, type RecipientState } from "./reports-data";

const NONE: readonly string[] = [];

/** Names of the team's labels, as they are offered. */
export function useLabelNames(): readonly string[] {
  const { data } = $api.useQuery("get", "/api/contacts/label", {}, { meta: { quiet: true } });
  return data?.map(({ name }) => name) ?? NONE;
}

interface Wish {
  readonly name: string;
  readonly state: RecipientState | undefined;
  readonly link: number | undefined;
}

/** Labels the recipients of an outcome or a link, in the background. */
export function useLabelPeople(of: ReportOf) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ name, state, link }: Wish) => {
      const body = {
        id: of.id,
        machines: of.machines,
        name,
        ...(state ? { state } : {}),
        ...(link === undefined ? {} : { link }),
      };
      return answered(await api.POST(pathOf(of, "label"), { body }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["get", "/api/contacts/label"] }),
  });
}
