import { type ComponentProps, lazy, Suspense } from "react";

const Dialog = lazy(async () => ({ default: (await import("./sender-dialog")).SenderDialog }));

/** Lazy-loaded sender dialog. */
export function SenderDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
