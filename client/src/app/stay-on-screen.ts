import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { createRouter } from "./router";

type Router = Pick<ReturnType<typeof createRouter>, "navigate" | "state">;

let isStaying = false;

/** Cancels the navigation to another screen. Loaders do not run again: they would fail while no server responds. */
export async function stayOnScreen(router: Router): Promise<void> {
  const { pathname, search, hash } = router.state.location;
  isStaying = true;
  try {
    // A navigation to the current address replaces the pending one.
    await router.navigate({ pathname, search, hash }, { replace: true });
  } finally {
    isStaying = false;
  }
}

/** `shouldRevalidate` of every screen route. */
export function shouldRevalidateScreen({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !isStaying && defaultShouldRevalidate;
}
