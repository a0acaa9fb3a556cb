import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { accountEvents } from "@/features/account/events";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { PASSWORD, recordRequestBodies, serveAccountSettings } from "./handlers";
// Imported here so that their loading does not count towards the first test's timeout.
import "@/app/shell-layout";
import "@/app/signed-in";
import "@/features/account/pages/security-page";
import { receiveEvent } from "../receive-event";

const DEVICES = [
  {
    id: "01a1fc3d-0000-7000-8000-0000000000d1",
    device: "Mobile Safari 18 on iOS",
    address: "203.0.113.7",
    createdAt: "2026-11-02T03:00:00Z",
    lastSeenAt: "2026-11-20T03:00:00Z",
    current: false,
  },
  {
    id: "01a1fc3d-0000-7000-8000-0000000000d2",
    device: "Firefox 145 on Linux",
    address: "198.51.100.4",
    createdAt: "2026-11-01T03:00:00Z",
    lastSeenAt: "2026-11-19T03:00:00Z",
    current: true,
  },
];
const CODES = ["aaaaa-bbbbb", "ccccc-ddddd"];
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

let devices = DEVICES;
let twoFactor = { app: false, team: false, recoveryCodesLeft: 0 };

beforeEach(() => {
  devices = DEVICES;
  twoFactor = { app: false, team: false, recoveryCodesLeft: 0 };
  serveAccountSettings();
  server.use(
    http.get(`${ORIGIN}/api/users/two-factor`, () => HttpResponse.json(twoFactor)),
    http.get(`${ORIGIN}/api/users/sessions`, () => HttpResponse.json(devices)),
  );
});

async function confirmPassword(button: string): Promise<void> {
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(await within(dialog).findByLabelText("Current password"), PASSWORD);
  await userEvent.click(within(dialog).getByRole("button", { name: button }));
}

describe("two-factor", () => {
  test.each([
    [{ app: false, team: false, recoveryCodesLeft: 0 }, "Only your password protects your account"],
    [{ app: false, team: true, recoveryCodesLeft: 0 }, "Codes by email"],
    [{ app: true, team: true, recoveryCodesLeft: 8 }, "Codes from your authenticator app"],
  ])("its state is told in words: %o", async (state, words) => {
    twoFactor = state;
    await renderScreen("/account/security", { token: "full" });

    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryAllByText("Your team requires two-factor sign-in.")).toHaveLength(state.team ? 1 : 0);
    expect(screen.queryAllByRole("button", { name: "Create recovery codes" })).toHaveLength(state.app ? 1 : 0);
  });

  test("the app is set up in three steps, and the codes are shown once", async () => {
    const begun = recordRequestBodies("post", "/api/users/two-factor/app", () =>
      HttpResponse.json({ secret: SECRET, uri: `otpauth://totp/x?secret=${SECRET}` }),
    );
    const confirmed = recordRequestBodies("put", "/api/users/two-factor/app", () => {
      twoFactor = { app: true, team: false, recoveryCodesLeft: 10 };
      return HttpResponse.json({ recoveryCodes: CODES });
    });
    await renderScreen("/account/security", { token: "full" });
    await userEvent.click(await screen.findByRole("button", { name: "Set up app" }));
    expect(await screen.findByText("Step 1 of 3")).toBeInTheDocument();

    await confirmPassword("Continue");
    expect(await screen.findByText("Step 2 of 3")).toBeInTheDocument();
    expect(begun).toEqual([{ currentPassword: PASSWORD }]);
    expect(screen.getByRole("img", { name: /^QR code/ })).toBeInTheDocument();
    expect(screen.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeInTheDocument();
    // The sixth digit submits the code.
    await userEvent.type(screen.getByLabelText("Code from the app"), "123 456");

    expect(await screen.findByText("Step 3 of 3")).toBeInTheDocument();
    expect(confirmed).toEqual([{ code: "123456" }]);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(CODES),
    );
    const writeText = vi.fn(async () => undefined);
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
    await userEvent.click(screen.getByRole("button", { name: "Copy" }));
    expect(writeText).toHaveBeenCalledWith(expect.stringContaining(CODES.join("\n")));
    Reflect.deleteProperty(navigator, "clipboard");
    await userEvent.click(screen.getByRole("button", { name: "I have saved the codes" }));
    expect(await screen.findByText("Codes from your authenticator app")).toBeInTheDocument();
    expect(screen.queryByText("aaaaa-bbbbb")).not.toBeInTheDocument();
  });

  test("a wrong code is told at its field, and the step stays", async () => {
    recordRequestBodies("post", "/api/users/two-factor/app", () =>
      HttpResponse.json({ secret: SECRET, uri: "otpauth://x" }),
    );
    recordRequestBodies("put", "/api/users/two-factor/app", () => buildErrorResponse(400, "otpInvalid"));
    await renderScreen("/account/security", { token: "full" });
    await userEvent.click(await screen.findByRole("button", { name: "Set up app" }));
    await confirmPassword("Continue");

    await userEvent.type(await screen.findByLabelText("Code from the app"), "000000");

    const code = screen.getByLabelText("Code from the app");
    await waitFor(() => expect(code).toBeInvalid());
    expect(screen.getByText("Step 2 of 3")).toBeInTheDocument();

    await userEvent.click(screen.getByRole("button", { name: "Turn on" }));
    await waitFor(() => expect(code).toHaveFocus());
    expect(code).toBeInvalid();
    expect(code).toHaveValue("000000");
  });

  test("SESS-90: the app goes by the password; a wrong one is told and nothing goes", async () => {
    twoFactor = { app: true, team: true, recoveryCodesLeft: 8 };
    recordRequestBodies("delete", "/api/users/two-factor/app", () => buildErrorResponse(400, "currentPasswordWrong"));
    await renderScreen("/account/security", { token: "full" });
    await userEvent.click(await screen.findByRole("button", { name: "Remove app" }));
    expect(
      await screen.findByText(/^Your team requires two-factor sign-in, so we will email you a code/),
    ).toBeInTheDocument();

    await confirmPassword("Remove app");
    await waitFor(() => expect(screen.getByLabelText("Current password")).toBeInvalid());
    expect(screen.getByLabelText("Current password")).toHaveFocus();

    const removed = recordRequestBodies("delete", "/api/users/two-factor/app", () => {
      twoFactor = { app: false, team: true, recoveryCodesLeft: 0 };
      return HttpResponse.json({ done: true });
    });
    await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Remove app" }));
    expect(await screen.findByText("Codes by email")).toBeInTheDocument();
    expect(removed).toEqual([{ currentPassword: PASSWORD }]);
  });

  test("new codes come by the password", async () => {
    twoFactor = { app: true, team: false, recoveryCodesLeft: 1 };
    recordRequestBodies("post", "/api/users/two-factor/recovery-codes", () =>
      HttpResponse.json({ recoveryCodes: CODES }),
    );
    await renderScreen("/account/security", { token: "full" });
    expect(await screen.findByText(/^1 code is left\./)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Create recovery codes" }));

    await confirmPassword("Create new codes");

    expect(await screen.findByText("ccccc-ddddd")).toBeInTheDocument();
  });
});

