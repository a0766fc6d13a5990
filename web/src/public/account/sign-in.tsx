import { useQueryClient } from "@tanstack/react-query";
import { logIn } from "../../api/auth";
import { faultOf, hasStatus } from "../../api/fault";
import { EmailField, FieldError, Form } from "../../kit/form";
import { Card, WayTo } from "../../kit/form-card";
import { isEmail, isPassword } from "../../kit/form-rules";
import type { Visit } from "../../visit";
import { PasswordField } from "./fields";
import { arrive, openScreen, setPending, useOnlySignedOut } from "./session";

const rules = { email: isEmail, password: isPassword };

interface SignInProps {
  visit: Visit;
  /** Reports whether one of our screens is at this path. */
  isKnown: (path: string) => boolean;
}

/** The form to sign in. It leads to the screen in "?to=", or to the saved tools. */
export function SignIn({ visit, isKnown }: SignInProps) {
  const queries = useQueryClient();
  const destination = () => {
    const { pathname = "", search, hash } = askedFor(visit.search) ?? {};
    return isKnown(pathname) ? `${pathname}${search}${hash}` : "/saved";
  };
  useOnlySignedOut(destination);
  const send = async ({ email, password }: Record<keyof typeof rules, string>) => {
    try {
      const { user } = await logIn({ username: email, password });
      await arrive(queries, user, "Signed in", destination());
    } catch (error) {
      if (hasStatus(error, 401)) throw new FieldError("password", "The email or the password isn't right.");
      if (faultOf(error)?.code !== "not_verified") throw error;
      setPending({ email, password, isCodeSent: false });
      openScreen("/verify");
    }
  };
  return (
    <Card
      title="Sign in"
      intro="Your saved tools and submissions, on all your devices."
      links={
        <>
          <WayTo href="/forgot" before="Forgot your password?">
            Reset it
          </WayTo>
          <WayTo href="/sign-up" before="New here?">
            Create account
          </WayTo>
        </>
      }
    >
      <Form label="Sign in" rules={rules} send={send} action="Sign in" doing="Signing in…" wide>
        <EmailField />
        <PasswordField />
      </Form>
    </Card>
  );
}

/** Returns the URL in "?to=", if it is one of this site. */
function askedFor(search: string): URL | undefined {
  const to = new URLSearchParams(search).get("to");
  const site = "http://site";
  if (!to?.startsWith("/") || !URL.canParse(to, site)) return undefined;
  const url = new URL(to, site);
  return url.origin === site ? url : undefined;
}
