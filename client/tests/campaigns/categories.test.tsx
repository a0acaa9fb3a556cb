import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { buildCampaign, campaignsHandlers, ID } from "./handlers";

/** The first screen of a run compiles while it loads. */
const LOADING = { timeout: 10_000 };
const CAMPAIGNS_URL = `${ORIGIN}/api/email-marketing`;
const COUNTS = [
  { name: "News & offers", count: 3, tests: 1 },
  { name: "Tests only", count: 2, tests: 2 },
];

function serveCategories(counts: readonly { readonly name: string }[] = COUNTS): void {
  server.use(...campaignsHandlers());
  server.use(
    http.get(`${CAMPAIGNS_URL}/category`, () => HttpResponse.json({ items: counts.map(({ name }) => name), counts })),
  );
}

async function openCategories() {
  const app = await renderScreen("/email-marketing/categories", { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: "Campaign categories" }, LOADING);
  return { user: userEvent.setup(), ...app };
}

/** Records the queries of the campaign list. */
function recordListRequests(): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(CAMPAIGNS_URL, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: [buildCampaign()], total: 1, totalIsExact: true, page: 1, size: 10 });
    }),
  );
  return asked;
}

test("a category leads to its campaigns, and to its A/B tests", async () => {
  serveCategories();
  const asked = recordListRequests();
  const { user } = await openCategories();
  const row = within((await screen.findByRole("link", { name: "News & offers" })).closest("tr") as HTMLElement);
  expect(row.getByRole("link", { name: "1" })).toHaveAttribute("href", "/ab-tests?category=News+%26+offers");
  expect(screen.getByRole("link", { name: "Tests only" })).toHaveAttribute("href", "/ab-tests?category=Tests+only");

  await user.click(row.getByRole("link", { name: "2" }));

  await screen.findByRole("heading", { level: 1, name: "Campaigns" }, LOADING);
  await waitFor(() => expect(asked.at(-1)?.get("category")).toBe("News & offers"));
  expect(screen.getByRole("combobox", { name: "Category" })).toHaveValue("News & offers");

  await user.selectOptions(screen.getByRole("combobox", { name: "Category" }), "Any category");
  await waitFor(() => expect(asked.at(-1)?.has("category")).toBe(false));
});

test("a new category begins with a campaign that is written in it", async () => {
  serveCategories([]);
  const made: unknown[] = [];
  server.use(
    http.post(CAMPAIGNS_URL, async ({ request }) => {
      made.push(await request.json());
      return HttpResponse.json(buildCampaign());
    }),
  );
  const { user, router } = await openCategories();
  await screen.findByRole("heading", { name: "No categories yet" });
  await user.click(screen.getByRole("button", { name: "New category" }));
  const dialog = await screen.findByRole("dialog", { name: "New category" }, LOADING);
  await user.click(within(dialog).getByRole("button", { name: "Continue to campaign" }));
  expect(within(dialog).getByText("Enter a name")).toBeVisible();
  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), " Harvest & co ");
  await user.click(within(dialog).getByRole("button", { name: "Continue to campaign" }));

  const next = await screen.findByRole("dialog", { name: "New campaign" }, LOADING);
  expect(within(next).getByText("Category: Harvest & co")).toBeVisible();
  await user.type(within(next).getByRole("textbox", { name: "Name" }), "First");
  await user.click(within(next).getByRole("button", { name: "Create campaign" }));

  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${ID}/edit`));
  expect(made).toMatchObject([{ name: "First", category: "Harvest & co" }]);
});
