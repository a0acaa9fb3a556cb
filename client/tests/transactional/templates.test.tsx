import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Template, TemplateBrief, TemplateVersion } from "@/features/transactional/shapes";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { MESSAGE_ID, MESSAGE_TIME_MS, transactionalResponses } from "./responses";

const ID = "01a1fc3d-0000-7000-8000-0000000000c7";
const VERSION: TemplateVersion = {
  number: 2,
  subject: "Your order {{order_id}}",
  html: "<p>Hello {{name}}</p>",
  text: "",
  testData: { name: "Budi" },
  publishedAt: "2026-11-20T03:00:00Z",
  createdAt: "2026-11-20T03:00:00Z",
  createdBy: "Alice Wulandari",
};
const BRIEF: TemplateBrief = {
  id: ID,
  slug: "order-shipped",
  name: "Order shipped",
  version: 2,
  draft: false,
  versions: 1,
  createdAt: "2026-11-20T03:00:00Z",
  updatedAt: "2026-11-20T03:00:00Z",
};

let template: Template;
let savedBodies: Record<string, unknown>[] = [];
let testBodies: Record<string, unknown>[] = [];

beforeEach(() => {
  const { draft: _draft, versions: _versions, ...brief } = BRIEF;
  template = { ...brief, versionCount: 1, versions: [VERSION] } as unknown as Template;
  savedBodies = [];
  testBodies = [];
  server.use(
    http.get(`${ORIGIN}/trx-api/template`, () =>
      HttpResponse.json({ items: [BRIEF], total: 1, page: 1, size: 10 } as Record<string, unknown>),
    ),
    http.get(`${ORIGIN}/trx-api/template/${ID}`, () =>
      HttpResponse.json(template as unknown as Record<string, unknown>),
    ),
    http.post(`${ORIGIN}/trx-api/template/${ID}/versions`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      savedBodies.push(body);
      const isPublished = body.publish === true;
      const { publish: _publish, ...content } = body;
      const made = { ...VERSION, ...content, number: 3, publishedAt: isPublished ? "2026-11-23T03:00:00Z" : null };
      template = {
        ...template,
        version: isPublished ? 3 : 2,
        updatedAt: "2026-11-23T03:00:00Z",
        versions: [made as TemplateVersion, VERSION],
      };
      return HttpResponse.json(template as unknown as Record<string, unknown>);
    }),
    http.post(`${ORIGIN}/trx-api/template/${ID}/test`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      testBodies.push(body);
      return HttpResponse.json({
        version: body.version,
        subject: "Your order ",
        htmlUrl: null,
        text: "Hello Budi",
        missing: ["order_id"],
        message: body.email ? { id: MESSAGE_ID, time: MESSAGE_TIME_MS, state: "accepted" } : null,
      } as Record<string, unknown>);
    }),
    ...transactionalResponses(),
  );
});

async function open() {
  const view = await renderScreen(`/trx-templates/${ID}`, { token: "alice" });
  await screen.findByRole("heading", { name: "Order shipped" });
  return view;
}

test("a version is looked at filled with its test data, and what they lack is named", async () => {
  await open();

  expect(await screen.findByText("Hello Budi")).toBeInTheDocument();
  expect(screen.getByText("The test data has no values for order_id")).toBeInTheDocument();
  expect(testBodies).toEqual([{ version: 2 }]);
  for (const name of ["Save draft", "Publish"]) {
    const button = screen.getByRole("button", { name });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(button);
  }
  expect(savedBodies).toEqual([]);
});

test("a draft is saved, and published is another matter", async () => {
  await open();
  const subject = screen.getByLabelText("Subject");
  fireEvent.change(subject, { target: { value: "On its way" } });
  expect(screen.getByText("Save the draft to update the preview.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));

  expect(await screen.findByText("Draft saved")).toBeInTheDocument();
  expect(savedBodies).toEqual([
    { subject: "On its way", html: VERSION.html, text: "", testData: VERSION.testData, publish: false },
  ]);
  expect(screen.getByRole("option", { name: "Draft 3", selected: true })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Save draft" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));

  expect(await screen.findByText("Template published")).toBeInTheDocument();
  expect(savedBodies[1]).toMatchObject({ subject: "On its way", publish: true });
  await waitFor(() => expect(testBodies.at(-1)).toEqual({ version: 3 }));
});

test("test data that are not JSON are not sent", async () => {
  await open();
  await userEvent.click(screen.getByRole("radio", { name: "Test data" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Test data" }), { target: { value: "{name: Budi}" } });
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));

  expect(screen.getByText("Test data must be a JSON object")).toBeInTheDocument();
  expect(savedBodies).toEqual([]);
});

test("an empty template is not published, and each missing field says what to write", async () => {
  const empty = { ...VERSION, subject: " ", html: "", text: "", publishedAt: null };
  template = { ...template, version: null, versions: [empty] } as Template;
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));

  const subject = screen.getByRole("textbox", { name: "Subject" });
  expect(subject).toHaveAccessibleDescription("Enter a subject");
  expect(subject).toHaveFocus();
  expect(screen.getByText("Enter the HTML or the text")).toBeInTheDocument();
  expect(savedBodies).toEqual([]);

  fireEvent.change(subject, { target: { value: "On its way" } });
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));

  expect(screen.queryByText("Enter a subject")).toBeNull();
  expect(screen.getByRole("textbox", { name: "HTML" })).toHaveFocus();
  expect(savedBodies).toEqual([]);
});

