import { useQueryClient } from "@tanstack/react-query";
import { type Account, accountQuery, rename } from "../../api/account";
import { changePassword } from "../../api/auth";
import { Form } from "../../kit/form";
import { anything, isPassword, passwordMistake } from "../../kit/form-rules";
import { toast } from "../../kit/toast";
import { PasswordField, TextField } from "./fields";
import { Change, Section } from "./section";
import { whileSignedIn } from "./session";

/** Returns a function that shows the account as a call has answered it. */
export function useShowAccount() {
  const queries = useQueryClient();
  return (account: Account) => void queries.setQueryData(accountQuery().queryKey, account);
}

export function NameSection({ name }: { name: string }) {
  const show = useShowAccount();
  return (
    <Section title="Name">
      <div className="max-w-md">
        <Form
          label="Name"
          rules={{ name: anything }}
          send={async (values) => {
            show(await whileSignedIn(rename(values.name)));
            toast({ title: "Name saved" });
          }}
          tone="quiet"
          action="Save name"
          doing="Saving…"
        >
          <TextField
            name="name"
            label="Your name"
            hint="Never published."
            maxLength={200}
            autoComplete="name"
            value={name}
          />
        </Form>
      </div>
    </Section>
  );
}

export function PasswordSection({ email }: { email: string }) {
  const queries = useQueryClient();
  return (
    <Section title="Password">
      <Change action="Change password">
        {(close) => (
          <Form
            label="Change password"
            rules={{ currentPassword: isPassword, newPassword: passwordMistake }}
            send={async (passwords) => {
              await whileSignedIn(changePassword(passwords));
              void queries.invalidateQueries(accountQuery());
              close();
              toast({ title: "Password changed", description: "You've been signed out everywhere else." });
            }}
            action="Change password"
            doing="Changing…"
            onCancel={close}
          >
            <input type="hidden" name="username" autoComplete="username" value={email} />
            <PasswordField name="currentPassword" label="Current password" />
            <PasswordField name="newPassword" label="New password" isNew />
          </Form>
        )}
      </Change>
      <a href="/forgot" className="text-link mt-2 inline-flex min-h-11 items-center text-sm">
        Forgot your password?
      </a>
    </Section>
  );
}
