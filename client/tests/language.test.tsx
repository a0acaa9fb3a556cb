import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { accountEvents } from "@/features/account/events";
import { changeLanguage, getCurrentLanguage } from "@/lib/i18n/i18n";
import { ALICE } from "./fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "./handlers";
import { renderApp } from "./render-app";
import { server } from "./server";

/** The account's language; the server stores the written one. */
let accountLanguage = "en";
let savedProfiles: unknown[] = [];

beforeEach(() => {
  accountLanguage = "en";
  savedProfiles = [];
  server.use(
    ...signedInHandlers(),
    http.get(`${ORIGIN}/api/captcha`, () => HttpResponse.json({ parameters: {}, signature: "s" })),
    http.post(`${ORIGIN}/api/signin`, () => HttpResponse.json({ token2fa: "two-factor" })),
    http.post(`${ORIGIN}/api/checkToken-2FA`, () => HttpResponse.json({ state: "complete", token: "full" })),
  );
  server.use(
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, user: { ...ALICE.user, language: accountLanguage } }),
    ),
    http.put(`${ORIGIN}/api/users/profile`, async ({ request }) => {
      const body = (await request.json()) as { language: string };
      savedProfiles.push(body);
      accountLanguage = body.language;
      return HttpResponse.json(body);
    }),
  );
});

afterEach(() => changeLanguage("en"));

const findEnglishHeading = () => screen.findByRole("heading", { name: "Analytics", level: 1 });
const findIndonesianHeading = () => screen.findByRole("heading", { name: "Analitik", level: 1 });

async function signIn(words: { email: string; password: string; button: string }): Promise<void> {
  await userEvent.type(await screen.findByLabelText(words.email), "alice@kopiselatan.example");
  await userEvent.type(screen.getByLabelText(words.password), "correct horse battery");
  await userEvent.click(screen.getByRole("button", { name: words.button }));
}

describe("the language of the account", () => {
  test("is spoken from the sign-in on, whatever this browser spoke before", async () => {
    accountLanguage = "id";
    await renderApp("/login");

    await signIn({ email: "Email address", password: "Password", button: "Sign in" });

    await findIndonesianHeading();
    expect(document.documentElement.lang).toBe("id");
    expect(localStorage.getItem("language")).toBe("id");
    expect(savedProfiles).toEqual([]);
  });

  test("is what was chosen in the header", async () => {
    await renderApp("/analytics", { token: "full" });
    await findEnglishHeading();
    await userEvent.click(screen.getByRole("button", { name: /Alice Wulandari/ }));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Bahasa Indonesia", hidden: true }));

    await findIndonesianHeading();
    await waitFor(() => expect(savedProfiles).toEqual([{ language: "id" }]));
  });

  test("that could not be written is told, and this browser speaks it all the same", async () => {
    server.use(http.put(`${ORIGIN}/api/users/profile`, () => buildErrorResponse(500, "serverException")));
    await renderApp("/analytics", { token: "full" });
    await findEnglishHeading();
    await userEvent.click(screen.getByRole("button", { name: /Alice Wulandari/ }));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Bahasa Indonesia", hidden: true }));

    expect(await screen.findByText("Permintaan Anda gagal diproses")).toBeInTheDocument();
    await findIndonesianHeading();
    expect(accountLanguage).toBe("en");
  });

  test("that another browser chose is spoken here at once", async () => {
    await renderApp("/analytics", { token: "full" });
    await findEnglishHeading();

    accountLanguage = "id";
    act(() => accountEvents["identity.user.changed"]?.(queryClient, { userId: ALICE.user.userId }));

    await findIndonesianHeading();
    expect(savedProfiles).toEqual([]);
  });
});

describe("a language chosen at the entrance", () => {
  test("is newer than the account's, which takes it over", async () => {
    await renderApp("/login");
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Language" }), "Bahasa Indonesia");

    await signIn({ email: "Alamat email", password: "Kata sandi", button: "Masuk" });

    await findIndonesianHeading();
    await waitFor(() => expect(savedProfiles).toEqual([{ language: "id" }]));
    expect(getCurrentLanguage()).toBe("id");
  });

  test("goes with a registration, as the page itself was read", async () => {
    const registered: unknown[] = [];
    server.use(
      http.post(`${ORIGIN}/api/register`, async ({ request }) => {
        registered.push(await request.json());
        accountLanguage = "id";
        return HttpResponse.json({ token2fa: "two-factor" });
      }),
    );
    await changeLanguage("id");
    await renderApp("/register");
    await userEvent.type(await screen.findByLabelText("Nama Anda"), "Alice Wulandari");
    await userEvent.type(screen.getByLabelText("Nama perusahaan"), "Kopi Selatan");
    await userEvent.type(screen.getByLabelText("Alamat email"), "alice@kopiselatan.example");
    await userEvent.type(screen.getByLabelText(/Nomor telepon/), "+62812000001");
    await userEvent.type(screen.getByLabelText("Kata sandi"), "correct horse battery");
    await userEvent.click(screen.getByRole("button", { name: "Buat akun" }));

    await findIndonesianHeading();
    expect(registered).toMatchObject([{ language: "id", company: "Kopi Selatan" }]);
    expect(savedProfiles).toEqual([]);
  });
});
