import { Modal } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPart } from "../../tests/render-part";
import { useOpenModal } from "./open-modals";

function Question({ onClose }: { readonly onClose: () => void }) {
  useOpenModal(onClose);
  return (
    <Modal opened onClose={onClose} title="Sure?">
      <input aria-label="Response" data-autofocus />
    </Modal>
  );
}

function QuestionOpener() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Ask
      </button>
      {isAsking ? <Question onClose={() => setAsking(false)} /> : null}
    </>
  );
}

test("a dialog that is closed gives the focus back to what opened it", async () => {
  await renderPart(<QuestionOpener />);
  screen.getByRole("button", { name: "Ask" }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByLabelText("Response")).toHaveFocus());

  await userEvent.keyboard("{Escape}");

  await waitFor(() => expect(screen.getByRole("button", { name: "Ask" })).toHaveFocus());
});
