import { read } from "./client";

/** How the last scheduled backup ended. */
export const lastBackupQuery = () => read("/api/admin/backup", {});