describe("devices", () => {
  const list = () => screen.findByRole("list", { name: "Your devices" });

  test("this device comes first and cannot be signed out here", async () => {
    await renderScreen("/account/security", { token: "full" });

    const rows = within(await list()).getAllByRole("listitem");

    expect(rows[0]).toHaveTextContent("Firefox 145 on LinuxThis device");
    expect(rows[1]).toHaveTextContent("203.0.113.7");
    expect(screen.queryByRole("button", { name: "Sign out Firefox 145 on Linux" })).not.toBeInTheDocument();
  });

  test("one is signed out after a question", async () => {
    const asked: string[] = [];
    server.use(
      http.delete(`${ORIGIN}/api/users/sessions/:id`, ({ params }) => {
        asked.push(String(params.id));
        devices = DEVICES.filter(({ current }) => current);
        return HttpResponse.json({ done: true });
      }),
    );
    await renderScreen("/account/security", { token: "full" });
    await userEvent.click(await screen.findByRole("button", { name: "Sign out Mobile Safari 18 on iOS" }));
    expect(asked).toEqual([]);

    await userEvent.click(
      within(await screen.findByRole("dialog", { name: "Sign out this other device?" })).getByRole("button", {
        name: "Sign out",
      }),
    );

    await waitFor(async () => expect(within(await list()).getAllByRole("listitem")).toHaveLength(1));
    expect(asked).toEqual([DEVICES[0]?.id]);
  });

  test("all others are signed out at once, with their number", async () => {
    const ended = recordRequestBodies("post", "/api/users/sessions/end-others", () => {
      devices = DEVICES.filter(({ current }) => current);
      return HttpResponse.json({ ended: 1 });
    });
    await renderScreen("/account/security", { token: "full" });
    await userEvent.click(await screen.findByRole("button", { name: "Sign out 1 other device" }));
    const dialog = await screen.findByRole("dialog", { name: "Sign out all other devices?" });

    await userEvent.click(within(dialog).getByRole("button", { name: "Sign out 1 other device" }));

    expect(await screen.findByText("1 device signed out")).toBeInTheDocument();
    expect(ended).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("button", { name: /other device/ })).not.toBeInTheDocument());
  });

  test("a sign-in elsewhere appears by itself, and leaves so", async () => {
    devices = DEVICES.filter(({ current }) => current);
    await renderScreen("/account/security", { token: "full" });
    expect(within(await list()).getAllByRole("listitem")).toHaveLength(1);

    devices = DEVICES;
    act(() => receiveEvent(accountEvents, "identity.session.opened", {}));
    expect(await screen.findByText("Mobile Safari 18 on iOS", { selector: "strong" })).toBeInTheDocument();

    devices = DEVICES.filter(({ current }) => current);
    act(() => receiveEvent(accountEvents, "identity.sessions.changed", {}));
    await waitFor(() =>
      expect(screen.queryByText("Mobile Safari 18 on iOS", { selector: "strong" })).not.toBeInTheDocument(),
    );
  });
});
