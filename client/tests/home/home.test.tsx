import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { SENT } from "../campaigns/answers";
import { renderApp } from "../render-app";
import { statsAnswers } from "./answers";

const LOADING = { timeout: 10_000 };

test("all time is shown first; a period is compared with the one before", async () => {
  const { bodies } = statsAnswers([SENT]);
  const { router } = await renderApp("/analytics", { token: "alice" });
  const figures = await screen.findByRole("region", { name: "Figures of the period" }, LOADING);
  expect(bodies).toEqual([{}]);
  expect(figures).toHaveTextContent("Opened40.0 %392 of 980");

  await userEvent.click(screen.getByRole("button", { name: "Period: All Time" }));
  await userEvent.click(await screen.findByText("Last 30 Days"));

  await waitFor(() => expect(figures).toHaveTextContent("Opened10.0 pt40.0 %"));
  expect(router.state.location.search).toBe("?range=30");
  expect(bodies.at(-1)).toEqual({
    start: expect.stringMatching(/T00:00:00\+07:00$/),
    end: expect.stringMatching(/T23:59:59\+07:00$/),
  });
});

test("the newest campaigns lead to their reports", async () => {
  statsAnswers([SENT]);
  await renderApp("/analytics", { token: "alice" });

  expect(await screen.findByRole("link", { name: "The Gayo harvest" }, LOADING)).toHaveAttribute(
    "href",
    `/campaigns/${SENT.id}`,
  );
});

test("a new team sees what leads to the first figures", async () => {
  statsAnswers([]);
  await renderApp("/analytics", { token: "alice" });

  await screen.findByRole("heading", { name: "No campaign sent yet" }, LOADING);

  expect(screen.getByRole("link", { name: "Go to campaigns" })).toHaveAttribute("href", "/campaigns");
});
