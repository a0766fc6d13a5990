import "./sync-tab.css";
import { ManualSync } from "./manual-sync";
import { SetUp } from "./set-up";
import { ToolsCard } from "./tools-card";
import { WebhookCard } from "./webhook-card";

/** Bringing production's content to a development site. */
export function SyncTab() {
  return (
    <div className="sync-tab">
      <ManualSync />
      <ToolsCard />
      <WebhookCard />
      <SetUp />
    </div>
  );
}
