import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadCatalogue } from "@/lib/catalogue/load";
import { buildCampaign } from "../../../../tests/campaigns/handlers";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "../../../../tests/handlers";
import { renderPart } from "../../../../tests/render-part";
import { server } from "../../../../tests/server";
import { ScheduleDialog } from "./schedule-dialog";

const CAMPAIGN = buildCampaign();
const SEND_URL = `${ORIGIN}/api/email-marketing/${CAMPAIGN.id}/send`;
const sentBodies: unknown[] = [];
let onDone: () => void;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 3) });
  const { unmount } = await renderPart(null);
  unmount();
  await loadCatalogue();
  localStorage.setItem("token", "full");
  sentBodies.length = 0;
  onDone = vi.fn();
  server.use(
    http.post(SEND_URL, async ({ request }) => {
      sentBodies.push(await request.json());
      return HttpResponse.json(CAMPAIGN);
    }),
    ...signedInHandlers(),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

async function openDialog() {
  await renderPart(
    <QueryClientProvider client={new QueryClient()}>
      <ScheduleDialog campaign={CAMPAIGN} act="schedule" onDone={onDone} onClose={() => undefined} />
    </QueryClientProvider>,
    ["campaigns"],
  );
  return { user: userEvent.setup(), date: await screen.findByRole("textbox", { name: "Date" }) };
}

test("a missing day and a rate outside the limits are errors at their fields, and the first one gets the focus", async () => {
  const { user, date } = await openDialog();
  await user.clear(date);
  await user.click(screen.getByRole("checkbox", { name: "Limit the sending speed" }));
  const rate = screen.getByRole("textbox", { name: "Maximum emails per hour" });
  await user.clear(rate);
  await user.type(rate, "5");
  expect([date, rate].map((field) => field.getAttribute("aria-invalid"))).not.toContain("true");

  await user.click(screen.getByRole("button", { name: "Schedule" }));

  expect(date).toHaveAccessibleDescription("Choose a date and a time");
  expect(date).toHaveFocus();
  expect(rate).toHaveAccessibleDescription(/Enter a number from 10 to 1,000,000/);
  expect(sentBodies).toEqual([]);
  await user.type(date, "25 Nov 2026{Tab}");
  await user.type(rate, "00");
  await user.click(screen.getByRole("button", { name: /^Schedule for .*09:00/ }));
  await waitFor(() => expect(sentBodies).toEqual([{ scheduleAt: "2026-11-25T09:00", zone: "team", perHour: 500 }]));
  expect(onDone).toHaveBeenCalled();
});

test("a time that the server rejects stays in its field, with the error and the focus", async () => {
  server.use(
    http.post(SEND_URL, () =>
      buildErrorResponse(422, "invalidField", { field: "scheduleAt", cause: "Choose a time in the future." }),
    ),
  );
  const { user, date } = await openDialog();
  await user.click(screen.getByRole("button", { name: /^Schedule for / }));

  await waitFor(() => expect(date).toHaveAccessibleDescription("Choose a time in the future."));
  expect(date).toHaveFocus();
  expect(screen.queryByRole("alert")).toBeNull();
});
