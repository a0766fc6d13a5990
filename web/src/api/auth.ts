import { queryOptions } from "@tanstack/react-query";
import { change } from "./client";

/** Somebody who may sign in. */
export interface User {
  id: number;
  email: string;
  name: string;
  isAdmin: boolean;
}

interface Me {
  user: User;
  /** When the session ends, unless it is used before: RFC 3339. */
  expires: string;
}

/** Who is signed in, as the server has it. */
export const meQuery = () => queryOptions<Me, Error, Me, [string]>({ queryKey: ["/api/auth/me"] });

/** Signs in. The answer comes with the session's cookie. */
export const logIn = (credentials: { username: string; password: string }) =>
  change<{ user: User }>("POST", "/api/auth/login", credentials);

/** Ends the session. */
export const logOut = () => change<undefined>("POST", "/api/auth/logout");

/** Changes the password of who is signed in; every other session and token of theirs ends. */
export const changePassword = (passwords: { currentPassword: string; newPassword: string }) =>
  change<{ user: User }>("POST", "/api/auth/password", passwords);
