import { expect, test } from "vitest";
import { formatPlainSubject } from "./plain-subject";

test.each([
  ["The Gayo harvest", "The Gayo harvest"],
  ['{{ firstname | fallback: "Friend" }}, your order', "Friend, your order"],
  ["{{ firstname | default: 'Friend' | upcase }}, your order", "Friend, your order"],
  ["Hello {{firstname}}", "Hello [firstname]"],
  ["{{- firstname -}}!", "[firstname]!"],
  [
    "{% if city == 'Bandung' %}Near you{% elsif city %}In {{ city }}{% else %}Online{% endif %}: sale",
    "Near you: sale",
  ],
  ["{% if vip %}{% if city %}A{% else %}B{% endif %} first{% else %}Then{% endif %} all", "A first all"],
  ["{% case city %} {% when 'Bandung' %}B{% when 'Jakarta' %}J{% endcase %} sale", "B sale"],
  ["{% assign x = 1 %}Sale", "Sale"],
  ["Not closed {{ firstname", "Not closed {{ firstname"],
  ["{% if a %}", "{% if a %}"],
  ["{% endif %}{% else %}Sale", "{% endif %}{% else %}Sale"],
  ["Curly {brackets} stay", "Curly {brackets} stay"],
])("%s reads %s", (subject, wanted) => {
  expect(formatPlainSubject(subject)).toBe(wanted);
});
