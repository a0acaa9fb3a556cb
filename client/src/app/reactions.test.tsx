import { notifications } from "@mantine/notifications";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "@/lib/api/failure";
import { loadCatalogue } from "@/lib/catalogue/load";
import { InAppError } from "@/lib/error-notice";
import { Toaster } from "@/ui/components/toaster";
import { ORIGIN } from "../../tests/handlers";
import { renderPart } from "../../tests/render-part";
import { server } from "../../tests/server";
import { reactTo } from "./reactions";
import { setReportAddress } from "./report";

function buildFailure(code: string): ApiFailure {
  return new ApiFailure({ body: { code, message: code }, status: 400, method: "POST" });
}

beforeEach(async () => {
  await renderPart(<Toaster />);
  await loadCatalogue();
});
afterEach(() => act(() => notifications.clean()));

test("an address that is not validated: the mail can be sent again from the notification", async () => {
  localStorage.setItem("token", "full");
  let callCount = 0;
  server.use(
    http.post(`${ORIGIN}/api/users/revalidate`, () => {
      callCount += 1;
      return HttpResponse.json({ done: true });
    }),
  );
  act(() => reactTo(buildFailure("needValidateEmail")));

  await userEvent.click(await screen.findByRole("button", { name: "Resend email" }));

  expect(await screen.findByText("Confirmation email sent")).toBeInTheDocument();
  expect(callCount).toBe(1);
});

test("a plan that has run out can be upgraded from the notification", async () => {
  act(() => reactTo(buildFailure("userExpired")));

  expect(await screen.findByText("Your plan has expired. Renew or upgrade it to continue.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Upgrade plan" })).toHaveAttribute("href", "/update-plan");
});

test("what is silent shows nothing", async () => {
  act(() => {
    for (const code of ["verifyException", "statsTimeout", "countTimeout", "fetchTimeout", "badRequest"]) {
      reactTo(buildFailure(code));
    }
    reactTo(buildFailure("promoUsed"));
  });

  expect(await screen.findByText("This promo code has already been used")).toBeInTheDocument();
  for (const sentence of ["Verification failed", "Bad Request", /took too long/]) {
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  }
});

test("an error that the interface flags is shown and reported", async () => {
  const sendBeacon = vi.fn();
  Object.defineProperty(navigator, "sendBeacon", { value: sendBeacon, configurable: true });
  setReportAddress("https://reports.example/in");

  act(() => reactTo(new InAppError("errors.invalidForm")));

  expect(await screen.findByText("Invalid form. Please complete the required fields.")).toBeInTheDocument();
  await waitFor(() => expect(sendBeacon).toHaveBeenCalledOnce());
  expect(JSON.parse(String(sendBeacon.mock.calls[0]?.[1])).problem).toEqual({
    kind: "inApp",
    detail: "errors.invalidForm",
  });
  setReportAddress("");
});
