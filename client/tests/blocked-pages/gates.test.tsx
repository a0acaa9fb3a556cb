import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { meQuery } from "@/features/session/public";
import { clearDraftOwner } from "@/lib/draft-storage";
import { ALICE, PLAN } from "../fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "../handlers";
import { renderApp } from "../render-app";
import { server } from "../server";

const FEATURES = ["contactManagement", "emailMarketing", "emailSender"];
const PERMISSIONS = ["team.edit", "contact.view", "contact.import", "sender.view"];

interface Situation {
  readonly user?: object;
  readonly team?: object;
  readonly permissions?: readonly string[];
  readonly features?: readonly string[];
  readonly vendor?: string;
}

/** Sets the server's responses about Alice. */
function serveSituation({
  user,
  team,
  permissions = PERMISSIONS,
  features = FEATURES,
  vendor = "mt",
}: Situation): void {
  server.use(
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({
        ...ALICE,
        permissions,
        user: { ...ALICE.user, ...user },
        team: { ...ALICE.team, ...team },
        identity: { ...ALICE.identity, vendor },
      }),
    ),
    http.get(`${ORIGIN}/api/companies/plan`, () =>
      HttpResponse.json({ ...PLAN, features: features.map((name) => ({ name, enable: true, subFeatures: [] })) }),
    ),
    http.get(`${ORIGIN}/api/senders`, () => HttpResponse.json({ items: [], total: 0, page: 1, size: 10 })),
  );
}

beforeEach(() => server.use(...signedInHandlers()));

describe("SHELL-07, 58, 161: the wizard of a new team", () => {
  const UNNAMED = { team: { name: "" } };

  function savesName(): unknown[] {
    const saved: unknown[] = [];
    server.use(
      http.put(`${ORIGIN}/api/companies`, async ({ request }) => {
        const body = (await request.json()) as { name: string };
        saved.push(body);
        return HttpResponse.json({ companyId: ALICE.team?.companyId, name: body.name });
      }),
    );
    return saved;
  }

  test("a team without a name is asked for it, chooses where to begin by keyboard, and gets there", async () => {
    serveSituation(UNNAMED);
    const saved = savesName();
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: "What is your team called?" });
    expect(router.state.location.pathname).toBe("/welcome");
    await waitFor(() => expect(screen.getByLabelText("Team name")).toHaveFocus());

    await userEvent.keyboard("  Kopi Utara {Enter}");
    await screen.findByRole("heading", { name: "Where should Kopi Utara start?" });
    expect(screen.getAllByRole("radio").map((radio) => radio.getAttribute("value"))).toEqual([
      "contact-import",
      "senders",
      "analytics",
    ]);
    await waitFor(() => expect(screen.getByRole("radio", { name: /^Import contacts/ })).toHaveFocus());
    await userEvent.keyboard("{ArrowDown}{Enter}");

    await waitFor(() => expect(router.state.location.pathname).toBe("/senders"));
    expect(saved).toEqual([{ name: "Kopi Utara" }]);
    await waitFor(() => expect(document.title).toBe("Email senders | Dashboard SMTP"));
  });

  test("without a name it does not go on, and writes nothing", async () => {
    serveSituation(UNNAMED);
    const saved = savesName();
    await renderApp("/welcome", { token: "full" });

    await userEvent.click(await screen.findByRole("button", { name: "Continue" }));

    expect(screen.getByLabelText("Team name")).toHaveAccessibleDescription("Enter a name for your team");
    expect(screen.getByLabelText("Team name")).toHaveFocus();
    expect(saved).toEqual([]);
  });

  test("Back keeps what was typed; Skip saves the name and goes home", async () => {
    serveSituation(UNNAMED);
    const saved = savesName();
    const { router } = await renderApp("/welcome", { token: "full" });
    await userEvent.type(await screen.findByLabelText("Team name"), "Kopi Utara{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Back" }));
    expect(screen.getByLabelText("Team name")).toHaveValue("Kopi Utara");
    expect(saved).toEqual([]);

    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await userEvent.click(await screen.findByRole("button", { name: "Skip" }));

    await screen.findByRole("heading", { name: "Analytics", level: 1 });
    expect(router.state.location.pathname).toBe("/analytics");
    expect(saved).toEqual([{ name: "Kopi Utara" }]);
  });

  test("a refusal is told, and nothing typed is lost", async () => {
    serveSituation(UNNAMED);
    server.use(http.put(`${ORIGIN}/api/companies`, () => buildErrorResponse(403, "notAuthorized")));
    const { router } = await renderApp("/welcome", { token: "full" });
    await userEvent.type(await screen.findByLabelText("Team name"), "Kopi Utara{Enter}");

    await userEvent.click(await screen.findByRole("button", { name: "Save and start" }));

    expect(await screen.findByRole("alert")).toHaveTextContent("You not authorized to access this resources");
    expect(router.state.location.pathname).toBe("/welcome");
    expect(screen.getByRole("heading", { name: "Where should Kopi Utara start?" })).toBeInTheDocument();
  });

  test("a rejected name leads back to its field, which shows why until it is edited", async () => {
    serveSituation(UNNAMED);
    server.use(http.put(`${ORIGIN}/api/companies`, () => buildErrorResponse(400, "invalidField", { field: "name" })));
    await renderApp("/welcome", { token: "full" });
    await userEvent.type(await screen.findByLabelText("Team name"), "Kopi Utara{Enter}");

    await userEvent.click(await screen.findByRole("button", { name: "Save and start" }));

    const name = await screen.findByLabelText("Team name");
    expect(name).toHaveValue("Kopi Utara");
    expect(name).toBeInvalid();
    await waitFor(() => expect(name).toHaveFocus());
    expect(screen.queryByRole("alert")).toBeNull();

    await userEvent.clear(name);
    expect(name).toHaveAccessibleDescription("Enter a name for your team");
    await userEvent.type(name, "Kopi Timur");
    expect(name).toBeValid();
  });

  test("SHELL-162: a team that has a name is led home from /welcome", async () => {
    serveSituation({});
    const { router } = await renderApp("/welcome", { token: "full" });

    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    expect(router.state.location.pathname).toBe("/analytics");
  });
});

