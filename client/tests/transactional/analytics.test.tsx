import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { failing, ORIGIN } from "../answers";
import { renderApp } from "../render-app";
import { server } from "../server";
import { ANALYTICS, transactionalAnswers } from "./answers";

let asked: URLSearchParams[] = [];

beforeEach(() => {
  asked = [];
  server.use(
    http.get(`${ORIGIN}/trx-api/stats/analytics`, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(ANALYTICS as unknown as Record<string, unknown>);
    }),
    ...transactionalAnswers(),
  );
});

async function show(path = "/analytics/smtp") {
  const view = await renderApp(path, { token: "alice" });
  await screen.findByRole("heading", { name: "SMTP analytics" });
  return view;
}

test("sent, delivered, opened, clicked and bounced are told with what they are of and how they moved", async () => {
  await show();
  const figures = await screen.findByRole("region", { name: "Figures of the period" });

  expect(figures).toHaveTextContent("Accepted25.0 %1,000800 before");
  expect(figures).toHaveTextContent("98.0 %980 of 1,000");
  expect(figures).toHaveTextContent("5.0 pt50.0 %490 of 980");
  expect(figures).toHaveTextContent("1.5 %15 of 1,000");
  expect(figures).toHaveTextContent("Complained0.10 %1 of 980");
  expect(asked[0]?.get("compare")).toBe("previous");
  expect(asked[0]?.get("groupBy")).toBe("domain");
});

test("how long it took to the next server is told in three numbers", async () => {
  await show();
  const latency = await screen.findByRole("region", { name: "Time to the next server" });

  expect(
    within(latency)
      .getAllByRole("definition")
      .map(({ textContent }) => textContent),
  ).toEqual(["410 ms", "2.4 s", "1:05 min"]);
});

test("the groups lead to their events, and another grouping stands in the address", async () => {
  const { router } = await show();
  const table = await screen.findByRole("table", { name: "By domain" });
  expect(within(table).getByRole("link", { name: "orders.kopi.example" })).toHaveAttribute(
    "href",
    "/events?q=domain%3Aorders.kopi.example&window=30d",
  );
  expect(within(table).getByRole("rowheader", { name: "Unknown" })).toBeInTheDocument();

  await userEvent.selectOptions(screen.getByLabelText("Group by"), "By tag");

  await waitFor(() => expect(asked.at(-1)?.get("groupBy")).toBe("tag"));
  expect(router.state.location.search).toBe("?group=tag");
});

test("the period before can be left out, and hours stand in the place of days", async () => {
  const { router } = await show();
  await userEvent.click(await screen.findByRole("checkbox", { name: "Compare with the period before" }));
  await waitFor(() => expect(asked.at(-1)?.has("compare")).toBe(false));
  await userEvent.click(screen.getByRole("radio", { name: "Hour" }));

  await waitFor(() => expect(asked.at(-1)?.get("unit")).toBe("hour"));
  expect(router.state.location.search).toBe("?compare=no&unit=hour");
});

test("figures that can't be had say why, and are asked for again", async () => {
  server.use(http.get(`${ORIGIN}/trx-api/stats/analytics`, () => failing(500, "serverException"), { once: true }));
  await show();
  await userEvent.click(within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("region", { name: "Figures of the period" })).toBeInTheDocument();
});
