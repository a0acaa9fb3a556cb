import { type ComponentProps, lazy, Suspense } from "react";

const Sheet = lazy(async () => ({ default: (await import("./action-sheet")).ActionSheet }));

/** The sheet of an action; loads on the first opening. */
export function ActionSheet(props: ComponentProps<typeof Sheet>) {
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  );
}