describe("SHELL-14, 169: a screen that the plan lacks", () => {
  test("it is named, with the plan; there is no checkout, so it offers to write to us", async () => {
    serveSituation({ features: ["contactManagement"] });
    const sent: unknown[] = [];
    server.use(
      http.post(`${ORIGIN}/api/message/contact-us`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ done: true });
      }),
    );
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    await router.navigate("/senders");

    expect(await screen.findByRole("heading", { name: "Not in your plan: Email senders" })).toBeInTheDocument();
    expect(router.state.location).toMatchObject({
      pathname: "/permission-check/senders",
      search: "?from=%2Fanalytics",
    });
    expect(screen.getByText("Sample")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Upgrade plan" })).toBeNull();
    expect(screen.getByRole("link", { name: "Go back" })).toHaveAttribute("href", "/analytics");

    await userEvent.click(screen.getByRole("button", { name: "Send message" }));
    expect(await screen.findByText("Message sent. We’ll reply to alice@kopiselatan.example.")).toBeInTheDocument();
    expect(sent).toEqual([
      {
        name: "Alice Wulandari",
        email: "alice@kopiselatan.example",
        company: "Kopi Selatan",
        phone: "+62812000001",
        message: "Kopi Selatan would like to use Email senders. How much does it cost?",
      },
    ]);
  });

  test("a message that could not be sent stays typed", async () => {
    serveSituation({ features: [] });
    server.use(http.post(`${ORIGIN}/api/message/contact-us`, () => buildErrorResponse(429, "tooManyRequests")));
    await renderApp("/permission-check/senders?from=%2Fcontacts", { token: "full" });
    const message = await screen.findByLabelText("Your message");
    await userEvent.clear(message);
    await userEvent.click(screen.getByRole("button", { name: "Send message" }));
    expect(message).toHaveAccessibleDescription("Enter a message");
    expect(message).toHaveFocus();

    await userEvent.type(message, "Halo");
    await userEvent.click(screen.getByRole("button", { name: "Send message" }));

    expect(await screen.findByRole("alert")).toHaveTextContent("Too many attempts. Wait a while, then try again.");
    expect(message).toHaveValue("Halo");
  });

  test("a rejected message has the error and the focus", async () => {
    serveSituation({ features: [] });
    server.use(
      http.post(`${ORIGIN}/api/message/contact-us`, () =>
        buildErrorResponse(400, "invalidField", { field: "message", cause: "Remove the link." }),
      ),
    );
    await renderApp("/permission-check/senders?from=%2Fcontacts", { token: "full" });
    const message = await screen.findByLabelText("Your message");

    await userEvent.click(screen.getByRole("button", { name: "Send message" }));

    await waitFor(() => expect(message).toHaveAccessibleDescription("Remove the link."));
    expect(message).toHaveFocus();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("an unsent message is restored after the session has ended", async () => {
    serveSituation({ features: [] });
    const first = await renderApp("/permission-check/senders?from=%2Fcontacts", { token: "full" });
    const message = await screen.findByLabelText("Your message");
    await userEvent.clear(message);
    await userEvent.type(message, "Halo");
    clearDraftOwner();
    first.unmount();
    first.stop();

    await renderApp("/permission-check/senders?from=%2Fcontacts", { token: "full" });

    await waitFor(() => expect(screen.getByLabelText("Your message")).toHaveValue("Halo"));
    // Closed before the next test.
    const notice = await screen.findByText("Unsaved text restored");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
  });

  test("an address whose screen is open by now leads there", async () => {
    serveSituation({});
    const { router } = await renderApp("/permission-check/senders?from=%2Fanalytics", { token: "full" });

    await waitFor(() => expect(router.state.location.pathname).toBe("/senders"));
  });

  test.each([
    ["/permission-check/nothing?from=%2F%2Fevil.example", "a screen that does not exist"],
    ["/permission-check/nothing?from=https%3A%2F%2Fevil.example", "another site"],
  ])("%s never leaves the application", async (path) => {
    serveSituation({});
    const { router } = await renderApp(path, { token: "full" });

    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    expect(router.state.location.pathname).toBe("/analytics");
  });
});

