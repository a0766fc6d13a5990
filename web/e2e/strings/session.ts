import { signIn } from "../admin";
import { answer, press, type Scenario, stall } from "./scenario";

const login = "**/api/auth/login";

const invalid = { error: "Invalid credentials", message: "Invalid credentials", code: "x" };

export const session: Scenario[] = [
  {
    name: "signing in and out",
    steps: [
      { act: (page) => page.goto("/admin/login"), shows: ["Admin Panel", "Email", "Password", "Login"] },
      {
        act: async (page) => {
          await answer(page, "POST", login, { status: 401, json: invalid });
          await signIn(page);
        },
        shows: ["Login Failed / Invalid credentials"],
      },
      {
        act: async (page) => {
          await page.route(login, (route) => route.abort());
          await signIn(page);
        },
        shows: ["Error / Failed to connect to server"],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await page.context().clearCookies(); // signing in replaces the browser's session, which other scenarios share
          await signIn(page);
        },
        shows: ["Welcome to the admin panel!", "Admin Dashboard"],
      },
      {
        act: async (page) => {
          await answer(page, "POST", "**/api/auth/logout", { status: 204 });
          await press(page, "Logout");
        },
        shows: ["Logged out / You have been successfully logged out"],
      },
    ],
  },
  {
    name: "a slow sign-in",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin/login");
          await stall(page, "POST", login);
          await signIn(page);
        },
        shows: ["Logging in..."],
      },
    ],
  },
];
