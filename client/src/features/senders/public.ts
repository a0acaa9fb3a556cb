export { SenderDialog } from "./components/sender-dialog-slot";
export { type Sender, useAllSenders } from "./senders-data";
