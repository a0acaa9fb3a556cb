import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation } from "@/lib/api/data";
import { loadCauses } from "@/lib/causes/load";
import type { EventPayload } from "@/lib/socket/events";
import { useLinkState, useRoom } from "@/lib/socket/link";
import { type Campaign, type CampaignRef, COUNTED_KEYS } from "./campaigns-data";
import { COUNT_KEY, useRecipientCount } from "./composer-data";
import { campaignKey } from "./schedule-data";

export type Checks = components["schemas"]["ChecksOut"];
export type CampaignFinding = components["schemas"]["CheckFindingOut"];
export type FindingLocation = CampaignFinding["place"];
export type LinkCheck = components["schemas"]["LinkCheckProgressOut"];

const CHECKS_KEY = ["campaigns", "checks"] as const;
const POLL_MS = 5_000;
/** Polling interval of the recipient count: contacts change while the user decides. */
export const COUNT_POLL_MS = 30_000;

type CheckedCampaign = CampaignRef & Pick<Campaign, "revision">;

/** Results of the checks of the saved campaign in that revision, live while its links are checked. */
export function useChecks({ id, kind, revision }: CheckedCampaign) {
  const client = useQueryClient();
  const link = useLinkState();
  useRoom("campaign", id, () => void client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] }));
  return useQuery({
    queryKey: [...CHECKS_KEY, id, revision],
    queryFn: async ({ signal }) => {
      const init = { params: { path: { campaign_id: id } }, signal };
      const checks =
        kind === "abTest"
          ? await call("get", "/api/ab-test/{campaign_id}/checks", init)
          : await call("get", "/api/email-marketing/{campaign_id}/checks", init);
      if (checks.items.some(({ causeCode }) => causeCode)) await loadCauses();
      return checks;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.links.state === "running" && link !== "up" ? POLL_MS : false),
  });
}

/** Current number of recipients, refreshed while it is on screen. */
export function useLiveCount(campaign: CampaignRef) {
  return useRecipientCount(campaign, COUNT_POLL_MS);
}

function setLinkCheck(client: QueryClient, id: string, links: LinkCheck): void {
  client.setQueriesData<Checks>({ queryKey: [...CHECKS_KEY, id] }, (checks) =>
    checks && checks.links.revision < links.revision ? { ...checks, links } : checks,
  );
}

/** Starts the check of the campaign's links. */
export function useStartLinkCheck({ id, kind }: CampaignRef) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: () => {
        const init = { params: { path: { campaign_id: id } } };
        return kind === "abTest"
          ? call("post", "/api/ab-test/{campaign_id}/checks/links", init)
          : call("post", "/api/email-marketing/{campaign_id}/checks/links", init);
      },
      onSuccess: (links) => {
        setLinkCheck(client, id, links);
        if (links.state === "done") void client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] });
      },
    }),
  );
}

/** Marks the draft as ready; `seen` are the codes of the warnings on screen. */
export function useMarkReady({ id, kind }: CampaignRef) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: (seen: readonly string[]): Promise<Campaign> => {
        const init = { params: { path: { campaign_id: id } }, body: { seen: [...seen] } };
        return kind === "abTest"
          ? call("post", "/api/ab-test/{campaign_id}/ready", init)
          : call("post", "/api/email-marketing/{campaign_id}/ready", init);
      },
      onSuccess: (campaign) => client.setQueryData(campaignKey(campaign), campaign),
      refreshes: COUNTED_KEYS,
      // The checks found a new error, or a warning that the user has not seen.
      onError: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] }),
          client.invalidateQueries({ queryKey: COUNT_KEY }),
        ]),
    }),
  );
}

/** Applies the progress of the link check; at the end, loads the results of all checks again. */
export function applyLinkCheck(client: QueryClient, payload: EventPayload<"campaigns.links.asked">): void {
  const { campaignId: id, state, done, total, revision } = payload;
  setLinkCheck(client, id, { state, done, total, revision });
  if (state === "done") void client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] });
}
