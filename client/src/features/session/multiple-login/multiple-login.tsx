import { lazy, Suspense } from "react";
import { session, useSession } from "../session";

const Dialog = lazy(async () => (await import("./load")).loadMultipleLoginDialog());

/** The dialog of a second session, loaded when it is needed; `onEndOthers` repeats what was asked for. */
export function MultipleLogin({ onEndOthers }: { readonly onEndOthers: () => void }) {
  const state = useSession().value.multipleLogin;
  if (state === "none") return null;
  return (
    <Suspense fallback={null}>
      <Dialog
        isDenied={state === "denied"}
        onEndOthers={onEndOthers}
        onClose={() => session.send({ type: "dismissMultipleLogin" })}
      />
    </Suspense>
  );
}
