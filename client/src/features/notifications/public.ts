export { ExportNotice } from "./components/export-notice";
export { NotificationBell } from "./components/notification-bell";
export { NotificationsArea } from "./components/notifications-area";
export { TopAlert } from "./components/top-alert";
