import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { session } from "@/features/session/public";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "./handlers";
import { renderApp } from "./render-app";
import { server } from "./server";

const EMAIL_STEP = {
  state: "otpRequired",
  methods: ["email", "recovery"],
  sentTo: "a•••@kopiselatan.example",
  retryAfterSeconds: 0,
};

let codes: (string | undefined)[];

beforeEach(() => {
  codes = [];
  server.use(
    ...signedInHandlers(),
    http.get(`${ORIGIN}/api/captcha`, () => HttpResponse.json({ parameters: {}, signature: "s" })),
    http.post(`${ORIGIN}/api/signin`, () => HttpResponse.json({ token2fa: "two-factor" })),
  );
});

/** The current path, or the path of the pending navigation. */
function getTarget({ state }: Awaited<ReturnType<typeof renderApp>>["router"]): string {
  return (state.navigation.location ?? state.location).pathname;
}

/** Opens the code page. The token check reports a complete session once a code was accepted. */
async function openCodePage(step: object = EMAIL_STEP, recoveryCodesLeft: number | null = null) {
  let isPassed = false;
  server.use(
    http.post(`${ORIGIN}/api/checkToken-2FA`, () =>
      HttpResponse.json(isPassed ? { state: "complete", token: "full", trxToken: "trx" } : step),
    ),
    http.post(`${ORIGIN}/api/auth-otp`, async ({ request }) => {
      const { code } = (await request.json()) as { code?: string };
      codes.push(code);
      if (code === undefined) return HttpResponse.json({ done: true, retryAfterSeconds: 60 });
      if (code === "000000") return buildErrorResponse(400, "otpInvalid");
      isPassed = true;
      return HttpResponse.json({ done: true, retryAfterSeconds: null, recoveryCodesLeft });
    }),
  );
  const app = await renderApp("/login?redirect=%2Fanalytics");
  await screen.findByLabelText("Email address");
  act(() =>
    session.send({ type: "signIn", email: "alice@kopiselatan.example", password: "x", logoutFromOthers: false }),
  );
  await screen.findByLabelText(/ode$/);
  return app;
}

describe("the code", () => {
  test("SESS-18: says where it was mailed, goes by itself once it is whole, and leads where the user wanted", async () => {
    const { router } = await openCodePage();
    expect(screen.getByText(/a•••@kopiselatan.example/)).toBeInTheDocument();

    await userEvent.click(screen.getByLabelText("Code"));
    await userEvent.paste("123 456");

    await waitFor(() => expect(getTarget(router)).toBe("/analytics"));
    expect(codes).toEqual(["123456"]);
    expect({ ...localStorage }).toMatchObject({ token: "full", trxToken: "trx" });
    expect(localStorage.getItem("token2fa")).toBeNull();
  });

  test("wrong, it says so and stays", async () => {
    const { router } = await openCodePage();

    await userEvent.type(screen.getByLabelText("Code"), "000000");

    expect(await screen.findByText("This code is incorrect. Use the newest one.")).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/2fa");
    expect(localStorage.getItem("token")).toBeNull();
  });

  test("not whole, nothing is sent", async () => {
    await openCodePage();

    await userEvent.type(screen.getByLabelText("Code"), "123");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));

    expect(screen.getByLabelText("Code")).toHaveAccessibleDescription("Enter the 6-digit code");
    expect(codes).toEqual([]);
  });

  test("sent anew, it counts down before it may be asked for again", async () => {
    await openCodePage();

    await userEvent.click(screen.getByRole("button", { name: "Send a new code" }));

    expect(await screen.findByText("New code sent")).toBeInTheDocument();
    const waiting = screen.getByRole("button", { name: /^Send a new code in (60|59) s$/ });
    expect(waiting).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(waiting);
    expect(codes).toEqual([undefined]);
  });

  test("a recovery code stands in for it, and is sent as it was typed", async () => {
    await openCodePage();

    await userEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
    await userEvent.type(screen.getByLabelText("Recovery code"), " 4f7k-92md ");
    expect(codes).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));

    await waitFor(() => expect(localStorage.getItem("token")).toBe("full"));
    expect(codes).toEqual(["4f7k-92md"]);
  });

  test.each([
    [9, "You signed in with a recovery code. You have 9 recovery codes left."],
    [1, "You signed in with a recovery code. You have 1 recovery code left."],
    [0, "You signed in with your last recovery code."],
  ])("of recovery codes %s are left, which is said once in, with the way to new ones", async (left, words) => {
    await openCodePage(EMAIL_STEP, left);

    await userEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
    await userEvent.type(screen.getByLabelText("Recovery code"), "4f7k-92md{Enter}");

    expect(await screen.findByText(words)).toBeVisible();
    const ways = screen.getAllByRole("link", { name: "Create new codes" });
    expect(ways.at(-1)).toHaveAttribute("href", "/account/security");
  });

  test("of an app is asked for by name; a mail goes out only when it is chosen", async () => {
    await openCodePage({ state: "otpRequired", methods: ["app", "email"], sentTo: null, retryAfterSeconds: 0 });
    expect(screen.getByText("Enter the 6-digit code from your authenticator app.")).toBeInTheDocument();
    expect(codes).toEqual([]);

    await userEvent.click(screen.getByRole("button", { name: "Get a code by email" }));

    await waitFor(() => expect(codes).toEqual([undefined]));
  });

  test("another account is a way out that forgets this one", async () => {
    const { router } = await openCodePage();

    await userEvent.click(screen.getByRole("link", { name: "Use another account" }));

    await screen.findByRole("heading", { name: "Sign in" });
    expect(router.state.location.pathname).toBe("/login");
    expect(localStorage.getItem("token2fa")).toBeNull();
  });
});

