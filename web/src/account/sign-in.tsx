import { useQueryClient } from "@tanstack/react-query";
import { logIn } from "../api/auth";
import { faultOf, hasStatus } from "../api/fault";
import { isKnown } from "../routes";
import type { Visit } from "../visit";
import { Card, WayTo } from "./card";
import { EmailField, PasswordField } from "./fields";
import { FieldError, Form } from "./form";
import { setPending } from "./pending";
import { isEmail, isPassword } from "./rules";
import { arrive, openScreen, useOnlySignedOut } from "./session";

const rules = { email: isEmail, password: isPassword };

/** The form to sign in. */
export function SignIn({ visit }: { visit: Visit }) {
  const queries = useQueryClient();
  const to = destination(visit.search);
  useOnlySignedOut(to ?? "/account");
  const send = async ({ email, password }: Record<keyof typeof rules, string>) => {
    try {
      const { user } = await logIn({ username: email, password });
      await arrive(queries, user, "Signed in", to ?? "/saved");
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
      intro="To your saved tools and submissions."
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

/** Returns where "?to=" leads, if that is one of our own screens. */
export function destination(search: string): string | undefined {
  const to = new URLSearchParams(search).get("to") ?? "";
  if (!to.startsWith("/") || !URL.canParse(to, "http://site")) return undefined;
  const { origin, pathname, search: query, hash } = new URL(to, "http://site");
  return origin === "http://site" && isKnown(pathname) ? pathname + query + hash : undefined;
}
