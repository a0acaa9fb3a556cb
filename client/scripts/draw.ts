/** Draws the session machine into docs/session-machine.md. */
import { writeFileSync } from "node:fs";
import { DRAWING, drawSession } from "./session-drawing.ts";

writeFileSync(DRAWING, drawSession());
