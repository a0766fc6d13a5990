import { Badge } from "../../kit/badge";

/** Shows whether visitors see an item. */
export const StateBadge = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? "free" : "unknown"}>{isActive ? "Active" : "Inactive"}</Badge>
);
