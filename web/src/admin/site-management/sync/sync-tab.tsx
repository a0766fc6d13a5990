import { useState } from "react";
import type { SyncDifference } from "../../../api/sync";
import { ManualSync } from "./manual-sync";
import { SetUp } from "./set-up";
import { SyncPreview } from "./sync-preview";
import { ToolsCard } from "./tools-card";
import { WebhookCard } from "./webhook-card";

/** Copies production's content to a development site. */
export function SyncTab() {
  const [difference, setDifference] = useState<SyncDifference>();
  return (
    <div className="grid gap-4 md:grid-cols-2 min-[60rem]:grid-cols-3">
      <ManualSync onPreview={setDifference} />
      <ToolsCard />
      <WebhookCard />
      {difference ? <SyncPreview difference={difference} /> : null}
      <SetUp />
    </div>
  );
}
