import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { INDUSTRIES } from "@/features/account/industries";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderApp, renderScreen } from "../render-app";
import { server } from "../server";
import { COMPANY, COUNTRIES, recordRequestBodies, serveAccountSettings } from "./handlers";
// Imported here so that their loading does not count towards the first test's timeout.
import "@/app/shell-layout";
import "@/app/signed-in";
import "@/features/account/pages/company-page";

const ZONES = [
  { value: "(GMT+07:00) Asia/Jakarta", name: "Asia/Jakarta", offset: "+07:00" },
  { value: "(GMT+08:00) Asia/Makassar", name: "Asia/Makassar", offset: "+08:00" },
  { value: "(GMT+09:00) Asia/Jayapura", name: "Asia/Jayapura", offset: "+09:00" },
];

beforeEach(() => {
  serveAccountSettings();
  server.use(http.get(`${ORIGIN}/api/lookups/timezone`, () => HttpResponse.json(ZONES)));
});

const recordSaves = () =>
  recordRequestBodies("put", "/api/companies", (body: { zipCode?: string }) => {
    const { zipcode, ...rest } = COMPANY;
    return HttpResponse.json({ ...rest, zipCode: zipcode, ...body });
  });

test("SHELL-75, TEAM-152 to 160, 165, 167, 169: every field is written by one PUT, under its name", async () => {
  const saved = recordSaves();
  await renderScreen("/team/profile", { token: "full" });
  const name = await screen.findByRole("textbox", { name: "Name" });
  expect(screen.getByRole("heading", { level: 1, name: "Company profile" })).toBeInTheDocument();
  for (const [label, value] of [
    ["Name", "Kopi Utara"],
    ["Phone", "+62 21 555 0100"],
    ["Email", "halo@kopiutara.example"],
    ["Website", "kopiutara.example"],
    ["Street and number", "Jl. Utara 1"],
    ["City", "Manado"],
    ["Postal code", "95111"],
  ] as const) {
    const field = screen.getByRole("textbox", { name: label });
    await userEvent.clear(field);
    await userEvent.paste(value);
  }
  async function choose(label: string, typed: string, option: string) {
    const field = screen.getByRole("combobox", { name: label });
    await userEvent.clear(field);
    await userEvent.paste(typed);
    await userEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
  }
  await choose("Industry", "retail", "Retail");
  await choose("Number of contacts", "2,501", "2,501 to 10,000");
  await choose("Country", "singa", "Singapore");
  await choose("Time zone", "makas", "(GMT+08:00) Asia/Makassar");
  await choose("Language", "bahasa", "Bahasa Indonesia");

  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));

  await waitFor(() =>
    expect(saved).toEqual([
      {
        name: "Kopi Utara",
        phone: "+62 21 555 0100",
        email: "halo@kopiutara.example",
        website: "kopiutara.example",
        industry: "Retail",
        contactSize: "2501-10000",
        address: "Jl. Utara 1",
        country: "SG",
        city: "Manado",
        zipCode: "95111",
        timezone: "(GMT+08:00) Asia/Makassar",
        language: "id",
        base: expect.objectContaining({ name: COMPANY.name, zipCode: COMPANY.zipcode, language: COMPANY.language }),
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument());
  expect(name).toHaveValue("Kopi Utara");
  expect(screen.getByRole("textbox", { name: "Postal code" })).toHaveValue("95111");
});

test("text typed while the company is being saved stays, as an unsaved change", async () => {
  let respond = () => {};
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const { zipcode: zipCode, ...rest } = COMPANY;
  server.use(
    http.put(`${ORIGIN}/api/companies`, async () => {
      await response;
      return HttpResponse.json({ ...rest, zipCode, city: "Manado" });
    }),
  );
  await renderScreen("/team/profile", { token: "full" });
  const city = await screen.findByRole("textbox", { name: "City" });
  const website = screen.getByRole("textbox", { name: "Website" });
  await userEvent.clear(city);
  await userEvent.paste("Manado");
  await userEvent.keyboard("{Enter}");
  await userEvent.click(website);
  await userEvent.paste("/menu");
  respond();

  expect(await screen.findByText("Company profile saved")).toBeInTheDocument();
  expect(city).toHaveValue("Manado");
  expect(website).toHaveValue("https://kopiselatan.example/menu");
  expect(screen.getByText("Unsaved changes")).toBeInTheDocument();
});

test("a setting that a teammate has changed is shown at its field, and replaced only by a second save", async () => {
  const saved = recordSaves();
  server.use(
    http.put(
      `${ORIGIN}/api/companies`,
      () =>
        buildErrorResponse(409, "editConflict", { fields: ["city", "country"], values: { city: "", country: "SG" } }),
      { once: true },
    ),
  );
  await renderScreen("/team/profile", { token: "full" });
  const city = await screen.findByRole("textbox", { name: "City" });
  await userEvent.clear(city);
  await userEvent.paste("Manado");
  const country = screen.getByRole("combobox", { name: "Country" });
  await userEvent.clear(country);
  await userEvent.paste("japan");
  await userEvent.click(await screen.findByRole("option", { name: "Japan", hidden: true }));
  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));

  expect(
    await screen.findByText("This field was cleared while you were editing. Save again to keep yours."),
  ).toBeVisible();
  expect(
    screen.getByText("This was changed to “Singapore” while you were editing. Save again to keep yours."),
  ).toBeVisible();
  expect(city).toHaveValue("Manado");
  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));

  await waitFor(() => expect(saved).toEqual([{ city: "Manado", country: "JP", base: { city: "", country: "SG" } }]));
});

