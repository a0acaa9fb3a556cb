import { usePresence } from "../presence-data";
import { usePresenceReport } from "../use-report";
import { PeopleStack } from "./people-stack";

/** The others of the team who are here now. In the header, and so on every screen, it also reports this one. */
export function OnlineStack() {
  usePresenceReport();
  return <PeopleStack people={usePresence()} sentence="presence.online" size={24} />;
}
