import { screen } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { ApiFailure } from "@/lib/api/failure";
import { loadCatalogue } from "@/lib/catalogue/load";
import { renderPart } from "../../../tests/render-part";
import { LoadFailed } from "./load-failed";

function buildFailureOfCode(code: string): ApiFailure {
  return new ApiFailure({ body: { code, message: code }, status: 403, method: "GET" });
}

beforeAll(async () => {
  await renderPart(null);
  await loadCatalogue();
});

test("an operator without an authenticator app is led to where one is set up", async () => {
  await renderPart(<LoadFailed failure={buildFailureOfCode("secondFactorMissing")} onRetry={() => undefined} />);

  expect(screen.getByRole("alert")).toHaveTextContent("The support console requires an authenticator app.");
  expect(screen.getByRole("link", { name: "Open security settings" })).toHaveAttribute("href", "/account/security");
});

test("a failure without a remedy leads nowhere", async () => {
  await renderPart(<LoadFailed failure={buildFailureOfCode("notAuthorized")} onRetry={() => undefined} />);

  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});
