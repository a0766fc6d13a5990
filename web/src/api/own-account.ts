import { read } from "./client";
import { client } from "./openapi-client";
import type { ProofInput } from "./schema.gen";

/** The signed-in administrator's account, with its sessions and tokens. */
export const ownAccountQuery = () => read("/api/admin/account", {});

/** Confirms that it's the administrator: by a code if they have two-factor authentication, else by the password. */
export const confirmYourself = (body: ProofInput) => client.POST("/api/admin/account/confirm", { body });
