import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { forgotPassword, resetPassword } from "../../api/account";
import { Button } from "../../kit/button";
import { EmailField, Form } from "../../kit/form";
import { Card, WayTo } from "../../kit/form-card";
import { anything, isCode, isEmail, passwordMistake } from "../../kit/form-rules";
import { CodeField, PasswordField, SendAgain } from "./fields";
import { arrive } from "./session";

/** Sets a new password with a code that is sent by email; also for who is signed in, and has forgotten it. */
export function Forgot() {
  const [email, setEmail] = useState<string>();
  return email === undefined ? <Request onRequest={setEmail} /> : <Reset sentTo={email} />;
}

const backToSignIn = <WayTo href="/sign-in">Back to sign in</WayTo>;

/** `onRequest` gets the email that the code is sent to, or "" from a visitor who has a code already. */
function Request({ onRequest }: { onRequest: (email: string) => void }) {
  return (
    <Card title="Reset your password" intro="We'll email you a code to set a new one." links={backToSignIn}>
      <Form
        label="Reset your password"
        rules={{ email: isEmail }}
        send={async ({ email }) => {
          await forgotPassword(email);
          onRequest(email);
        }}
        action="Send code"
        doing="Sending…"
        wide
      >
        <EmailField />
      </Form>
      <Button tone="bare" className="mt-2 w-full" onClick={() => onRequest("")}>
        I have a code
      </Button>
    </Card>
  );
}

function Reset({ sentTo }: { sentTo: string }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState(sentTo);
  const isSent = sentTo !== "";
  const rules = { email: isSent ? anything : isEmail, code: isCode, password: passwordMistake };
  return (
    <Card
      title={isSent ? "Check your email" : "Reset your password"}
      intro={isSent ? `If ${sentTo} has an account, we've sent it a code.` : "Enter the code from our email."}
      links={backToSignIn}
    >
      <Form
        label="Set a new password"
        rules={rules}
        send={async (values) => {
          const { user } = await resetPassword({ ...values, email: sentTo || values.email });
          await arrive(queries, user, "Password changed");
        }}
        action="Set new password"
        doing="Saving…"
        wide
      >
        {isSent ? (
          <input type="hidden" name="username" autoComplete="username" value={sentTo} />
        ) : (
          <EmailField onInput={setEmail} />
        )}
        <CodeField hint="6 characters, valid for 10 minutes." focused={isSent} />
        <PasswordField label="New password" isNew />
      </Form>
      <p className="mt-3 text-center text-sm text-muted">You'll be signed out everywhere else.</p>
      <SendAgain email={email} send={forgotPassword} isSent={isSent} />
    </Card>
  );
}
