import { Badge } from "../../ui/badge";

/** Whether visitors see it. */
export const StateBadge = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? "free" : "unknown"}>{isActive ? "Active" : "Inactive"}</Badge>
);
