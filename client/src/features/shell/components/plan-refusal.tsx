import { lazy, Suspense, useEffect, useState } from "react";
import { onPlanRefusal, type PlanRefusal } from "@/lib/plan-limits";

const PlanDialog = lazy(async () => ({ default: (await import("./plan-dialog")).PlanDialog }));

/** Shows the plan dialog for failures caused by the plan, on every screen. */
export function PlanRefusalWatch({ onContact }: { readonly onContact: () => void }) {
  const [refusal, setRefusal] = useState<PlanRefusal>();
  useEffect(() => onPlanRefusal(setRefusal), []);

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
