/** Names of the cookies that the landing site sets (SHELL-173). */
export const LANDING_COOKIES = { calculate: "landing_calculate", plan: "landing_plan" } as const;
export type LandingChoice = keyof typeof LANDING_COOKIES;

function hasCookie(cookies: string, name: string): boolean {
  return cookies.split("; ").some((part) => part.startsWith(`${name}=`) && part.length > name.length + 1);
}

/** The pending choice in `cookies`; a calculation takes precedence over a plan. */
export function readLanding(cookies: string): LandingChoice | undefined {
  return (["calculate", "plan"] as const).find((choice) => hasCookie(cookies, LANDING_COOKIES[choice]));
}

/** Deletes the cookie, so that a choice is followed once. */
export function clearLanding(choice: LandingChoice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context; a first start has none
  document.cookie = `${LANDING_COOKIES[choice]}=; Max-Age=0; Path=/`;
}
