import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiFailure } from "@/lib/api/failure";
import { renderPart } from "../../../tests/render-part";
import { FailureNotice } from "./failure-notice";

test("the sentence of a failed call is an alert", async () => {
  const error = new ApiFailure({ body: { code: "offline" }, status: 0, method: "GET" });

  await renderPart(<FailureNotice error={error} />);

  expect(screen.getByRole("alert")).toHaveTextContent("Could not connect to server, maybe no internet connection");
});

test.each([null, undefined, new Error("no call")])("%s shows nothing", async (error) => {
  await renderPart(<FailureNotice error={error} />);

  expect(screen.queryByRole("alert")).toBeNull();
});
