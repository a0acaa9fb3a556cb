import { type ErrorArea, entry } from "@/lib/catalogue/entry";

export const accountErrors: ErrorArea = {
  rows: [
    entry("currentPasswordWrong", "field", { numbers: [550], dataTexts: ["password invalid"] }),
    entry("secondFactorMissing", "notify", { remedy: { to: "/account/security", label: "ui.openSecurity" } }),
  ],
};
