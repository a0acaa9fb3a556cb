import { lazy, Suspense } from "react";
import { usePresence } from "../presence-data";
import { usePresenceReport } from "../use-report";

const PeopleStack = lazy(async () => ({ default: (await import("./people-stack")).PeopleStack }));

/** Teammates who are online. As part of the header it also reports this user's screen. */
export function OnlineStack() {
  usePresenceReport();
  const people = usePresence();
  if (people.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <PeopleStack people={people} sentence="presence.online" size={24} />
    </Suspense>
  );
}
