import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";

export type Me = components["schemas"]["MeOut"];
export type Plan = components["schemas"]["PlanOut"];

/** User, team, permissions and identity of the session; the guard loads it before any screen. */
export const meQuery = query("get", "/api/me", {}, { staleTime: Number.POSITIVE_INFINITY, toast: true });
export const planQuery = query("get", "/api/companies/plan", {}, { staleTime: Number.POSITIVE_INFINITY });
export const usageQuery = query("get", "/api/companies/usage");

export function useMe(): Me | undefined {
  return useQuery(meQuery).data;
}
