import { EndlessTable } from "@/ui/table/endless-table";
import type { Contact } from "../contacts-data";
import { useEndless } from "../use-endless";
import { ContactList, type ListProps } from "./contact-list";

/** The contacts as an endless list. */
export function EndlessContacts(props: ListProps) {
  const { endless, rows, ...source } = useEndless(props.query, !props.isWaiting);
  return (
    <ContactList
      {...props}
      source={{ ...source, rows }}
      isEndless
      table={(table) => (
        <EndlessTable<Contact>
          // A changed query starts at its first row.
          key={JSON.stringify(props.query)}
          {...table}
          endless={endless}
        />
      )}
    />
  );
}
