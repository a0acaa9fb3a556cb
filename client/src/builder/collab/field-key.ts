import { isGroup, type Settings } from "./values";

/** Names the changed settings: consecutive changes of the same ones are one undo step. */
export function buildFieldKey(id: string, changes: Settings): string {
  return [id, ...listSettingPaths(changes)].join(" ");
}

function listSettingPaths(changes: Settings): readonly string[] {
  return Object.entries(changes).flatMap(([name, value]) =>
    isGroup(value) ? listSettingPaths(value).map((path) => `${name}.${path}`) : [name],
  );
}
