import { lazy, Suspense } from "react";
import { usePresence } from "../presence-data";
import { usePresenceReport } from "../use-report";

const PeopleStack = lazy(async () => ({ default: (await import("./people-stack")).PeopleStack }));

/** The others of the team who are here now. In the header, and so on every screen, it also reports this one. */
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
