import { type ComponentProps, lazy, Suspense } from "react";

const Frame = lazy(async () => ({ default: (await import("./entrance")).Entrance }));

/** The frame of a public screen of another feature, apart so that no other screen loads it. */
export function Entrance(props: ComponentProps<typeof Frame>) {
  return (
    <Suspense fallback={null}>
      <Frame {...props} />
    </Suspense>
  );
}
