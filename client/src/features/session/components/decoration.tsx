import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from "react";
import type { Identity } from "../identity";
import classes from "./decoration.module.css";

type Illustration = LazyExoticComponent<ComponentType>;

/** Each loads separately, so that a page only loads its own vendor's illustration. */
const ILLUSTRATIONS: Readonly<Record<string, Illustration>> = {
  chevrons: lazy(async () => ({ default: (await import("../decorations/chevrons")).Chevrons })),
  shapes: lazy(async () => ({ default: (await import("../decorations/shapes")).Shapes })),
  ripples: lazy(async () => ({ default: (await import("../decorations/ripples")).Ripples })),
  lenses: lazy(async () => ({ default: (await import("../decorations/lenses")).Lenses })),
  waves: lazy(async () => ({ default: (await import("../decorations/waves")).Waves })),
  weave: lazy(async () => ({ default: (await import("../decorations/weave")).Weave })),
};
const Initials = lazy(async () => ({ default: (await import("../decorations/initials")).Initials }));

/**
 * The vendor's decoration beside the form: a named illustration, or a picture by its path. Hidden from screen readers.
 */
export function Decoration({ identity }: { readonly identity: Identity | undefined }) {
  const Drawn = ILLUSTRATIONS[identity?.decor ?? ""];
  return (
    <div className={classes.frame} aria-hidden="true">
      {identity?.decor.startsWith("/") ? (
        <img className={classes.picture} src={identity.decor} alt="" />
      ) : (
        identity && <Suspense fallback={null}>{Drawn ? <Drawn /> : <Initials vendor={identity.name} />}</Suspense>
      )}
    </div>
  );
}
