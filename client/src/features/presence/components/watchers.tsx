import { usePresence } from "../presence-data";
import { PeopleStack } from "./people-stack";

interface Props {
  /** `<kind>:<id>` */
  readonly thing: string;
  readonly size?: number;
}

/** Teammates who have this resource open; nothing without any. */
export function Watchers({ thing, size }: Props) {
  const people = usePresence(thing);
  return <PeopleStack people={people} sentence="presence.watching" {...(size ? { size } : {})} />;
}
