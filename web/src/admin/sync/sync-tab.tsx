import "./set-up.css";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type SyncDifference, syncStateQuery, webhookPath } from "../../api/sync";
import { CopyButton } from "../../kit/admin/copy-button";
import type { Tab } from "../../kit/admin/parts";
import { Button } from "../../kit/button";
import { toast } from "../../kit/toast";
import { ManualSync } from "./manual-sync";
import { CardText, Code, SyncCard } from "./sync-card";
import { SyncPreview } from "./sync-preview";

/** The tab of site management that copies production's content to a development site. */
export const syncTab: Tab = { id: "sync", label: "Database Sync", Panel: SyncTab };

function SyncTab() {
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

/** The settings that a sync needs, and which of them this site has. */
function SetUp() {
  const { data: state } = useQuery(syncStateQuery());
  return (
    <SyncCard title="Setup Instructions" className="md:col-span-full">
      {state ? <p className="mb-4 text-[0.875rem]">{state.unready || "This site is ready to sync."}</p> : null}
      <ol className="set-up mt-2 grid w-full gap-5">
        <Step setting="VITRINE_ROLE=development" isDone={state?.development}>
          On this site, set its role to development. Other sites are never synced to.
        </Step>
        <Step setting="VITRINE_PRODUCTION_DATABASE_URL=postgres://reader@production/vitrine" isDone={state?.configured}>
          Set production's database; a read-only user is enough. Or set VITRINE_PRODUCTION_URL and
          VITRINE_PRODUCTION_TOKEN: production's URL and an API token made there.
        </Step>
        <Step setting="VITRINE_WEBHOOK_SECRET=…" isDone={state?.webhook}>
          Give both sites the same webhook secret, such as 32 random bytes: openssl rand -hex 32
        </Step>
        <Step setting={`VITRINE_WEBHOOK_URL=${new URL("/api/sync/webhook", location.origin).href}`}>
          On production, set the URL of this site's webhook.
        </Step>
        <Step>Restart both sites, then press Sync Now.</Step>
      </ol>
    </SyncCard>
  );
}

interface StepProps {
  setting?: string;
  /** Whether this site has the setting; undefined if that is unknown here. */
  isDone?: boolean;
  children: ReactNode;
}

function Step({ setting, isDone, children }: StepProps) {
  return (
    <li className="relative grid min-h-7 gap-2 pl-10 text-[0.875rem] text-muted">
      <p className="max-w-176 pt-0.75">
        {children} {isDone ? <span className="text-free font-medium whitespace-nowrap">Set here</span> : null}
      </p>
      {setting ? <Code className="max-w-full justify-self-start text-text">{setting}</Code> : null}
    </li>
  );
}

/** Shows the commands that export and import the content on the server. */
function ToolsCard() {
  const { data: state } = useQuery(syncStateQuery());
  const hint = (title: string, command: string) =>
    toast({
      title,
      description: `Please use the command-line tools: ${[command, state?.commandFlags].filter(Boolean).join(" ")}`,
    });
  return (
    <SyncCard title="CLI Tools">
      <CardText>Export and import content on the command line, with a progress bar.</CardText>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button onClick={() => hint("Export Data", "vitrine export site.zip")}>
          <IconDownload size={16} aria-hidden="true" />
          Export Data
        </Button>
        <Button onClick={() => hint("Import Data", "vitrine import site.zip")}>
          <IconUpload size={16} aria-hidden="true" />
          Import Data
        </Button>
      </div>
    </SyncCard>
  );
}

/** The URL that production calls when its content changes. */
function WebhookCard() {
  const address = new URL(webhookPath, location.origin).href;
  return (
    <SyncCard title="Webhook Setup" className="md:col-span-full min-[60rem]:col-auto">
      <CardText>
        Production calls this URL when its content changes and signs each call with the shared secret. This site then
        syncs automatically.
      </CardText>
      <div className="flex flex-wrap items-center gap-2 w-full">
        <Code className="flex-[1_1_16rem]">{address}</Code>
        <CopyButton text={address} noun="webhook address" />
      </div>
    </SyncCard>
  );
}
