import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "./handlers";
import { renderApp } from "./render-app";
import { server } from "./server";

const CHALLENGE = { parameters: {}, signature: "s" };

beforeEach(() => {
  server.use(
    ...signedInHandlers(),
    http.get(`${ORIGIN}/api/captcha`, () => HttpResponse.json(CHALLENGE)),
  );
});

async function fillIn(password = "correct horse battery"): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Email address"), "alice@kopiselatan.example");
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

test("SESS-13: signing in stores the session, loads the team and goes where the user wanted", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/signin`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ token2fa: "two-factor" });
    }),
    http.post(`${ORIGIN}/api/checkToken-2FA`, ({ request }) => {
      sent.push(request.headers.get("Authorization"));
      return HttpResponse.json({ state: "complete", token: "full" });
    }),
  );
  const { router } = await renderApp("/login?redirect=%2Fanalytics%3Fdays%3D7");

  await fillIn();

  await screen.findByRole("heading", { name: "Analytics", level: 1 });
  expect(router.state.location.pathname + router.state.location.search).toBe("/analytics?days=7");
  expect(sent).toEqual([
    {
      email: "alice@kopiselatan.example",
      password: "correct horse battery",
      captcha: "solved",
      logoutFromOthers: false,
    },
    "Bearer two-factor",
  ]);
  expect({ ...localStorage }).toMatchObject({
    token: "full",
    teamName: "Kopi Selatan",
    domain: "kopiselatan.example",
    hourFormat: "24",
  });
  expect(localStorage.getItem("token2fa")).toBeNull();
});

test("a wrong password is told in place and nothing is stored", async () => {
  server.use(http.post(`${ORIGIN}/api/signin`, () => buildErrorResponse(401, "loginException")));
  await renderApp("/login");

  await fillIn();

  expect(await screen.findByRole("alert")).toHaveTextContent("Email address or password is incorrect");
  expect(localStorage.getItem("token2fa")).toBeNull();
  expect(screen.getByLabelText("Password")).toHaveValue("correct horse battery");
});

test("an account that asks for more work gets it without a word", async () => {
  const captchasFor: (string | null)[] = [];
  let tries = 0;
  server.use(
    http.get(`${ORIGIN}/api/captcha`, ({ request }) => {
      captchasFor.push(new URL(request.url).searchParams.get("account"));
      return HttpResponse.json(CHALLENGE);
    }),
    http.post(`${ORIGIN}/api/signin`, () => {
      tries += 1;
      return tries === 1
        ? buildErrorResponse(400, "captchaInvalid", { account: true })
        : HttpResponse.json({ token2fa: "two-factor" });
    }),
    http.post(`${ORIGIN}/api/checkToken-2FA`, () => HttpResponse.json({ state: "complete", token: "full" })),
  );
  await renderApp("/login");

  await fillIn();

  await screen.findByRole("heading", { name: "Analytics", level: 1 });
  expect(captchasFor).toEqual([null, "alice@kopiselatan.example"]);
});

test("empty fields say what to enter, and the first one gets the focus", async () => {
  await renderApp("/register");

  await userEvent.click(await screen.findByRole("button", { name: "Create account" }));

  expect(screen.getByLabelText("Your name")).toHaveFocus();
  expect(screen.getByLabelText("Company name")).toHaveAccessibleDescription("Enter your company name");
  expect(screen.getByLabelText("Email address")).toBeInvalid();
});

test("what is no phone number is told before anything is asked", async () => {
  await renderApp("/register");
  await userEvent.type(await screen.findByLabelText("Phone number"), "abc");
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));

  expect(screen.getByLabelText("Phone number")).toHaveAccessibleDescription(
    "Enter 6 to 15 digits, such as +62 812 3456 7890",
  );
});

test("the code is asked for when the server awaits one", async () => {
  server.use(
    http.post(`${ORIGIN}/api/signin`, () => HttpResponse.json({ token2fa: "two-factor" })),
    http.post(`${ORIGIN}/api/checkToken-2FA`, () => HttpResponse.json({ state: "otpRequired" })),
    http.post(`${ORIGIN}/api/auth-otp`, () => buildErrorResponse(400, "otpInvalid")),
  );
  const { router } = await renderApp("/login");

  await fillIn();
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("This code is incorrect. Use the newest one.");
  expect(router.state.location.pathname).toBe("/2fa");
  expect(localStorage.getItem("token")).toBeNull();
});

test("the language is switched at run time", async () => {
  await renderApp("/login");

  await userEvent.selectOptions(await screen.findByLabelText("Language"), "id");

  expect(await screen.findByRole("heading", { name: "Masuk" })).toBeInTheDocument();
  expect(document.documentElement.lang).toBe("id");
  await userEvent.selectOptions(screen.getByLabelText("Bahasa"), "en");
  await waitFor(() => expect(document.documentElement.lang).toBe("en"));
});

test("the link to a sender confirms nothing until its button is pressed, and a refusal is told", async () => {
  const tokens: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/senders/validate`, async ({ request }) => {
      tokens.push(await request.json());
      return tokens.length === 1
        ? buildErrorResponse(500, "serverException")
        : HttpResponse.json({ email: "news@kopiselatan.example" });
    }),
    http.post(`${ORIGIN}/api/senders/validate/check`, () =>
      HttpResponse.json({ team: "Kopi Selatan", email: "news@kopiselatan.example" }),
    ),
  );
  await renderApp("/senders/validate#mailed-token");
  await screen.findByText(/^Kopi Selatan wants to send email as news@kopiselatan\.example\./);
  const confirm = screen.getByRole("button", { name: "Verify this sender" });
  expect(tokens).toEqual([]);

  await userEvent.click(confirm);
  expect(await screen.findByRole("alert")).toBeVisible();
  await userEvent.click(confirm);

  expect(await screen.findByText("Email can now be sent from news@kopiselatan.example.")).toBeInTheDocument();
  expect(tokens).toEqual([{ token: "mailed-token" }, { token: "mailed-token" }]);
});

