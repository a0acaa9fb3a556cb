import { type ErrorArea, entry } from "@/lib/catalogue/entry";

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
