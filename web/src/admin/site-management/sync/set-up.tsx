import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { syncStateQuery } from "../../../api/sync";

/** What is set where before the first sync, and which of it this site has. */
export function SetUp() {
  const { data: state } = useQuery(syncStateQuery());
  return (
    <section aria-labelledby="set-up-title" className="site-card sync-set-up">
      <h2 id="set-up-title" className="site-title">
        Setup Instructions
      </h2>
      {state ? <p className="sync-unready">{state.unready || "This site is ready to sync."}</p> : null}
      <ol className="sync-steps">
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
    </section>
  );
}

interface StepProps {
  setting?: string;
  /** Whether this site has the setting; not given: nobody here knows. */
  isDone?: boolean;
  children: ReactNode;
}

function Step({ setting, isDone, children }: StepProps) {
  return (
    <li data-done={isDone || undefined}>
      <p>
        {children} {isDone ? <span className="sync-set">Set here</span> : null}
      </p>
      {setting ? <code>{setting}</code> : null}
    </li>
  );
}
