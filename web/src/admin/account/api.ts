import type { QueryClient } from "@tanstack/react-query";
import { meQuery } from "../../api/auth";
import { answered, client } from "../../api/openapi-client";
import { ownAccountQuery } from "../../api/own-account";
import type { FactorCode, NewTokenInput, OwnEmail, OwnEmailCodes } from "../../api/schema.gen";

export const rename = (name: string) => client.PATCH("/api/admin/account", { body: { name } });

/** Requests another email: a code is sent to it, and one to the current email. */
export const changeEmail = (body: OwnEmail) => client.POST("/api/admin/account/email", { body });

/** Changes the email with both codes. */
export const confirmEmail = (body: OwnEmailCodes) => client.POST("/api/admin/account/email/confirm", { body });

export const cancelEmailChange = () => client.DELETE("/api/admin/account/email");

/** Signs out in all other browsers. */
export const endOtherSessions = () => client.DELETE("/api/admin/account/sessions");

/** Signs out in one other browser. */
export const endSession = (session: string) =>
  client.DELETE("/api/admin/account/sessions/{session}", { params: { path: { session } } });

export const createToken = (body: NewTokenInput) => answered(client.POST("/api/admin/account/tokens", { body }));

export const revokeToken = (id: number) =>
  client.DELETE("/api/admin/account/tokens/{id}", { params: { path: { id } } });

/** Starts two-factor authentication: returns what an authenticator app reads. */
export const startTwoFactor = () => answered(client.POST("/api/admin/account/two-factor"));

/** Turns two-factor authentication on with a code of the app; returns recovery codes. */
export const confirmTwoFactor = (body: FactorCode) =>
  answered(client.POST("/api/admin/account/two-factor/confirm", { body }));

/** Replaces the recovery codes. */
export const newRecoveryCodes = (body: FactorCode) =>
  answered(client.POST("/api/admin/account/two-factor/recovery-codes", { body }));

export const stopTwoFactor = (body: FactorCode) => client.POST("/api/admin/account/two-factor/off", { body });

/** Reads the account again after a change. */
export async function accountChanged(queries: QueryClient) {
  await Promise.all([queries.invalidateQueries(ownAccountQuery()), queries.invalidateQueries(meQuery())]);
}
