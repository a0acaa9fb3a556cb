import { useAddressParams } from "@/lib/use-address-params";
import { AUDIT_ENTRY_KINDS, type AuditEntryKind } from "./support-data";

/** Filters of the audit log in the address, besides the search. */
export interface AuditLogAddress {
  readonly kind: AuditEntryKind | undefined;
  readonly operator: string | undefined;
  /** Days in the form of the native date field. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const ID_PATTERN = /^[0-9a-f-]{36}$/;
const FILTER_NAMES = ["kind", "operator", "from", "to"] as const;

export function readAuditLogAddress(params: URLSearchParams): AuditLogAddress {
  const text = (name: string, form: RegExp) => {
    const value = params.get(name);
    return value && form.test(value) ? value : undefined;
  };
  return {
    kind: AUDIT_ENTRY_KINDS.find((known) => known === params.get("kind")),
    operator: text("operator", ID_PATTERN),
    from: text("from", DAY_PATTERN),
    to: text("to", DAY_PATTERN),
  };
}

/** The period of the filtered actions: whole days in this browser's time zone, including the last one. */
export function buildPeriodParams({ from, to }: Pick<AuditLogAddress, "from" | "to">): {
  since?: string;
  until?: string;
} {
  const end = to ? new Date(`${to}T00:00`) : undefined;
  end?.setDate(end.getDate() + 1);
  return {
    ...(from ? { since: new Date(`${from}T00:00`).toISOString() } : {}),
    ...(end ? { until: end.toISOString() } : {}),
  };
}

/** The filters and their setter; a change returns to page 1. */
export function useAuditLogAddress(): readonly [AuditLogAddress, (change: Partial<AuditLogAddress>) => void] {
  const [params, setParams] = useAddressParams();
  return [
    readAuditLogAddress(params),
    (change) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          next.delete("page");
          for (const name of FILTER_NAMES) {
            if (!(name in change)) continue;
            const value = change[name];
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}
