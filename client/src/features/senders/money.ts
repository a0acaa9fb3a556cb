import { formatCurrency } from "@/lib/filters";

/** Formats an amount with its currency: `IDR 185,000.00`. */
export function formatMoney(amount: number, currency: string): string {
  return `${currency} ${formatCurrency(amount)}`;
}
