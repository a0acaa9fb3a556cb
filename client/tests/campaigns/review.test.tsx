import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, test } from "vitest";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { buildCampaign, calledEndpoints, campaignsHandlers, ID, SENT } from "./handlers";

const LOADING = { timeout: 10_000 };

async function openReview() {
  const user = userEvent.setup();
  const app = await renderScreen(`/email-marketing/${ID}/review`, { token: "alice" });
  return { user, ...app };
}

test("sending says how many people get it, and asks first", async () => {
  server.use(...campaignsHandlers());
  const { user, router } = await openReview();
  await screen.findByText("No problems found", {}, LOADING);

  await user.click(await screen.findByRole("button", { name: "Send to 1,410 recipients now" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("1,410 recipients, 3 skipped");
  expect(dialog).toHaveTextContent("3,590 of 5,000 emails left after sending");
  expect(calledEndpoints).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Send to 1,410 recipients now" }));

  await waitFor(() => expect(calledEndpoints).toEqual(["send"]));
  await waitFor(() => expect(router.state.location.pathname).toMatch(`/campaigns/${ID}`));
});

test("the review says why nobody could be counted, and counts again on request", async () => {
  let isBroken = true;
  server.use(
    http.get(`${ORIGIN}/api/email-marketing/:id/count-recipient`, () =>
      isBroken ? buildErrorResponse(500, "serverException") : undefined,
    ),
    ...campaignsHandlers(),
  );
  const { user } = await openReview();
  const retry = await screen.findByRole("button", { name: "Try again" }, LOADING);

  isBroken = false;
  await user.click(retry);

  expect(await screen.findByText(/recipients if you send now/)).toHaveTextContent("1,410 recipients if you send now");
});

test("nothing can be sent while something blocks: the checks take the focus instead", async () => {
  server.use(
    ...campaignsHandlers({
      campaigns: [buildCampaign({ subject: "" })],
      findings: [
        {
          code: "subjectMissing",
          level: "blocking",
          place: "subject",
          values: {},
          items: [],
          variant: null,
          node: null,
          cause: null,
          causeCode: null,
          causeParams: null,
        },
        {
          code: "quotaShort",
          level: "blocking",
          place: "plan",
          values: { left: 5000, needed: 6000 },
          items: [],
          variant: null,
          node: null,
          cause: null,
          causeCode: null,
          causeParams: null,
        },
      ],
    }),
  );
  const { user } = await openReview();

  expect(
    await screen.findByText("Your plan has 5,000 emails left, but this campaign needs 6,000", {}, LOADING),
  ).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Send to 1,410 recipients now" }));

  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(document.getElementById("review-checks")).toHaveFocus();
  expect(calledEndpoints).toEqual([]);
});

test("what has been sent is not reviewed: its report is shown", async () => {
  server.use(...campaignsHandlers({ campaigns: [SENT] }));
  const { router } = await openReview();

  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${ID}`), LOADING);
});
