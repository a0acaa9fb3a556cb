import { writeListQuery } from "../list-query";

/** Address of the list of contacts in a stage. */
export function stageAddress(stage: string): string {
  return `/contacts?${writeListQuery(new URLSearchParams(), { stage })}`;
}
