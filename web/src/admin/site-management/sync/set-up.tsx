import "./set-up.css";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { syncStateQuery } from "../../../api/sync";
import { Code, SyncCard } from "./sync-card";

/** The settings that a sync needs, and which of them this site has. */
export function SetUp() {
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
