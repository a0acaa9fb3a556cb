import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { accountEvents } from "@/features/account/events";
import { changeLanguage, currentLanguage } from "@/lib/i18n/i18n";
import { failing, ORIGIN, signedInAnswers } from "./answers";
import { ALICE } from "./cast";
import { renderApp } from "./render-app";
import { server } from "./server";

/** The account's language; the server stores the written one. */
let account = "en";
let written: unknown[] = [];

beforeEach(() => {
  account = "en";
  written = [];
  server.use(
    ...signedInAnswers(),
    http.get(`${ORIGIN}/api/captcha`, () => HttpResponse.json({ parameters: {}, signature: "s" })),
    http.post(`${ORIGIN}/api/signin`, () => HttpResponse.json({ token2fa: "two-factor" })),
    http.post(`${ORIGIN}/api/checkToken-2FA`, () => HttpResponse.json({ state: "complete", token: "full" })),
  );
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, user: { ...ALICE.user, language: account } })),
    http.put(`${ORIGIN}/api/users/profile`, async ({ request }) => {
      const body = (await request.json()) as { language: string };
      written.push(body);
      account = body.language;
      return HttpResponse.json(body);
    }),
  );
});

afterEach(() => changeLanguage("en"));

const english = () => screen.findByRole("heading", { name: "Analytics", level: 1 });
const indonesian = () => screen.findByRole("heading", { name: "Analitik", level: 1 });

async function signIn(words: { email: string; password: string; button: string }): Promise<void> {
  await userEvent.type(await screen.findByLabelText(words.email), "alice@kopiselatan.example");
  await userEvent.type(screen.getByLabelText(words.password), "correct horse battery");
  await userEvent.click(screen.getByRole("button", { name: words.button }));
}

describe("the language of the account", () => {
  test("is spoken from the sign-in on, whatever this browser spoke before", async () => {
    account = "id";
    await renderApp("/login");

    await signIn({ email: "Email address", password: "Password", button: "Sign in" });

    await indonesian();
    expect(document.documentElement.lang).toBe("id");
    expect(localStorage.getItem("language")).toBe("id");
    expect(written).toEqual([]);
  });

  test("is what was chosen in the header", async () => {
    await renderApp("/analytics", { token: "full" });
    await english();
    await userEvent.click(screen.getByRole("button", { name: /Alice Wulandari/ }));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Bahasa Indonesia", hidden: true }));

    await indonesian();
    await waitFor(() => expect(written).toEqual([{ language: "id" }]));
  });

  test("that could not be written is told, and this browser speaks it all the same", async () => {
    server.use(http.put(`${ORIGIN}/api/users/profile`, () => failing(500, "serverException")));
    await renderApp("/analytics", { token: "full" });
    await english();
    await userEvent.click(screen.getByRole("button", { name: /Alice Wulandari/ }));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Bahasa Indonesia", hidden: true }));

    expect(await screen.findByText("Permintaan Anda gagal diproses")).toBeInTheDocument();
    await indonesian();
    expect(account).toBe("en");
  });

  test("that another browser chose is spoken here at once", async () => {
    await renderApp("/analytics", { token: "full" });
    await english();

    account = "id";
    act(() => accountEvents["identity.user.changed"]?.(queryClient, { userId: ALICE.user.userId }));

    await indonesian();
    expect(written).toEqual([]);
  });
});

describe("a language chosen at the entrance", () => {
  test("is newer than the account's, which takes it over", async () => {
    await renderApp("/login");
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Language" }), "Bahasa Indonesia");

    await signIn({ email: "Alamat email", password: "Kata sandi", button: "Masuk" });

    await indonesian();
    await waitFor(() => expect(written).toEqual([{ language: "id" }]));
    expect(currentLanguage()).toBe("id");
  });

  test("goes with a registration, as the page itself was read", async () => {
    const registered: unknown[] = [];
    server.use(
      http.post(`${ORIGIN}/api/register`, async ({ request }) => {
        registered.push(await request.json());
        account = "id";
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

    await indonesian();
    expect(registered).toMatchObject([{ language: "id", company: "Kopi Selatan" }]);
    expect(written).toEqual([]);
  });
});
