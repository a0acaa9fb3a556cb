import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { useAddressParams } from "./use-address-params";

function List() {
  const [params, change] = useAddressParams();
  const setParam = (name: string, value: string) => () =>
    change((old) => {
      const next = new URLSearchParams(old);
      next.set(name, value);
      return next;
    });
  return (
    <>
      <output>{params.toString()}</output>
      <button type="button" onClick={setParam("search", "ani")}>
        Search
      </button>
      <button type="button" onClick={setParam("state", "active")}>
        State
      </button>
    </>
  );
}

function pressButton(name: string): void {
  act(() => screen.getByRole("button", { name }).click());
}

test("a change while another still loads keeps both", async () => {
  const answers: (() => void)[] = [];
  const loader = ({ request }: { request: Request }) =>
    request.url.includes("?") ? new Promise<null>((resolve) => answers.push(() => resolve(null))) : null;
  const router = createMemoryRouter([{ path: "/contacts", loader, Component: List, HydrateFallback: () => null }], {
    initialEntries: ["/contacts"],
  });
  render(<RouterProvider router={router} />);
  await screen.findByRole("button", { name: "Search" });

  pressButton("Search");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  pressButton("State");
  await act(async () => {
    for (const answer of answers) answer();
  });

  expect(await screen.findByText("search=ani&state=active")).toBeVisible();
});

test("what loads another page adds nothing to this one's address", async () => {
  const router = createMemoryRouter(
    [
      { path: "/contacts", Component: List },
      { path: "/home", loader: () => new Promise<null>(() => undefined), Component: () => null },
    ],
    { initialEntries: ["/contacts?page=2"] },
  );
  render(<RouterProvider router={router} />);

  act(() => void router.navigate("/home?search=rini"));
  pressButton("State");

  expect(await screen.findByText("page=2&state=active")).toBeVisible();
});

test("a router without loaders changes what is shown", () => {
  render(
    <MemoryRouter initialEntries={["/?search=ani"]}>
      <List />
    </MemoryRouter>,
  );

  pressButton("State");

  expect(screen.getByText("search=ani&state=active")).toBeVisible();
});
