import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { planQuery, useMe } from "@/features/session/public";

/** What the role and the plan of this session open. */
export function useAllowed(): { permissions: readonly string[]; features: readonly string[] } {
  const permissions = useMe()?.permissions;
  const plan = useQuery({ ...planQuery, meta: { quiet: true } }).data;
  return useMemo(
    () => ({
      permissions: permissions ?? [],
      features: (plan?.features ?? []).filter(({ enable }) => enable).map(({ name }) => name),
    }),
    [permissions, plan],
  );
}
