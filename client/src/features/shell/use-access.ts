import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { planQuery, useMe } from "@/features/session/public";
import type { Access } from "./menu";

/** What the role and the plan of this session allow. */
export function useAccess(): Access {
  const me = useMe();
  const permissions = me?.permissions;
  const isOperator = me?.isOperator ?? false;
  const batchStatus = me?.identity.feature.batchStatus.enable ?? false;
  const isInternal = me?.isInternal ?? false;
  const plan = useQuery(planQuery).data;
  return useMemo(
    () => ({
      permissions: permissions ?? [],
      features: (plan?.features ?? []).filter(({ enable }) => enable).map(({ name }) => name),
      identityFeatures: batchStatus ? (["batchStatus"] as const) : [],
      isOperator,
      isInternal,
    }),
    [permissions, plan, batchStatus, isOperator, isInternal],
  );
}
