import { expect, test } from "vitest";
import { supportRoutes } from "./routes";

test("every screen of the console is an admin- route of the vendor mt, for operators only (TEAM-85, TEAM-86)", () => {
  const summary = supportRoutes.map(({ name, path, operator, vendors, isPublic }) => [
    name.startsWith("admin-"),
    path.startsWith("/admin/"),
    operator,
    vendors,
    isPublic,
  ]);

  expect(summary).toEqual(supportRoutes.map(() => [true, true, true, ["mt"], undefined]));
  expect(supportRoutes.flatMap(({ menu, name }) => (menu ? [name] : []))).toEqual([
    "admin-teams",
    "admin-users",
    "admin-pools",
    "admin-record",
  ]);
});
