import { type ComponentProps, lazy, Suspense } from "react";
import type { Pool, PoolUse, Relay } from "../pools-data";

/** A change that an operator has started, and its target. */
export type PoolAction =
  | { readonly kind: "addPool" }
  | { readonly kind: "rename" | "removePool" | "use" | "addRelay"; readonly pool: Pool }
  | { readonly kind: "endUse"; readonly use: PoolUse }
  | { readonly kind: "changeRelay" | "removeRelay"; readonly relay: Relay }
  | { readonly kind: "try"; readonly relayId: number };

const Sheet = lazy(async () => ({ default: (await import("./pool-sheet")).PoolSheet }));

/** The sheet of a change; loads on the first opening. */
export function PoolSheet(props: ComponentProps<typeof Sheet>) {
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  );
}
