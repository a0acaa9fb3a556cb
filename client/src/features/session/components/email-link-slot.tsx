import { type ComponentProps, lazy, Suspense } from "react";

const Screen = lazy(async () => ({ default: (await import("./email-link")).EmailLinkPage }));

/** The screen of another feature's emailed link, loaded lazily so that no other screen includes it. */
export function EmailLinkPage(props: ComponentProps<typeof Screen>) {
  return (
    <Suspense fallback={null}>
      <Screen {...props} />
    </Suspense>
  );
}
