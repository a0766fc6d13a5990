import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormActions, TextField, useEditor } from "../../kit/admin/editor";
import { StatePanel } from "../../kit/admin/list";
import { useSession } from "../../kit/admin/session";
import { buttonStyle } from "../../kit/button";
import { passwordMistake, passwordRule } from "../../kit/form-rules";
import { Skeleton } from "../../kit/skeleton";
import { toast } from "../../kit/toast";
import { acceptInvitation, openInvitation } from "./api";
import { type Role, roles } from "./roles";

/** What the link of an invitation opens: a form for the name and password of the new administrator. */
export default function InvitationScreen({ siteName }: { siteName: string }) {
  const [token] = useState(() => location.hash.slice(1));
  const opened = useQuery({ queryKey: ["invitation", token], queryFn: () => openInvitation(token), gcTime: 0 });
  if (opened.isPending)
    return (
      <div role="status" className="sign-in-card">
        <span className="sr-only">Loading the invitation...</span>
        <Skeleton className="h-10 w-64 max-w-full" />
        <Skeleton className="mt-6 h-72" />
      </div>
    );
  if (opened.isError)
    return (
      <div role="alert">
        <h1 className="sr-only">Invitation</h1>
        <StatePanel
          title="This invitation doesn't work"
          text="It may have been used, revoked or replaced, or it is older than seven days. Ask for a new one."
        >
          <a href="/admin/login" className={buttonStyle()}>
            Sign in
          </a>
        </StatePanel>
      </div>
    );
  return <AcceptForm token={token} siteName={siteName} {...opened.data} />;
}

interface AcceptFormProps {
  token: string;
  siteName: string;
  email: string;
  role: Role;
  invitedBy: string;
}

function AcceptForm({ token, siteName, email, role, invitedBy }: AcceptFormProps) {
  const session = useSession();
  const { form, text, isSaving } = useEditor({
    opened: { name: "", password: "" },
    check: ({ password }) => {
      const mistake = passwordMistake(password);
      return mistake ? { password: mistake } : {};
    },
    save: ({ name, password }) => acceptInvitation({ token, name: name.trim(), password }),
    onSaved: ({ user }) => {
      session.start(user);
      toast({ title: "Welcome to the admin panel!" });
    },
    failure: "Couldn't accept the invitation",
  });
  const { label, may } = roles[role];
  return (
    <form {...form} className="sign-in-card">
      <h1 className="font-display text-4xl">Join {siteName}</h1>
      <p className="mt-2 mb-6 text-pretty text-sm text-muted">
        {invitedBy} invited you as {label.toLowerCase()}. {may}
      </p>
      <TextField
        label="Email"
        name="username"
        required
        readOnly
        value={email}
        change={() => {}}
        autoComplete="username"
      />
      <TextField
        {...text("name")}
        label="Your name"
        hint="Shown to the other people who run this site."
        maxLength={200}
        autoComplete="name"
      />
      <TextField
        {...text("password")}
        label="Password"
        required
        type="password"
        autoComplete="new-password"
        hint={passwordRule}
      />
      <FormActions action="Accept" doing="Accepting..." isSending={isSaving} onCancel={() => location.assign("/")} />
    </form>
  );
}
