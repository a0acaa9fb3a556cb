import type { VersionModel } from "../../collab/versions/model";
import { restore } from "../commands/restore";
import type { Structure } from "../model/structure";
import { changesBetween, rootsOfBoth } from "./changes";

/** How versions of a tree are compared and restored. */
export function treeVersions(structure: Structure): VersionModel {
  return {
    changesBetween: (former, now) => changesBetween(former, now, structure),
    rootsOfBoth: (former, now) => rootsOfBoth(former, now, structure),
    restore: (editing, version) => restore({ ...editing, structure }, version),
  };
}
