import type { VersionModel } from "../../collab/versions/model";
import { restore } from "../commands/restore";
import type { TreeStructure } from "../model/structure";
import { findChanges, mergeRoots } from "./changes";

/** How versions of a tree are compared and restored. */
export function createTreeVersionModel(structure: TreeStructure): VersionModel {
  return {
    changesBetween: (former, now) => findChanges(former, now, structure),
    rootsOfBoth: (former, now) => mergeRoots(former, now, structure),
    restore: (editing, version) => restore({ ...editing, structure }, version),
  };
}
