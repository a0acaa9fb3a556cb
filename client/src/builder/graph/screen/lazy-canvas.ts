/** The canvas and its library, which load with a graph editor only. */
import { lazy } from "react";

const loadCanvas = async () => ({ default: (await import("../canvas/canvas")).GraphCanvas });

export const GraphCanvas = lazy(loadCanvas);

export const VersionsSheet = lazy(async () => ({ default: (await import("./versions-sheet")).VersionsSheet }));