describe("SHELL-15, 58: a screen that asks for a validated address", () => {
  test("the link is mailed again, once a minute, and the page moves on once it was used", async () => {
    serveSituation({ user: { validate: false } });
    let mailed = 0;
    server.use(
      http.post(`${ORIGIN}/api/users/revalidate`, () => {
        mailed += 1;
        return HttpResponse.json({ done: true });
      }),
    );
    const { router } = await renderApp("/email-validate-check/senders?from=%2Fanalytics", { token: "full" });
    expect(
      await screen.findByText(
        /^Open the link in the email we sent you\. You will then continue automatically to: Email senders\.$/,
      ),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Resend link" }));

    const again = await screen.findByRole("button", { name: /^Resend in \d+ s$/ });
    await userEvent.click(again);
    expect(mailed).toBe(1);
    expect(again).toHaveAttribute("aria-disabled", "true");

    serveSituation({ user: { validate: true } });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    await waitFor(() => expect(router.state.location.pathname).toBe("/senders"));
  });

  test("a link that is too old leads here, where no screen is named", async () => {
    serveSituation({ user: { validate: false } });
    await renderApp("/email-validate-check/analytics?from=%2Fdashboard", { token: "full" });

    expect(
      await screen.findByText("Resend the link, then open it in your email. You will then continue automatically."),
    ).toBeInTheDocument();
  });

  test("a refusal says how long to wait", async () => {
    serveSituation({ user: { validate: false } });
    server.use(
      http.post(`${ORIGIN}/api/users/revalidate`, () =>
        buildErrorResponse(429, "tooManyRequests", { retryAfterSeconds: 42 }),
      ),
    );
    await renderApp("/email-validate-check/senders", { token: "full" });

    await userEvent.click(await screen.findByRole("button", { name: "Resend link" }));

    expect(await screen.findByRole("button", { name: /^Resend in 4[12] s$/ })).toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent("Too many attempts. Wait a while, then try again.");
  });
});
