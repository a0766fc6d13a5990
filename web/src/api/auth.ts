import { answered, client, read } from "./client";
import type { components } from "./schema.gen";

/** Somebody who may sign in. */
export type User = components["schemas"]["Person"];

/** Who is signed in, as the server has it. */
export const meQuery = () => read("/api/auth/me", {});

/** Signs in. The answer comes with the session's cookie. */
export async function logIn(body: components["schemas"]["Credentials"]) {
  const { data } = await client.POST("/api/auth/login", { body });
  return answered(data);
}

/** Ends the session. */
export async function logOut() {
  await client.POST("/api/auth/logout");
}

/** Changes the password of who is signed in; every other session and token of theirs ends. */
export async function changePassword(body: components["schemas"]["PasswordChange"]) {
  const { data } = await client.POST("/api/auth/password", { body });
  return answered(data);
}