test("a company without a name is not saved", async () => {
  const saved = recordSaves();
  await renderScreen("/team/profile", { token: "full" });
  const name = await screen.findByRole("textbox", { name: "Name" });
  await userEvent.clear(name);

  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("Enter your company name")).toBeInTheDocument();
  expect(name).toHaveFocus();
  expect(saved).toEqual([]);
});

test("an address that mail cannot go to is not saved", async () => {
  const saved = recordSaves();
  await renderScreen("/team/profile", { token: "full" });
  const email = await screen.findByRole("textbox", { name: "Email" });
  await userEvent.clear(email);
  await userEvent.type(email, "halo@kopi");

  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("Enter an email address, such as name@example.com")).toBeInTheDocument();
  expect(email).toHaveFocus();
  expect(saved).toEqual([]);
});

test("the server's cause stands at the website", async () => {
  const cause = "Enter an address such as https://example.com.";
  recordRequestBodies("put", "/api/companies", () =>
    buildErrorResponse(400, "invalidForm", { field: "website", value: "x y", cause }),
  );
  await renderScreen("/team/profile", { token: "full" });
  await userEvent.type(await screen.findByRole("textbox", { name: "Website" }), " x");

  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText(cause)).toBeInTheDocument();
});

test("who may not edit the team finds neither screen nor entry", async () => {
  serveAccountSettings([]);
  const { router } = await renderApp("/team/profile", { token: "full" });

  await userEvent.click(await screen.findByRole("button", { name: "Settings" }));
  expect(await screen.findByRole("link", { name: "User Profile" })).toBeInTheDocument();

  expect(router.state.location.pathname).not.toBe("/team/profile");
  expect(screen.queryByRole("link", { name: "Company Profile" })).not.toBeInTheDocument();
});

test("TEAM-65: the 25 industries stand in their order", () => {
  expect(INDUSTRIES).toHaveLength(25);
  expect([INDUSTRIES[0], INDUSTRIES[9], INDUSTRIES[24]]).toEqual([
    "Agency",
    "Fast Moving Consumer Goods (FMCG)",
    "Other",
  ]);
});

test("a list of countries that failed to load is loaded again on request, and the form waits for it", async () => {
  let requests = 0;
  server.use(
    http.get(`${ORIGIN}/api/lookups/country`, () => {
      requests += 1;
      return requests === 1 ? buildErrorResponse(400, "invalidData") : HttpResponse.json(COUNTRIES);
    }),
  );
  await renderScreen("/team/profile", { token: "full" });
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByRole("combobox", { name: "Country" })).toBeNull();

  await userEvent.click(retry);

  expect(await screen.findByRole("combobox", { name: "Country" })).toHaveValue("Indonesia");
});

test("a field that is changed elsewhere after it was saved here is not sent again", async () => {
  const saved = recordSaves();
  await renderScreen("/team/profile", { token: "full" });
  const city = await screen.findByRole("textbox", { name: "City" });
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save profile" }));
  await userEvent.clear(city);
  await userEvent.paste("Manado");
  await save();
  await screen.findByText("Company profile saved");
  server.use(
    http.get(`${ORIGIN}/api/companies/detail`, () => HttpResponse.json({ ...COMPANY, city: "Solo" })),
    http.put(`${ORIGIN}/api/companies`, () => buildErrorResponse(403, "notAuthorized"), { once: true }),
  );
  await userEvent.type(screen.getByRole("textbox", { name: "Website" }), "/a");
  await save();
  await waitFor(() => expect(city).toHaveValue("Solo"));

  await save();

  await waitFor(() =>
    expect(saved[1]).toEqual({
      website: "https://kopiselatan.example/a",
      base: { website: "https://kopiselatan.example" },
    }),
  );
});
