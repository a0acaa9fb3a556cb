import { type ErrorArea, entry } from "@/lib/catalogue/entry";

/** What can go wrong with support. */
export const supportErrors: ErrorArea = {
  rows: [
    entry("ownAccess"),
    entry("lastOperator"),
    entry("operatorNotValidated"),
    entry("poolNameTaken", "field"),
    entry("relayAddressTaken", "field"),
    entry("poolInUse", "field"),
  ],
};
