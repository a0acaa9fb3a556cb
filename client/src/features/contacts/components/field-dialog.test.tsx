import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import { loadCatalogue } from "@/lib/catalogue/load";
import { ORIGIN } from "../../../../tests/handlers";
import { renderPart } from "../../../../tests/render-part";
import { server } from "../../../../tests/server";
import type { FieldCheck } from "../field-changes";
import type { CustomField } from "../fields-data";
import { FieldDialog } from "./field-dialog";

const FIELD: CustomField = {
  id: 7,
  name: "Size",
  tag: "size",
  type: "text",
  values: [],
  category: "CONTACT",
  becoming: null,
  createdAt: "2026-01-01T00:00:00Z",
};
const EMPTY_CHECK: FieldCheck = {
  holding: 0,
  kept: 0,
  converted: 0,
  lost: 0,
  exact: true,
  convertedExamples: [],
  lostExamples: [],
  uses: [],
};

const calls: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
let checkResponse: FieldCheck;
let pendingResponse: Promise<void>;

beforeEach(async () => {
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList;
  const { unmount } = await renderPart(null);
  unmount();
  await Promise.all([loadFeatureTexts(["contacts", "contacts/fields"]), loadCatalogue()]);
  calls.length = 0;
  pendingResponse = Promise.resolve();
  sessionStorage.clear();
  localStorage.setItem("token", "full");
  const path = `${ORIGIN}/api/contacts/field/7`;
  const readBody = async (request: Request) =>
    calls.push({ method: request.method, path: new URL(request.url).pathname, body: await request.json() });
  server.use(
    http.post(`${path}/check`, async ({ request }) => {
      await readBody(request);
      await pendingResponse;
      return HttpResponse.json(checkResponse);
    }),
    http.put(path, async ({ request }) => {
      await readBody(request);
      return HttpResponse.json(FIELD);
    }),
  );
});

async function open(field: CustomField = FIELD): Promise<void> {
  const client = new QueryClient();
  await renderPart(
    <QueryClientProvider client={client}>
      <Texts field={field} />
    </QueryClientProvider>,
  );
}

function Texts({ field }: { readonly field: CustomField }) {
  return <FieldDialog field={field} onClose={() => undefined} />;
}

async function retype(to: string): Promise<void> {
  await userEvent.selectOptions(screen.getByLabelText("Type"), to);
}

const save = (name: RegExp) => screen.getByRole("button", { name });

test("a new type is saved only after its check, and the button says what is lost", async () => {
  checkResponse = {
    ...EMPTY_CHECK,
    holding: 1204,
    kept: 1200,
    converted: 1,
    lost: 3,
    convertedExamples: [{ before: "3,5", after: 3.5 }],
    lostExamples: [{ before: "many", after: null }],
  };
  let pass = () => {};
  pendingResponse = new Promise((resolve) => {
    pass = resolve;
  });
  await open();
  expect(save(/Save custom field/)).toBeEnabled();

  await retype("Number");
  await waitFor(() => expect(calls.length).toBe(1));
  expect(save(/Save custom field/)).toBeDisabled();
  pass();
  await waitFor(() => expect(save(/Save and lose 3 values/)).toBeEnabled());

  const check = within(screen.getByRole("alert"));
  expect(check.getByText("1,200 values stay the same")).toBeVisible();
  expect(check.getByText("3,5").parentElement).toHaveTextContent("3,5 → 3.5");
  expect(check.getByText("many")).toBeVisible();
  expect(calls).toEqual([
    { method: "POST", path: "/api/contacts/field/7/check", body: { type: "number", values: [] } },
  ]);
  await userEvent.click(save(/Save and lose 3 values/));
  await waitFor(() =>
    expect(calls.at(-1)).toEqual({
      method: "PUT",
      path: "/api/contacts/field/7",
      body: { name: "Size", type: "number", values: [] },
    }),
  );
});

test("what a segment asks for keeps the type, and the segment is named", async () => {
  checkResponse = { ...EMPTY_CHECK, holding: 2, lost: 2, uses: [{ kind: "segment", name: "Ones" }] };
  await open();

  await retype("Number");

  expect(await screen.findByText("the segment “Ones”")).toBeVisible();
  expect(screen.getByRole("button", { name: /Save|Change and lose/ })).toBeDisabled();
});

test("a choice that is taken away is checked too; one more is not", async () => {
  checkResponse = { ...EMPTY_CHECK, holding: 5, kept: 5 };
  await open({ ...FIELD, type: "dropdown", values: ["S", "M"] });
  const choices = screen.getByLabelText("Choices");

  await userEvent.type(choices, "\nL");
  expect(save(/Save custom field/)).toBeEnabled();
  expect(calls).toEqual([]);
  await userEvent.clear(choices);
  await userEvent.type(choices, "S");

  expect(await screen.findByText("All 5 stored values stay the same.")).toBeVisible();
  expect(calls.at(-1)?.body).toEqual({ type: "dropdown", values: ["S"] });
  expect(save(/Save custom field/)).toBeEnabled();
});

test("while its values are on their way a field can only be renamed", async () => {
  await open({ ...FIELD, becoming: "number" });

  expect(screen.getByLabelText("Type")).toBeDisabled();
  expect(save(/Save custom field/)).toBeEnabled();
});
