import { webhookPath } from "../../../api/sync";
import { CopyButton } from "../../../kit/admin/copy-button";
import { CardText, Code, SyncCard } from "./sync-card";

/** The URL that production calls when its content changes. */
export function WebhookCard() {
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
