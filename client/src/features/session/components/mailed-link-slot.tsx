import { type ComponentProps, lazy, Suspense } from "react";

const Screen = lazy(async () => ({ default: (await import("./mailed-link")).MailedLink }));

/** The screen of another feature's mailed link, apart so that no other screen loads it. */
export function MailedLink(props: ComponentProps<typeof Screen>) {
  return (
    <Suspense fallback={null}>
      <Screen {...props} />
    </Suspense>
  );
}
