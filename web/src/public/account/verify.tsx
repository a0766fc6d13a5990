import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { resendCode, verify } from "../../api/account";
import { EmailField, Form } from "../../kit/form";
import { Card, WayTo } from "../../kit/form-card";
import { anything, isCode, isEmail, isPassword } from "../../kit/form-rules";
import { CodeField, PasswordField, SendAgain } from "./fields";
import { arrive, pendingSignUp, useOnlySignedOut } from "./session";

const allRules = { email: isEmail, password: isPassword, code: isCode };
/** The email and the password are known, and have no fields. */
const pendingRules = { ...allRules, email: anything, password: anything };

/** Confirms the email of a new account with its code, and signs in. Email and password are asked for after a reload. */
export function Verify() {
  useOnlySignedOut();
  const queries = useQueryClient();
  const [pending] = useState(pendingSignUp);
  const [email, setEmail] = useState(pending?.email ?? "");
  const rules = pending ? pendingRules : allRules;
  return (
    <Card
      title={pending?.isCodeSent ? "Check your email" : "Confirm your email"}
      intro={introOf(pending)}
      links={<WayTo href="/sign-in">Back to sign in</WayTo>}
    >
      <Form
        label="Confirm your email"
        rules={rules}
        send={async (values) => {
          const { user } = await verify({
            ...values,
            ...(pending && { email: pending.email, password: pending.password }),
          });
          await arrive(queries, user, "Your account is ready");
        }}
        action="Confirm"
        doing="Confirming…"
        wide
      >
        {pending ? null : (
          <>
            <EmailField onInput={setEmail} />
            <PasswordField />
          </>
        )}
        <CodeField hint="6 characters, valid for 10 minutes." focused={pending !== undefined} />
      </Form>
      <SendAgain email={email} send={resendCode} isSent={pending?.isCodeSent} />
    </Card>
  );
}

function introOf(pending: ReturnType<typeof pendingSignUp>): string {
  if (!pending) return "Enter the code from our email, and the email and password you signed up with.";
  return pending.isCodeSent
    ? `We've sent a code to ${pending.email}. Already have an account? The email will tell you.`
    : `Your email isn't confirmed yet. Enter the code we sent to ${pending.email}, or get a new one.`;
}
