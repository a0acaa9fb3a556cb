import { type ComponentProps, lazy, Suspense } from "react";

const Dialog = lazy(async () => ({ default: (await import("./test-dialog")).TestDialog }));

/** Lazy-loaded dialog to send a test email, for other features. */
export function CampaignTest(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
