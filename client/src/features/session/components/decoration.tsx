import { lazy, Suspense } from "react";
import type { Identity } from "../identity";
import classes from "./decoration.module.css";

const Drawings = lazy(async () => ({ default: (await import("../decorations/drawings")).Drawings }));

/** The vendor's decoration beside the form: a drawing by name, or a picture by path. Says nothing, so it is hidden. */
export function Decoration({ identity }: { readonly identity: Identity | undefined }) {
  return (
    <div className={classes.frame} aria-hidden="true">
      {identity?.decor.startsWith("/") ? (
        <img className={classes.picture} src={identity.decor} alt="" />
      ) : (
        identity && (
          <Suspense fallback={null}>
            <Drawings name={identity.decor} vendor={identity.name} />
          </Suspense>
        )
      )}
    </div>
  );
}
