import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { SENT } from "../campaigns/handlers";
import { ALICE } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { serveStats } from "./handlers";

const LOAD_TIMEOUT = { timeout: 10_000 };

test("all time is shown first; a period is compared with the one before", async () => {
  const { bodies } = serveStats([SENT]);
  const { router } = await renderScreen("/analytics", { token: "alice" });
  const figures = await screen.findByRole("region", { name: "Metrics for this period" }, LOAD_TIMEOUT);
  expect(bodies).toEqual([{}]);
  expect(figures).toHaveTextContent("Opened40.0%392 of 980");

  await userEvent.click(screen.getByRole("button", { name: "Period: All Time" }));
  await userEvent.click(await screen.findByText("Last 30 Days"));

  await waitFor(() => expect(figures).toHaveTextContent("Opened10.0 pt40.0%"));
  expect(router.state.location.search).toBe("?range=30");
  expect(bodies.at(-1)).toEqual({
    start: expect.stringMatching(/T00:00:00\+07:00$/),
    end: expect.stringMatching(/T23:59:59\+07:00$/),
  });
});

test("the newest campaigns lead to their reports", async () => {
  serveStats([SENT]);
  await renderScreen("/analytics", { token: "alice" });

  expect(await screen.findByRole("link", { name: "The Gayo harvest" }, LOAD_TIMEOUT)).toHaveAttribute(
    "href",
    `/campaigns/${SENT.id}`,
  );
});

test("a new team sees what leads to the first figures", async () => {
  serveStats([]);
  await renderScreen("/analytics", { token: "alice" });

  await screen.findByRole("heading", { name: "No campaigns sent yet" }, LOAD_TIMEOUT);

  expect(screen.getByRole("link", { name: "Go to campaigns" })).toHaveAttribute("href", "/campaigns");
});

test("a newcomer is greeted with the first steps, and has the link mailed again", async () => {
  serveStats([]);
  let asked = 0;
  const mission = {
    features: [
      { name: "confirmEmail", done: false },
      { name: "addContacts", done: false },
    ],
    done: 0,
    total: 2,
    percentage: 0,
    dismissed: false,
  };
  server.use(
    http.get(`${ORIGIN}/api/companies/onboarding`, () => HttpResponse.json(mission)),
    http.put(`${ORIGIN}/api/companies/onboarding`, () => HttpResponse.json({ ...mission, dismissed: true })),
    http.post(`${ORIGIN}/api/users/revalidate`, () => {
      asked += 1;
      return asked === 1
        ? HttpResponse.json({})
        : buildErrorResponse(429, "tooManyRequests", { retryAfterSeconds: 42 });
    }),
  );
  await renderScreen("/analytics", { token: "alice" });
  const list = await screen.findByRole("region", { name: `Welcome, ${ALICE.user.firstname}` }, LOAD_TIMEOUT);
  expect(list).toHaveTextContent("0 of 2 done");
  expect(list).toHaveTextContent(`Open the link we sent to ${ALICE.user.email}.`);
  expect(screen.getByRole("link", { name: /Add your contacts/ })).toHaveAttribute("href", "/contacts/import");

  await userEvent.click(within(list).getByRole("button", { name: "Resend link" }));

  expect(await within(list).findByText("New link sent")).toBeInTheDocument();
  expect(within(list).getByRole("button", { name: /^Resend in \d+ s$/ })).toHaveAttribute("aria-disabled", "true");
  expect(asked).toBe(1);

  await userEvent.click(within(list).getByRole("button", { name: "Hide mission" }));
  expect(await screen.findByRole("heading", { name: "No campaigns sent yet" })).toBeInTheDocument();
});
