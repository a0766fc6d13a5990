import { signUp } from "../../api/account";
import { EmailField, Form } from "../../kit/form";
import { Card, WayTo } from "../../kit/form-card";
import { anything, isEmail, passwordMistake } from "../../kit/form-rules";
import { PasswordField, TextField } from "./fields";
import { openScreen, setPending, useOnlySignedOut } from "./session";

const rules = { email: isEmail, name: anything, password: passwordMistake };

/** The form for a new account. */
export function SignUp() {
  useOnlySignedOut();
  return (
    <Card
      title="Create account"
      intro="Sync your saved tools and track your submissions. Everything else works without an account."
      links={
        <>
          <WayTo href="/sign-in" before="Already have an account?">
            Sign in
          </WayTo>
          <WayTo href="/privacy-policy" before="What we store, and why:">
            Privacy Policy
          </WayTo>
        </>
      }
    >
      <Form
        label="Create account"
        rules={rules}
        send={async (values) => {
          await signUp(values);
          setPending({ ...values, isCodeSent: true });
          openScreen("/verify");
        }}
        action="Create account"
        doing="Creating account…"
        wide
      >
        <EmailField />
        <TextField name="name" label="Name" hint="Never published." maxLength={200} autoComplete="name" />
        <PasswordField isNew />
      </Form>
    </Card>
  );
}
