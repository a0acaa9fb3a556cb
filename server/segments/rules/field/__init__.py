"""Conditions on standard and custom fields of contacts.

- Text comparison ignores case. A contact without a value matches only `isEmpty` and the negative operators (`isNot`,
  `containsNot`, `isNoneOf`, `hasNone`, `isFalse`), which are the opposites of the positive ones.
- With `is` and `isNot`, a country can be given by its code, or by its name in English or Indonesian.
- Multiple choices match with `hasAny`, `hasAll` or `hasNone`. A contact without choices has none.
- Days are in the team's time zone. `inLastDays` 7 is today and the six days before, `inNextDays` 7 today and the six
  days after. `between` includes both ends.
- A birthday on 29 February counts as 28 February in other years.
"""
