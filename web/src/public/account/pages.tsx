import { lazyRoute, type Route } from "../../route";
import type { Visit } from "../../visit";

/** The pages of readers' accounts. The screen to sign in leads to any other, if `isKnown` reports that it exists. */
export const accountPages = (isKnown: (path: string) => boolean): Route[] =>
  [
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
