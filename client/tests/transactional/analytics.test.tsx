import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { ANALYTICS, GROUPS, METRICS, transactionalResponses } from "./responses";

let requests: URLSearchParams[] = [];
let groupRequests: URLSearchParams[] = [];
let groups = GROUPS;

beforeEach(() => {
  requests = [];
  groupRequests = [];
  groups = GROUPS;
  server.use(
    http.get(`${ORIGIN}/trx-api/stats/analytics`, ({ request }) => {
      requests.push(new URL(request.url).searchParams);
      return HttpResponse.json(ANALYTICS as unknown as Record<string, unknown>);
    }),
    http.get(`${ORIGIN}/trx-api/stats/groups`, ({ request }) => {
      groupRequests.push(new URL(request.url).searchParams);
      return HttpResponse.json(groups as unknown as Record<string, unknown>);
    }),
    ...transactionalResponses(),
  );
});

async function show(path = "/analytics/smtp") {
  const view = await renderScreen(path, { token: "alice" });
  await screen.findByRole("heading", { name: "SMTP analytics" });
  return view;
}

test("sent, delivered, opened, clicked and bounced are told with what they are of and how they moved", async () => {
  await show();
  const figures = await screen.findByRole("region", { name: "Key metrics" });

  expect(figures).toHaveTextContent("Accepted25.0%1,000vs 800 in the previous period");
  expect(figures).toHaveTextContent("98.0%980 of 1,000 sent emails");
  expect(figures).toHaveTextContent("5.0 pt50.0%490 of 980 delivered emails");
  expect(figures).toHaveTextContent("1.5%15 of 1,000 sent emails");
  expect(figures).toHaveTextContent("Spam complaint0.10%1 of 980 delivered emails");
  expect(requests[0]?.get("compare")).toBe("previous");
});

test("how long it took to the next server is told in three numbers", async () => {
  await show();
  const latency = await screen.findByRole("region", { name: "Delivery time" });

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

  await waitFor(() => expect(groupRequests.at(-1)?.get("groupBy")).toBe("tag"));
  expect(groupRequests.map((each) => each.get("groupBy"))).toEqual(["domain", "tag"]);
  expect(requests).toHaveLength(1);
  expect(router.state.location.search).toBe("?group=tag");
});

test("groups come page by page, and the page stands in the address until something else is asked for", async () => {
  groups = { ...GROUPS, total: 30 };
  const { router } = await show("/analytics/smtp?group=subject&page=2");
  const pages = await screen.findByRole("navigation", { name: "Pages" });
  expect(pages).toHaveTextContent("11–20 of 30");
  expect(Object.fromEntries(groupRequests[0] ?? [])).toMatchObject({ groupBy: "subject", page: "2", size: "10" });

  await userEvent.click(within(pages).getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(groupRequests.at(-1)?.get("page")).toBe("3"));
  expect(router.state.location.search).toBe("?group=subject&page=3");
  expect(requests).toHaveLength(1);

  await userEvent.selectOptions(screen.getByLabelText("Group by"), "By sender");
  await waitFor(() => expect(groupRequests.at(-1)?.get("groupBy")).toBe("sender"));
  expect(groupRequests.at(-1)?.get("page")).toBe("1");
  expect(router.state.location.search).toBe("?group=sender");
});

test("groups are searched by name, and what is not found can be let go", async () => {
  const { router } = await show("/analytics/smtp?group=subject&page=2");
  await screen.findByRole("table", { name: "By subject" });
  groups = { ...GROUPS, items: [], total: 0 };

  await userEvent.type(screen.getByRole("searchbox", { name: "Search subjects" }), "receipt{Enter}");

  expect(await screen.findByText("No matches in this period")).toBeInTheDocument();
  expect(Object.fromEntries(groupRequests.at(-1) ?? [])).toMatchObject({ search: "receipt", page: "1" });
  expect(router.state.location.search).toBe("?group=subject&search=receipt");

  groups = GROUPS;
  await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
  expect(await screen.findByRole("table", { name: "By subject" })).toBeInTheDocument();
  expect(router.state.location.search).toBe("?group=subject");
});

test("beyond the last page is a way back, and what is not told apart is told together", async () => {
  groups = { ...GROUPS, items: [], total: 2, others: { ...METRICS, accepted: 7 } };
  const { router } = await show("/analytics/smtp?group=subject&page=9");
  const list = await screen.findByRole("region", { name: "Statistics by group" });
  expect(await within(list).findByText("7 more recipients belong to groups not listed here")).toBeVisible();

  await userEvent.click(within(list).getByRole("button", { name: "Last page" }));

  await waitFor(() => expect(groupRequests.at(-1)?.get("page")).toBe("1"));
  expect(router.state.location.search).toBe("?group=subject");
});

test("groups that can't be had say why, and leave the figures of the period alone", async () => {
  server.use(
    http.get(`${ORIGIN}/trx-api/stats/groups`, () => buildErrorResponse(500, "serverException"), { once: true }),
  );
  await show();
  const list = await screen.findByRole("region", { name: "Statistics by group" });

  await userEvent.click(within(await within(list).findByRole("alert")).getByRole("button", { name: "Try again" }));

  expect(await within(list).findByRole("table", { name: "By domain" })).toBeInTheDocument();
  expect(requests).toHaveLength(1);
});

test("the period before can be left out, and hours stand in the place of days", async () => {
  const { router } = await show();
  await userEvent.click(await screen.findByRole("checkbox", { name: "Compare with previous period" }));
  await waitFor(() => expect(requests.at(-1)?.has("compare")).toBe(false));
  await userEvent.click(screen.getByRole("radio", { name: "Hour" }));

  await waitFor(() => expect(requests.at(-1)?.get("unit")).toBe("hour"));
  expect(router.state.location.search).toBe("?compare=no&unit=hour");
});

test("figures that can't be had say why, and are asked for again", async () => {
  server.use(
    http.get(`${ORIGIN}/trx-api/stats/analytics`, () => buildErrorResponse(500, "serverException"), { once: true }),
  );
  await show();
  await userEvent.click(within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("region", { name: "Key metrics" })).toBeInTheDocument();
});
