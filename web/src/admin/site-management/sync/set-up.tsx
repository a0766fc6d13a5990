import type { ReactNode } from "react";

/** What is set where, before the first sync. */
export function SetUp() {
  return (
    <section aria-labelledby="set-up-title" className="site-card sync-set-up">
      <h2 id="set-up-title" className="site-title">
        Setup Instructions
      </h2>
      <ol className="sync-steps">
        <Step setting="VITRINE_ROLE=development">
          On this site, say that it is for development. Nothing is ever synced to a site that is not.
        </Step>
        <Step setting="VITRINE_PRODUCTION_DATABASE_URL=postgres://reader@production/vitrine">
          Name production's database. A user who may only read is enough. Instead of it, VITRINE_PRODUCTION_URL and
          VITRINE_PRODUCTION_TOKEN name production's address and a token made there.
        </Step>
        <Step setting="VITRINE_WEBHOOK_SECRET=…">
          Give both sites the same secret, for the webhook. 32 random bytes do well: openssl rand -hex 32
        </Step>
        <Step>Restart both sites, and press Sync Now.</Step>
      </ol>
    </section>
  );
}

function Step({ setting, children }: { setting?: string; children: ReactNode }) {
  return (
    <li>
      <p>{children}</p>
      {setting ? <code>{setting}</code> : null}
    </li>
  );
}
