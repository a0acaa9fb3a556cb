import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { $api } from "@/lib/api/hooks";

export type Me = components["schemas"]["MeOut"];
export type Plan = components["schemas"]["PlanOut"];

/** User, team, permissions and identity of the session; loaded by the guard, so screens find it there. */
export const meQuery = $api.queryOptions("get", "/api/me", {}, { staleTime: Number.POSITIVE_INFINITY });
export const planQuery = $api.queryOptions("get", "/api/companies/plan", {}, { staleTime: Number.POSITIVE_INFINITY });
export const usageQuery = $api.queryOptions("get", "/api/companies/usage", {});

export function useMe(): Me | undefined {
  return useQuery(meQuery).data;
}
