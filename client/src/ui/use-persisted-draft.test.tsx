import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearDraftOwner, deleteAllDrafts, setDraftOwner } from "@/lib/draft-storage";
import { renderPart } from "../../tests/render-part";
import { usePersistedDraft } from "./use-persisted-draft";

const toast = vi.hoisted(() => vi.fn());
vi.mock("./toasts", () => ({ toast }));

function NameForm({ id = "7", saved = "" }: { readonly id?: string; readonly saved?: string }) {
  const [base, setBase] = useState(saved);
  const [name, setName] = useState(saved);
  usePersistedDraft(`name:${id}`, { values: name, isDirty: name !== base, restore: setName });
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <button type="button" onClick={() => setBase(name)}>
        Save
      </button>
    </>
  );
}

beforeEach(() => setDraftOwner("alice"));
afterEach(() => {
  deleteAllDrafts();
  toast.mockReset();
});

async function typeName(text: string) {
  await userEvent.type(screen.getByLabelText("Name"), text);
}

test("text of a form whose session ended is back when its user is, with a quiet word", async () => {
  const before = await renderPart(<NameForm />);
  await typeName("Dewi");
  clearDraftOwner();
  before.unmount();

  setDraftOwner("alice");
  await renderPart(<NameForm />);

  expect(screen.getByLabelText("Name")).toHaveValue("Dewi");
  expect(toast).toHaveBeenCalledExactlyOnceWith("info", "Unsaved text restored");
});

test.each([
  ["saved", async () => userEvent.click(screen.getByRole("button", { name: "Save" }))],
  ["typed back to what it was", async () => userEvent.clear(screen.getByLabelText("Name"))],
])("%s, there is nothing to keep", async (_, act) => {
  const before = await renderPart(<NameForm />);
  await typeName("Dewi");
  await act();
  clearDraftOwner();
  before.unmount();

  setDraftOwner("alice");
  await renderPart(<NameForm />);

  expect(screen.getByLabelText("Name")).toHaveValue("");
  expect(toast).not.toHaveBeenCalled();
});

test("a form that is left while signed in lets its text go", async () => {
  const before = await renderPart(<NameForm />);
  await typeName("Dewi");
  before.unmount();

  await renderPart(<NameForm />);

  expect(screen.getByLabelText("Name")).toHaveValue("");
});

test("another thing's form does not get it", async () => {
  const before = await renderPart(<NameForm id="7" />);
  await typeName("Dewi");
  clearDraftOwner();
  before.unmount();

  setDraftOwner("alice");
  await renderPart(<NameForm id="8" />);

  expect(screen.getByLabelText("Name")).toHaveValue("");
});
