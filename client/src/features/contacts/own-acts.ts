/** What this tab is doing itself: the event that tells of it is no news here. */
export type Act = "created" | "updated" | "deleted";

/** An event that has not come by then will not be ours. */
const EXPECT_MS = 10_000;

const expected: { readonly act: Act; readonly untilMs: number }[] = [];

/** Called before the call leaves: its event may overtake the answer. */
export function expectOwn(act: Act): void {
  expected.push({ act, untilMs: Date.now() + EXPECT_MS });
}

/** The call has failed: nothing will be told of it. */
export function forgetOwn(act: Act): void {
  const index = expected.findLastIndex((own) => own.act === act);
  if (index !== -1) expected.splice(index, 1);
}

/** Whether an event of this act is the echo of our own; each echo is claimed once. */
export function claimOwn(act: string): boolean {
  const now = Date.now();
  const index = expected.findIndex((own) => own.act === act && own.untilMs >= now);
  if (index === -1) return false;
  expected.splice(index, 1);
  return true;
}
