import { type ComponentProps, lazy, Suspense } from "react";

const Sheet = lazy(async () => ({ default: (await import("./act-sheet")).ActSheet }));

/** The sheet of an action; loads on the first opening. */
export function ActSheet(props: ComponentProps<typeof Sheet>) {
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  );
}
