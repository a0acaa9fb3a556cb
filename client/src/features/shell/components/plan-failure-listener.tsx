import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { onPlanFailure, type PlanFailure } from "@/lib/plan-failure";

const PlanDialog = lazy(async () => ({ default: (await import("./plan-dialog")).PlanDialog }));

/** Shows the plan dialog for failures caused by the plan, on every screen. A navigation closes it. */
export function PlanFailureListener({ onContact }: { readonly onContact: () => void }) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [previousAddress, setPreviousAddress] = useState(address);
  const [refusal, setRefusal] = useState<PlanFailure>();
  // Changes of the screen close open modals, but not a dialog that is still loading, nor between records of one screen.
  if (address !== previousAddress) {
    setPreviousAddress(address);
    setRefusal(undefined);
  }
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
