import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnToken } from "../../api/schema.gen";
import { CopyButton } from "../../kit/admin/buttons";
import { Card } from "../../kit/admin/card";
import { useConfirmation } from "../../kit/admin/confirmation";
import { dayOf, isSet } from "../../kit/admin/days";
import { FormActions, SelectField, TextField, useEditor } from "../../kit/admin/editor";
import { CallQuestion } from "../../kit/admin/question";
import { Button } from "../../kit/button";
import { Modal } from "../../kit/modal";
import { accountChanged, createToken, revokeToken } from "./api";

type Scope = OwnToken["scope"];
type Confirmed = ReturnType<typeof useConfirmation>["confirmed"];

const scopes: { value: Scope; label: string; hint: string }[] = [
  { value: "read", label: "Read content", hint: "What visitors see, drafts, and what a copy of this site needs." },
  { value: "read-all", label: "Read everything", hint: "Also the history, submissions, the trash, clicks and views." },
  { value: "admin", label: "Everything you can do", hint: "Also change and delete." },
];

const ends = [
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
  ["0", "Never"],
] as const;

/** The tokens with which programs act for the administrator. */
export function TokensCard({ tokens, role }: { tokens: OwnToken[]; role: string }) {
  const { confirmed, question } = useConfirmation();
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState("");
  const [revoked, setRevoked] = useState<OwnToken | null>(null);
  return (
    <Card title="API tokens">
      <p className="text-[0.875rem] text-muted">
        For programs that act for you, with at most what your role, {role}, allows. A new password or role ends all of
        them.
      </p>
      {tokens.length > 0 ? (
        <ul aria-label="API tokens" className="mt-3 divide-y divide-hairline">
          {tokens.map((token) => (
            <li key={token.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 flex-1 wrap-anywhere">
                <p className="text-[0.9375rem]">{token.name}</p>
                <p className="text-[0.8125rem] text-dim">{factsOf(token)}</p>
              </div>
              <Button size="small" tone="bare" onClick={() => setRevoked(token)}>
                Revoke <span className="sr-only">{token.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Button className="mt-3" onClick={() => setCreating(true)}>
        Create token
      </Button>
      {isCreating ? (
        <CreateDialog
          confirmed={confirmed}
          onClose={() => setCreating(false)}
          onCreated={(token) => {
            setCreating(false);
            setMade(token);
          }}
        />
      ) : null}
      {made === "" ? null : <TokenDialog token={made} onClose={() => setMade("")} />}
      {revoked ? (
        <CallQuestion
          title="Revoke this token?"
          description={`What uses “${revoked.name}” can't reach this site any more.`}
          action="Revoke"
          doing="Revoking..."
          danger
          call={() => confirmed(() => revokeToken(revoked.id))}
          changed={accountChanged}
          done={() => ({ title: "Token revoked" })}
          failure="Couldn't revoke this token"
          onClose={() => setRevoked(null)}
        />
      ) : null}
      {question}
    </Card>
  );
}

function factsOf({ scope, expiresAt, lastUsedAt }: OwnToken) {
  const label = scopes.find(({ value }) => value === scope)?.label ?? scope;
  const until = isSet(expiresAt) ? `until ${dayOf(expiresAt)}` : "never expires";
  return `${label} · ${until} · ${isSet(lastUsedAt) ? `last used ${dayOf(lastUsedAt)}` : "never used"}`;
}

interface CreateDialogProps {
  confirmed: Confirmed;
  onClose: () => void;
  onCreated: (token: string) => void;
}

function CreateDialog({ confirmed, onClose, onCreated }: CreateDialogProps) {
  const queries = useQueryClient();
  const { form, text, values, isSaving } = useEditor({
    opened: { name: "", scope: "read" as Scope, days: "90" },
    check: ({ name }) => (name.trim() === "" ? { name: "Please name the token after what uses it." } : {}),
    save: ({ name, scope, days }) => confirmed(() => createToken({ name: name.trim(), scope, days: Number(days) })),
    onSaved: async ({ token }) => {
      await accountChanged(queries);
      onCreated(token);
    },
    failure: "Couldn't create the token",
  });
  return (
    <Modal firm open onClose={onClose} title="Create an API token">
      <form {...form} className="mt-5">
        <TextField
          {...text("name")}
          label="Name"
          hint="What uses it, for example “nightly prices”."
          maxLength={200}
          required
        />
        <SelectField
          {...text("scope")}
          label="What it can do"
          hint={scopes.find(({ value }) => value === values.scope)?.hint}
          options={scopes.map(({ value, label }) => [value, label])}
        />
        <SelectField {...text("days")} label="Expires" options={ends} />
        <FormActions action="Create token" doing="Creating..." isSending={isSaving} onCancel={onClose} />
      </form>
    </Modal>
  );
}

/** Shows a new token, this once. */
function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Modal
      firm
      open
      onClose={onClose}
      title="Your new token"
      description="Copy it now: it isn't shown again. Programs send it as “Authorization: Bearer …”."
    >
      <p className="mt-5 rounded-lg border border-line px-3 py-2 font-mono text-[0.8125rem] wrap-anywhere">{token}</p>
      <div className="modal-actions">
        <CopyButton text={token} noun="token" />
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  );
}
