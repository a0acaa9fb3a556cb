"""Conditions on fields of contacts: a standard field or one of the team's own.

- A text is compared without regard to case; a contact that lacks a value fits no condition but `isEmpty` and the
  negative ones (`isNot`, `containsNot`, `isNoneOf`, `hasNone`, `isFalse`), which are the opposites of the positive
  ones.
- A country `is` one by its code, or by its name in English or Indonesian.
- Of several choices a contact `hasAny`, `hasAll` or `hasNone`; one without a choice has none.
- A day is a day of the team's timezone. `inLastDays` 7 is today and the six days before it, `inNextDays` 7 today and
  the six days after it; `between` includes both ends.
- Of a birthday in a year without 29 February, 28 February stands for it.
"""
