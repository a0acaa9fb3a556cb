import type { VersionModel } from "../../collab/versions/model";
import { restore } from "../commands/restore";
import { changesBetween, rootsOfBoth } from "./changes";

/** How versions of a tree are compared and restored. */
export const TREE_VERSIONS: VersionModel = { changesBetween, rootsOfBoth, restore };
