import { lazy, Suspense } from "react";
import { session, useSession } from "../session";

const LazyMultipleLoginDialog = lazy(async () => (await import("./load")).loadMultipleLoginDialog());

/** The dialog of a second session, loaded on demand; `onEndOthers` repeats the request. */
export function MultipleLogin({ onEndOthers }: { readonly onEndOthers: () => void }) {
  const state = useSession().value.multipleLogin;
  if (state === "none") return null;
  return (
    <Suspense fallback={null}>
      <LazyMultipleLoginDialog
        isDenied={state === "denied"}
        onEndOthers={onEndOthers}
        onClose={() => session.send({ type: "dismissMultipleLogin" })}
      />
    </Suspense>
  );
}
