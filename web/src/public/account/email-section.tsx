import { useMutation } from "@tanstack/react-query";
import { cancelEmailChange, changeEmail, confirmEmail } from "../../api/account";
import { sentenceOf } from "../../api/fault";
import { EmailField } from "../../kit/email-field";
import { Form } from "../../kit/form";
import { isCode, isEmail, isPassword } from "../../kit/form-rules";
import { toast } from "../../kit/toast";
import { useFocusAfter } from "../../kit/use-focus-after";
import { CodeField, PasswordField } from "./fields";
import { useShowAccount } from "./profile-sections";
import { Change, Section } from "./section";
import { whileSignedIn } from "./session";

interface EmailSectionProps {
  email: string;
  /** A new email that waits for its codes, or "". */
  pendingEmail: string;
}

/** The email, and its change, which is confirmed at both addresses. */
export function EmailSection({ email, pendingEmail }: EmailSectionProps) {
  return (
    <Section title="Email">
      <p className="mb-4 wrap-anywhere">{email}</p>
      <div ref={useFocusAfter(pendingEmail)}>
        {pendingEmail === "" ? <Request /> : <Confirm email={email} pendingEmail={pendingEmail} />}
      </div>
    </Section>
  );
}

function Request() {
  const show = useShowAccount();
  return (
    <Change action="Change email">
      {(close) => (
        <Form
          label="Change email"
          rules={{ email: isEmail, currentPassword: isPassword }}
          send={async (values) => show(await whileSignedIn(changeEmail(values)))}
          action="Send codes"
          doing="Sending…"
          onCancel={close}
        >
          <EmailField label="New email" autoComplete="email" />
          <PasswordField name="currentPassword" label="Current password" />
        </Form>
      )}
    </Change>
  );
}

function Confirm({ email, pendingEmail }: EmailSectionProps) {
  const show = useShowAccount();
  const cancel = useMutation({
    mutationFn: () => whileSignedIn(cancelEmailChange()),
    onSuccess: show,
    onError: (error) =>
      toast({ title: "Couldn't cancel the change", description: sentenceOf(error, tryAgain), tone: "destructive" }),
  });
  return (
    <div className="max-w-md rounded-xl border border-line p-4 sm:p-5">
      <p className="mb-3 text-sm/relaxed text-muted">
        We've sent a code to each address, valid for 10 minutes. Enter both to change your email.
      </p>
      <Form
        label="Confirm your new email"
        rules={{ currentCode: isCode, newCode: isCode }}
        send={async (codes) => {
          show(await whileSignedIn(confirmEmail(codes)));
          toast({ title: "Email changed", description: `From now on, sign in with ${pendingEmail}.` });
        }}
        action="Change email"
        doing="Changing…"
        onCancel={() => cancel.mutate()}
      >
        <CodeField name="currentCode" label="Code from your current email" hint={`Sent to ${email}.`} />
        <CodeField name="newCode" label="Code from your new email" hint={`Sent to ${pendingEmail}.`} />
      </Form>
    </div>
  );
}

const tryAgain = "Please try again.";