test("a template without content is not published from its test data either, and the focus goes to the HTML", async () => {
  const empty = { ...VERSION, html: "", text: "", publishedAt: null };
  template = { ...template, version: null, versions: [empty] } as Template;
  await open();
  await userEvent.click(screen.getByRole("radio", { name: "Test data" }));
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));

  const html = screen.getByRole("textbox", { name: "HTML" });
  expect(html).toHaveFocus();
  expect(html).toHaveAccessibleDescription(/Enter the HTML or the text/);
  expect(savedBodies).toEqual([]);
});

test("what the server finds wrong with a field stands at the field", async () => {
  const cause = "String should have at most 998 characters";
  server.use(
    http.post(`${ORIGIN}/trx-api/template/${ID}/versions`, () =>
      buildErrorResponse(400, "invalidData", { field: "subject", value: null, cause }),
    ),
  );
  await open();
  fireEvent.change(screen.getByRole("textbox", { name: "HTML" }), { target: { value: "<p>Hello</p>" } });
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));

  await waitFor(() => expect(screen.getByRole("textbox", { name: "Subject" })).toHaveAccessibleDescription(cause));
  expect(screen.queryByText("Invalid data format")).toBeNull();
});

test("a merge tag that is none is told with its place, and nothing typed is lost", async () => {
  server.use(
    http.post(`${ORIGIN}/trx-api/template/${ID}/versions`, () =>
      buildErrorResponse(400, "invalidTag", { field: "html", line: 3, column: 7, cause: "It has no end." }),
    ),
  );
  await open();
  fireEvent.change(screen.getByRole("textbox", { name: "HTML" }), { target: { value: "{{name" } });
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));

  expect(await screen.findByText("HTML, line 3, column 7: invalid merge tag. It has no end.")).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "HTML" })).toHaveValue("{{name");
});

test("what is discarded can be brought back", async () => {
  await open();
  fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "On its way" } });
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.getByLabelText("Subject")).toHaveValue(VERSION.subject);
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));

  expect(screen.getByLabelText("Subject")).toHaveValue("On its way");
});

test("a name that is missing or refused is told at its field", async () => {
  server.use(
    http.put(`${ORIGIN}/trx-api/template/${ID}`, () =>
      buildErrorResponse(400, "invalidData", { field: "slug", cause: "Give small letters.", value: "Order!" }),
    ),
  );
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Rename" }));
  const dialog = await screen.findByRole("dialog", { name: "Rename template" });
  const name = within(dialog).getByLabelText("Name");
  await userEvent.clear(name);
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(name).toHaveAccessibleDescription("Enter a name");

  await userEvent.type(name, "Sent");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("Give small letters.")).toBeInTheDocument();
  expect(name).toHaveValue("Sent");
  expect(name).toBeValid();
});

test("a test without an address is not sent, and what is wrong with the sender stands above", async () => {
  await open();
  await screen.findByText("Hello Budi");
  await userEvent.click(screen.getByRole("button", { name: "Send test" }));
  const dialog = await screen.findByRole("dialog", { name: "Send a test email" });
  const address = within(dialog).getByLabelText("Email address");
  await userEvent.clear(address);
  await userEvent.click(within(dialog).getByRole("button", { name: "Send test" }));
  expect(address).toHaveAccessibleDescription(/^Enter an email address/);

  server.use(
    http.post(`${ORIGIN}/trx-api/template/${ID}/test`, () =>
      buildErrorResponse(400, "invalidData", { field: "from", cause: "Verify a domain first.", value: "" }),
    ),
  );
  await userEvent.type(address, "ani@example.com");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send test" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Verify a domain first.");
  expect(address).toHaveValue("ani@example.com");
});

test("a test goes to an address, and its story is a click away", async () => {
  await open();
  await screen.findByText("Hello Budi");
  await userEvent.click(screen.getByRole("button", { name: "Send test" }));
  const dialog = await screen.findByRole("dialog", { name: "Send a test email" });
  expect(within(dialog).getByLabelText("Email address")).toHaveValue("alice@kopiselatan.example");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send test" }));

  expect(await within(dialog).findByText(/Test sent to alice@kopiselatan.example/)).toBeInTheDocument();
  expect(testBodies.at(-1)).toEqual({ email: "alice@kopiselatan.example", version: 2 });
  expect(within(dialog).getByRole("link", { name: "View timeline" })).toHaveAttribute(
    "href",
    `/events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`,
  );
});

test("a template is deleted after a question that names who is refused then", async () => {
  const deleted: string[] = [];
  server.use(
    http.delete(`${ORIGIN}/trx-api/template/${ID}`, () => {
      deleted.push(ID);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await renderScreen("/trx-templates", { token: "alice" });
  await screen.findByRole("link", { name: "Order shipped" });
  await userEvent.click(screen.getByRole("button", { name: /Order shipped/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete template" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete “Order shipped”?" });
  expect(within(dialog).getByText(/Requests that use order-shipped will be rejected/)).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete template" }));

  expect(await screen.findByText("Order shipped deleted")).toBeInTheDocument();
  expect(deleted).toEqual([ID]);
});

test("who may only look finds the words and no button", async () => {
  server.use(...transactionalResponses(["transactional.view"]));
  await open();

  expect(screen.getByLabelText("Subject")).toHaveAttribute("readonly");
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Rename" })).toBeNull();
});
