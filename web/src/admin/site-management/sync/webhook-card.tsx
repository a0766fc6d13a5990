import { webhookPath } from "../../../api/sync";
import { CopyButton } from "../../copy-button";

/** What production has to know to tell this site of its changes. */
export function WebhookCard() {
  const address = new URL(webhookPath, location.origin).href;
  return (
    <section aria-labelledby="webhook-title" className="site-card sync-webhook">
      <h2 id="webhook-title" className="site-title">
        Webhook Setup
      </h2>
      <p className="site-text">
        Production calls this URL when its content changes and signs each call with the shared secret. This site then
        syncs automatically.
      </p>
      <div className="sync-address">
        <code>{address}</code>
        <CopyButton text={address} noun="webhook address" />
      </div>
    </section>
  );
}
