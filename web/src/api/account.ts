import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { EmailCodes, EmailRequest, PasswordReset, SignUpInput, Verification } from "./schema.gen";

/** The signed-in user's account. */
export const accountQuery = () => read("/api/account", {});

/** Where the browser downloads everything that is stored about the user. */
export const exportPath = "/api/account/export";

/** Requests an account. The answer is the same for an email that has one already. */
export const signUp = (body: SignUpInput) => client.POST("/api/users", { body });

/** Confirms the email of a new account, and signs in. */
export const verify = (body: Verification) => answered(client.POST("/api/users/verify", { body }));

/** Requests another code for an account whose email isn't confirmed. */
export const resendCode = (email: string) => client.POST("/api/users/resend", { body: { email } });

/** Requests a code to reset a password. */
export const forgotPassword = (email: string) => client.POST("/api/auth/forgot", { body: { email } });

/** Sets a new password with the code of the email, and signs in. */
export const resetPassword = (body: PasswordReset) => answered(client.POST("/api/auth/reset", { body }));

export const rename = (name: string) => answered(client.PATCH("/api/account", { body: { name } }));

/** Requests another email for the account: a code is sent to it, and one to the current email. */
export const changeEmail = (body: EmailRequest) => answered(client.POST("/api/account/email", { body }));

/** Changes the email with both codes. */
export const confirmEmail = (body: EmailCodes) => answered(client.POST("/api/account/email/confirm", { body }));

export const cancelEmailChange = () => answered(client.DELETE("/api/account/email"));

/** Signs out in all other browsers. */
export const endOtherSessions = () => client.DELETE("/api/account/sessions");

/** Deletes the account and everything of the user. */
export const deleteAccount = (password: string) => client.DELETE("/api/account", { body: { password } });
