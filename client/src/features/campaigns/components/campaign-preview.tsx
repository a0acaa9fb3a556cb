import { type ComponentProps, lazy, Suspense } from "react";

const Pane = lazy(async () => ({ default: (await import("./preview-pane")).PreviewPane }));

/** The mail as a contact sees it, for screens of other features. */
export function CampaignPreview(props: ComponentProps<typeof Pane>) {
  return (
    <Suspense fallback={null}>
      <Pane {...props} />
    </Suspense>
  );
}
