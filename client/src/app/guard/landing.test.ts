import { expect, test } from "vitest";
import { readLanding } from "./landing";

test.each([
  ["", undefined],
  ["landing_plan=silver", "plan"],
  ["theme=dark; landing_calculate=1", "calculate"],
  ["landing_plan=silver; landing_calculate=1", "calculate"],
  ["landing_plan=", undefined],
  ["not_landing_plan=silver", undefined],
])("SHELL-173: of the cookies '%s' the choice is %s", (cookies, choice) => expect(readLanding(cookies)).toBe(choice));
