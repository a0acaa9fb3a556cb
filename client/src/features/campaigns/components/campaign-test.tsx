import { type ComponentProps, lazy, Suspense } from "react";

const Dialog = lazy(async () => ({ default: (await import("./test-dialog")).TestDialog }));

/** Sends the mail as it is to a few, for screens of other features. */
export function CampaignTest(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
