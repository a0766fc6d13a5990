import { RequestError, read } from "./client";
import { answered, client } from "./openapi-client";
import type { CodeCredentials, Credentials, PasswordChange, Person, Session } from "./schema.gen";

/** A user who may sign in. */
export type User = Person;

/** The signed-in user, and what they may use. */
export type Me = Session;

/** The signed-in user. */
export const meQuery = () => read("/api/auth/me", {});

/** Signs in. The response sets the session cookie. */
export const logIn = (body: Credentials) => answered(client.POST("/api/auth/login", { body }));

/** Signs in to the admin area, with a code for users who have two-factor authentication. A session of anybody else is ended at once. */
export async function logInAsAdministrator(body: Credentials | CodeCredentials) {
  const answer = await ("code" in body ? answered(client.POST("/api/auth/login/code", { body })) : logIn(body));
  if (answer.user.isAdmin) return answer;
  await logOut();
  throw new RequestError(403, JSON.stringify({ message: "This account can't manage the site." }));
}

/** Ends the session. */
export const logOut = () => client.POST("/api/auth/logout");

/** Changes the signed-in user's password, which ends their other sessions and revokes their tokens. */
export const changePassword = (body: PasswordChange) => answered(client.POST("/api/auth/password", { body }));
