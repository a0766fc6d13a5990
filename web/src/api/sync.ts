import { client } from "./client";

/** Copies production's content to this site. The call says JSON and has no body; its answer is not used. */
export async function syncNow() {
  await client.request(
    "post",
    "/api/sync/manual" as never,
    { headers: { "Content-Type": "application/json" } } as never,
  );
}

/** Where production tells this site that its content has changed. */
export const webhookPath = "/api/sync/webhook";
