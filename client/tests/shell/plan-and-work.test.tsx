import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { Link } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "@/app/query";
import { loadFeatureTexts } from "@/app/texts";
import { planQuery, usageQuery } from "@/features/session/public";
import { PlanFailureListener } from "@/features/shell/components/plan-failure-listener";
import { WorkMenu } from "@/features/shell/components/work-menu";
import { api } from "@/lib/api/client";
import { type BackgroundWork, useReportWork } from "@/lib/background-work";
import { toast } from "@/ui/toasts";
import { PLAN, USAGE } from "../fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "../handlers";
import { renderPart } from "../render-part";
import { server } from "../server";

vi.mock("@/ui/toasts", async (importOriginal) => ({
  ...(await importOriginal<typeof import("@/ui/toasts")>()),
  toast: vi.fn(),
}));

const LOAD_TIMEOUT = { timeout: 10_000 };

beforeEach(() => {
  vi.mocked(toast).mockClear();
  server.use(
    http.get(`${ORIGIN}/api/articles`, () => Response.json([])),
    ...signedInHandlers(),
  );
});

async function renderListener() {
  localStorage.setItem("token", "alice");
  queryClient.clear();
  queryClient.setQueryData(planQuery.queryKey, PLAN);
  queryClient.setQueryData(usageQuery.queryKey, USAGE);
  const onContact = vi.fn();
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <PlanFailureListener onContact={onContact} />
      <Link to="/contacts/6">Another contact</Link>
      <Link to="/">Back</Link>
    </QueryClientProvider>,
  );
  await loadFeatureTexts(["shell"]);
  return onContact;
}

/** A mutation that the server rejects because of the plan, as on any screen. */
async function rejectMutation(code: string, payload: Record<string, unknown>, meta = { toast: false }): Promise<void> {
  server.use(http.post(`${ORIGIN}/api/contacts`, () => buildErrorResponse(403, code, payload)));
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => api.POST("/api/contacts", { body: { email: "a@b.example" } }),
    meta,
  });
  await act(async () => {
    await mutation.execute(undefined).catch(() => undefined);
  });
}

const FULL_COUNTER = { feature: "contactManagement", subfeature: "contact", limit: 15_000, left: 0 };

test("what the dialog says is not said a second time in a toast", async () => {
  await renderListener();

  await rejectMutation("contactLimitExceeded", FULL_COUNTER, { toast: true });

  await screen.findByRole("dialog", { name: "Plan limit reached: contacts" }, LOAD_TIMEOUT);
  expect(toast).not.toHaveBeenCalled();
});

test("where no dialog can stand, the refusal is a toast that leads to the plans", async () => {
  localStorage.setItem("token", "alice");

  await rejectMutation("contactLimitExceeded", FULL_COUNTER, { toast: true });

  expect(vi.mocked(toast).mock.calls.map(([mode, , look]) => [mode, look?.action?.to])).toEqual([
    ["warning", "/update-plan"],
  ]);
});

test("a limit that refuses is named with its base and what to do (SHELL-144, SHELL-223)", async () => {
  const onContact = await renderListener();

  await rejectMutation("contactLimitExceeded", {
    feature: "contactManagement",
    subfeature: "contact",
    limit: 15_000,
    left: 0,
  });

  const dialog = await screen.findByRole("dialog", { name: "Plan limit reached: contacts" }, LOAD_TIMEOUT);
  expect(dialog).toHaveTextContent("Used in your plan: 15,000 of 15,000, 0 left.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Contact us" }));
  expect(onContact).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog", { name: /Plan limit reached/ })).toBeNull();
});

test("a feature that the plan lacks is named", async () => {
  await renderListener();

  await rejectMutation("featureDisabled", { feature: "contactManagement", subfeature: "create" });

  const dialog = await screen.findByRole("dialog", { name: "Your plan does not include this" }, LOAD_TIMEOUT);
  expect(dialog).toHaveTextContent("Your plan does not include contact management.");
});

test("the dialog closes when its reader goes to another record, and stays closed on the way back", async () => {
  await renderListener();
  await rejectMutation("contactLimitExceeded", FULL_COUNTER);
  await screen.findByRole("dialog", { name: "Plan limit reached: contacts" }, LOAD_TIMEOUT);

  for (const link of ["Another contact", "Back"]) {
    fireEvent.click(screen.getByText(link));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
});

test("another failure opens nothing", async () => {
  await renderListener();

  await rejectMutation("contactExists", {});

  expect(screen.queryByRole("dialog")).toBeNull();
});

function Reporter({ work }: { readonly work: BackgroundWork | undefined }) {
  useReportWork(work);
  return null;
}

function buildWork(id: string, percent: number, state: BackgroundWork["state"] = "running"): BackgroundWork {
  return { id, words: `${id} ${percent}%`, percent, state, panel: <p>Panel of {id}</p> };
}

test("whatever feature reports work, the header has one menu for it (SHELL-148, SHELL-204)", async () => {
  const first = buildWork("Importing", 35);
  const view = await renderPart(
    <>
      <WorkMenu />
      <Reporter work={first} />
    </>,
  );
  expect(await screen.findByRole("button", { name: "Importing 35%" })).toBeVisible();

  view.unmount();
  const second = buildWork("Exporting", 60);
  await renderPart(
    <>
      <WorkMenu />
      <Reporter work={first} />
      <Reporter work={second} />
    </>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "2 tasks running" }));

  expect(await screen.findByText("Panel of Importing", {}, LOAD_TIMEOUT)).toBeInTheDocument();
  expect(screen.getByText("Panel of Exporting")).toBeInTheDocument();
});

test("without work there is no menu", async () => {
  await renderPart(
    <>
      <WorkMenu />
      <Reporter work={undefined} />
    </>,
  );

  expect(screen.queryByRole("button")).toBeNull();
});
