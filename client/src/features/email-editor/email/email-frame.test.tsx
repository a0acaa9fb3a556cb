import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { buildDefaults } from "@/builder/inspector/schema";
import { ORIGIN } from "../../../../tests/handlers";
import { renderPart } from "../../../../tests/render-part";
import { server } from "../../../../tests/server";
import { EMAIL } from "../registry";
import { BrandContext } from "./brand";
import { EmailFrame } from "./email-frame";

beforeEach(() => localStorage.setItem("token", "full"));

async function renderFooter(brand: string, language: string): Promise<string> {
  const company = { name: "Kopi Selatan", address: "Jl. Braga 1", city: "Bandung", zipcode: "", country: "" };
  server.use(http.get(`${ORIGIN}/api/companies/detail`, () => HttpResponse.json({ ...company, language })));
  const { unmount } = await renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BrandContext value={brand}>
        <EmailFrame
          globals={buildDefaults(EMAIL.globals)}
          view={{ device: "desktop", scheme: "light" }}
          root={{ id: "body", kind: undefined, settings: {} }}
        >
          <p>rows</p>
        </EmailFrame>
      </BrandContext>
    </QueryClientProvider>,
  );
  const said = (await screen.findByText(/Kopi Selatan · Jl. Braga 1, Bandung/)).textContent ?? "";
  unmount();
  return said;
}

test.each([
  ["en", "Sent with Obl", /Unsubscribe/],
  ["id", "Dikirim dengan Obl", /Berhenti berlangganan/],
])(
  "in %s the line of the brand stands where it is sent, and goes alone where it isn't",
  async (language, line, way) => {
    const shown = await renderFooter("Obl", language);
    expect(shown).toContain(line);
    expect(shown).toMatch(way);
    expect(await renderFooter("", language)).toBe(shown.replace(`\n${line}`, ""));
  },
);
