import { isGroup, type Settings } from "./values";

/** Names the changed settings: consecutive changes of the same ones are one undo step. */
export function fieldOf(id: string, changes: Settings): string {
  return [id, ...pathsIn(changes)].join(" ");
}

function pathsIn(changes: Settings): readonly string[] {
  return Object.entries(changes).flatMap(([name, value]) =>
    isGroup(value) ? pathsIn(value).map((path) => `${name}.${path}`) : [name],
  );
}
