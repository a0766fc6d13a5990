import { type Feature, lazyRoute, type Route } from "../../route";
import type { Visit } from "../../visit";
import { AccountLink } from "./account-link";
import { FollowAccount } from "./use-account-list";

export const accountFeature: Feature = {
  pages: accountPages,
  account: [AccountLink],
  everyPage: [FollowAccount],
};

/** The screen to sign in leads to any other page that is known. */
function accountPages(isKnown: (path: string) => boolean): Route[] {
  return [
    lazyRoute("/sign-up", async () => (await import("./sign-up")).SignUp, "Create account"),
    lazyRoute(
      "/sign-in",
      async () => {
        const { SignIn } = await import("./sign-in");
        return ({ visit }: { visit: Visit }) => <SignIn visit={visit} isKnown={isKnown} />;
      },
      "Sign in",
    ),
    lazyRoute("/verify", async () => (await import("./verify")).Verify, "Confirm your email"),
    lazyRoute("/forgot", async () => (await import("./forgot")).Forgot, "Reset your password"),
    lazyRoute("/account", async () => (await import("./account")).Account, "Your account"),
  ].map((route) => ({ ...route, needs: "accounts" }));
}
