import { usePresence } from "../presence-data";
import { PeopleStack } from "./people-stack";

interface Props {
  /** `<kind>:<id>` */
  readonly thing: string;
  readonly size?: number;
}

/** The others who look at this thing now; nothing when there is nobody. */
export function Watchers({ thing, size }: Props) {
  const people = usePresence(thing);
  return <PeopleStack people={people} sentence="presence.watching" {...(size ? { size } : {})} />;
}