test("a link to a sender that says nothing about it can't confirm it", async () => {
  const tokens: unknown[] = [];
  let answers = [
    buildErrorResponse(500, "serverException"),
    HttpResponse.json({ team: "Kopi", email: "news@kopi.example" }),
  ];
  server.use(
    http.post(`${ORIGIN}/api/senders/validate`, async ({ request }) => {
      tokens.push(await request.json());
      return HttpResponse.json({ email: "news@kopi.example" });
    }),
    http.post(`${ORIGIN}/api/senders/validate/check`, async ({ request }) => {
      expect(await request.json()).toEqual({ token: "mailed-token" });
      const [answer, ...rest] = answers;
      answers = rest;
      return answer;
    }),
  );
  await renderApp("/senders/validate#mailed-token");
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Verify this sender" })).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText(/^Kopi wants to send email as news@kopi\.example\./)).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(tokens).toEqual([]);
});

test("a link to a sender that is over leads to a new one, and offers nothing to press", async () => {
  server.use(http.post(`${ORIGIN}/api/senders/validate/check`, () => buildErrorResponse(410, "tokenExpired")));
  await renderApp("/senders/validate#used");

  expect(await screen.findByText("Ask the team that sent you this link for a new one.")).toBeVisible();
  expect(screen.getByRole("alert")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Verify this sender" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a mailed link validates nothing until its button is pressed", async () => {
  const tokens: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/users/validate`, async ({ request }) => {
      tokens.push(await request.json());
      return HttpResponse.json({ done: true });
    }),
  );
  await renderApp("/validate#mailed-token");
  const button = await screen.findByRole("button", { name: "Confirm my email address" });

  expect(tokens).toEqual([]);
  await userEvent.click(button);

  expect(await screen.findByRole("heading", { name: "Email address confirmed" })).toBeInTheDocument();
  expect(tokens).toEqual([{ token: "mailed-token" }]);
});
