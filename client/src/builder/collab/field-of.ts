import { isGroup, type Settings } from "./values";

/** Names what is changed: edits of the same parts in a row are one step of undo. */
export function fieldOf(id: string, changes: Settings): string {
  return [id, ...pathsIn(changes)].join(" ");
}

function pathsIn(changes: Settings): readonly string[] {
  return Object.entries(changes).flatMap(([name, value]) =>
    isGroup(value) ? pathsIn(value).map((path) => `${name}.${path}`) : [name],
  );
}
