export { CopyValue } from "./components/copy-value";
export { DomainState } from "./components/domain-state";
export { RecordCard } from "./components/record-card";
export { SenderDialog } from "./components/sender-dialog-slot";
export { useDomain, useDomains } from "./domains-data";
export { type Sender, useAllSenders } from "./senders-data";
