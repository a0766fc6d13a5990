import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type Account = Schemas["Account"];

/** The signed-in user's account. */
export const accountQuery = () => read("/api/account", {});

/** Where the browser downloads everything that is stored about the user. */
export const exportPath = "/api/account/export";

/** Requests an account. The answer is the same for an email that has one already. */
export async function signUp(body: Schemas["SignUpInput"]) {
  await client.POST("/api/users", { body });
}

/** Confirms the email of a new account, and signs in. */
export async function verify(body: Schemas["Verification"]) {
  const { data } = await client.POST("/api/users/verify", { body });
  return answered(data);
}

/** Requests another code for an account whose email isn't confirmed. */
export async function resendCode(email: string) {
  await client.POST("/api/users/resend", { body: { email } });
}

/** Requests a code to reset a password. */
export async function forgotPassword(email: string) {
  await client.POST("/api/auth/forgot", { body: { email } });
}

/** Sets a new password with the code of the email, and signs in. */
export async function resetPassword(body: Schemas["PasswordReset"]) {
  const { data } = await client.POST("/api/auth/reset", { body });
  return answered(data);
}

export async function rename(name: string) {
  const { data } = await client.PATCH("/api/account", { body: { name } });
  return answered(data);
}

/** Requests another email for the account: a code is sent to it, and one to the current email. */
export async function changeEmail(body: Schemas["EmailRequest"]) {
  const { data } = await client.POST("/api/account/email", { body });
  return answered(data);
}

/** Changes the email with both codes. */
export async function confirmEmail(body: Schemas["EmailCodes"]) {
  const { data } = await client.POST("/api/account/email/confirm", { body });
  return answered(data);
}

export async function cancelEmailChange() {
  const { data } = await client.DELETE("/api/account/email");
  return answered(data);
}

/** Signs out in all other browsers. */
export async function endOtherSessions() {
  await client.DELETE("/api/account/sessions");
}

/** Deletes the account and everything of the user. */
export async function deleteAccount(password: string) {
  await client.DELETE("/api/account", { body: { password } });
}
