import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { createRouter } from "./router";

type Router = Pick<ReturnType<typeof createRouter>, "navigate" | "state">;

let isStaying = false;

/** Cancels the navigation to another screen. The open one stays as it is: while no server responds, its loader would fail. */
export async function stayOnScreen(router: Router): Promise<void> {
  const { pathname, search, hash } = router.state.location;
  isStaying = true;
  try {
    // A navigation to the current address takes the place of the one under way.
    await router.navigate({ pathname, search, hash }, { replace: true });
  } finally {
    isStaying = false;
  }
}

/** `shouldRevalidate` of every screen. */
export function revalidatesScreen({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !isStaying && defaultShouldRevalidate;
}