describe("a forgotten password", () => {
  test("is asked for by address, and the answer does not tell whether it is known", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${ORIGIN}/api/forget-password`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ done: true });
      }),
    );
    const { router } = await renderApp("/login?redirect=%2Fanalytics");
    await userEvent.click(await screen.findByRole("link", { name: "Forgot password?" }));
    await screen.findByRole("heading", { name: "Forgot your password?" });
    expect(router.state.location.pathname).toBe("/forget-password");

    await userEvent.type(screen.getByLabelText("Email address"), "nobody@example.com");
    await userEvent.click(screen.getByRole("button", { name: "Send link" }));

    expect(await screen.findByText(/^If there is an account for nobody@example.com/)).toBeInTheDocument();
    expect(sent).toEqual([{ email: "nobody@example.com", captcha: "solved" }]);
    expect(screen.getByRole("link", { name: "Back to sign-in" })).toHaveAttribute(
      "href",
      "/login?redirect=%2Fanalytics",
    );
  });

  test("is replaced by the button alone; opening the link sends nothing", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${ORIGIN}/api/reset-password`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ done: true });
      }),
    );
    await renderApp("/reset-password#mailed");
    await userEvent.type(await screen.findByLabelText("New password"), "short");
    await userEvent.click(screen.getByRole("button", { name: "Set password" }));
    expect(sent).toEqual([]);

    await userEvent.type(screen.getByLabelText("New password"), " but longer now");
    await userEvent.click(screen.getByRole("button", { name: "Set password" }));

    await screen.findByRole("heading", { name: "Password changed" });
    expect(sent).toEqual([{ token: "mailed", password: "short but longer now" }]);
  });

  test("a used link says so and offers another", async () => {
    server.use(http.post(`${ORIGIN}/api/reset-password`, () => buildErrorResponse(400, "resetInvalidToken")));
    await renderApp("/reset-password#used");

    await userEvent.type(await screen.findByLabelText("New password"), "correct horse battery");
    await userEvent.click(screen.getByRole("button", { name: "Set password" }));

    expect(await screen.findByRole("alert")).toHaveTextContent("Link invalid, please retry your request");
    expect(screen.getByRole("link", { name: "Request a new link" })).toHaveAttribute("href", "/forget-password");
  });
});

describe("a sign-in link", () => {
  test.each([
    ["/signin-token#mailed", "signin-token", { token: "mailed", logoutFromOthers: false }, "false"],
    ["/signin-jwt#signed", "signin-jwt", { jwt: "signed", logoutFromOthers: false }, "true"],
    ["/signin-jwt/signed", "signin-jwt", { jwt: "signed", logoutFromOthers: false }, "true"],
  ])("%s uses nothing up until its button is pressed", async (path, call, body, tokenMode) => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${ORIGIN}/api/${call}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ token2fa: "two-factor" });
      }),
      http.post(`${ORIGIN}/api/checkToken-2FA`, () => HttpResponse.json({ state: "complete", token: "full" })),
    );
    await renderApp(path);
    const button = await screen.findByRole("button", { name: "Sign in" });
    expect(sent).toEqual([]);

    await userEvent.click(button);

    await waitFor(() => expect(localStorage.getItem("token")).toBe("full"));
    expect(sent).toEqual([body]);
    expect(localStorage.getItem("tokenMode")).toBe(tokenMode);
  });
});

describe("the reminder", () => {
  test("shows once in a browser: shown, it is remembered, and both ways lead on", async () => {
    await renderApp("/reminder-2fa?redirect=%2Fcontacts", { token: "full" });
    await screen.findByRole("heading", { name: "Protect your account with a second step" });

    expect(localStorage.getItem("reminder2fa")).toBe("true");
    expect(screen.getByRole("link", { name: "Set up now" })).toHaveAttribute("href", "/account/security");
    expect(screen.getByRole("link", { name: "Later" })).toHaveAttribute("href", "/contacts");
    act(() => session.send({ type: "signOut" }));
  });
});
