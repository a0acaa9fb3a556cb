import { currencyLike } from "@/lib/filters";

/** Formats an amount with its currency: `IDR 185,000.00`. */
export function money(amount: number, currency: string): string {
  return `${currency} ${currencyLike(amount)}`;
}
