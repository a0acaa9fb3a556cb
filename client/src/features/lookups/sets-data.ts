import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/api/data";

export const labelsQuery = query("get", "/api/contacts/label");

/** The team's labels of contacts. */
export function useLabels() {
  return useQuery(labelsQuery);
}

/** The team's segments. */
export function useSegments() {
  return useQuery(query("get", "/api/contacts/segment"));
}

/** The team's topics, by name. */
export function useTopics() {
  return useQuery(query("get", "/api/contacts/topic"));
}
