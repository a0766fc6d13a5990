import { signIn } from "../admin";
import { answer, goTo, letThrough, type Scenarios, stall } from "./scenario";

const login = "**/api/auth/login";

const invalid = { error: "Invalid credentials", message: "Invalid credentials", code: "x" };

export const session: Scenarios = {
  "signing in and out": [
    { acts: [goTo("/admin/login")], shows: ["Admin Panel", "Email", "Password", "Login"] },
    {
      acts: [answer("POST", login, { status: 401, json: invalid }), signIn],
      shows: ["Login Failed / Invalid credentials"],
    },
    {
      acts: [(page) => page.route(login, (route) => route.abort()), signIn],
      shows: ["Error / Failed to connect to server"],
    },
    {
      // Signing in replaces the browser's session, which other scenarios share.
      acts: [letThrough, (page) => page.context().clearCookies(), signIn],
      shows: ["Welcome to the admin panel!", "Admin Dashboard"],
    },
    {
      acts: [answer("POST", "**/api/auth/logout", { status: 204 }), "Logout"],
      shows: ["Logged out / You have been successfully logged out"],
    },
  ],
  "a slow sign-in": [{ acts: [goTo("/admin/login"), stall("POST", login), signIn], shows: ["Logging in..."] }],
};
