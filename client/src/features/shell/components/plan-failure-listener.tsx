import { lazy, Suspense, useEffect, useState } from "react";
import { onPlanFailure, type PlanFailure } from "@/lib/plan-failure";

const PlanDialog = lazy(async () => ({ default: (await import("./plan-dialog")).PlanDialog }));

/** Shows the plan dialog for failures caused by the plan, on every screen. */
export function PlanFailureListener({ onContact }: { readonly onContact: () => void }) {
  const [refusal, setRefusal] = useState<PlanFailure>();
  useEffect(() => onPlanFailure(setRefusal), []);

  if (!refusal) return null;
  return (
    <Suspense fallback={null}>
      <PlanDialog
        refusal={refusal}
        onClose={() => setRefusal(undefined)}
        onContact={() => {
          setRefusal(undefined);
          onContact();
        }}
      />
    </Suspense>
  );
}
