import { type ComponentProps, lazy, Suspense } from "react";

const Pane = lazy(async () => ({ default: (await import("./preview-pane")).PreviewPane }));

/** Lazy-loaded preview for other features. */
export function CampaignPreview(props: ComponentProps<typeof Pane>) {
  return (
    <Suspense fallback={null}>
      <Pane {...props} />
    </Suspense>
  );
}
