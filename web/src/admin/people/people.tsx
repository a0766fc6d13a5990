import { IconUserPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { meQuery } from "../../api/auth";
import type { Administrator, Invitation, Invited } from "../../api/schema.gen";
import { CopyButton } from "../../kit/admin/buttons";
import { NothingYet } from "../../kit/admin/card";
import { useConfirmation } from "../../kit/admin/confirmation";
import { daysLeft, isSet } from "../../kit/admin/days";
import { FormActions, Select, SelectField, TextField, useEditor } from "../../kit/admin/editor";
import { Loaded, LoadingRows } from "../../kit/admin/list";
import { Moment } from "../../kit/admin/people";
import { CallQuestion, useCall } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen";
import { panelRows } from "../../kit/admin/styles";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { toast } from "../../kit/toast";
import { changePerson, invite, peopleChanged, peopleQuery, revokeInvitation } from "./api";
import { type Role, roleOptions, roles } from "./roles";

type Confirmed = ReturnType<typeof useConfirmation>["confirmed"];

/** Who administers the site, and who is invited to. */
export default function People() {
  const people = useQuery(peopleQuery());
  const { confirmed, question } = useConfirmation();
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<Invited | null>(null);
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <ScreenHead title="People">
          The people who run this site. A new role or a disabled account signs them out at once.
        </ScreenHead>
        <Button tone="brass" onClick={() => setInviting(true)}>
          <IconUserPlus size={16} aria-hidden="true" />
          Invite
        </Button>
      </div>
      <Loaded query={people} failure="Couldn't load the people" loading={<LoadingRows what="people" />}>
        {({ people, invitations }) => (
          <>
            <ul aria-label="People" className={`${panelRows} mt-5`}>
              {people.map((person) => (
                <PersonRow key={person.id} person={person} confirmed={confirmed} />
              ))}
            </ul>
            <h2 className="mt-9 mb-2 font-display text-2xl">Invitations</h2>
            {invitations.length > 0 ? (
              <ul aria-label="Invitations" className={panelRows}>
                {invitations.map((invitation) => (
                  <InvitationRow key={invitation.id} invitation={invitation} confirmed={confirmed} />
                ))}
              </ul>
            ) : (
              <NothingYet>
                Nobody is invited right now. An invitation is a link that works once, for seven days.
              </NothingYet>
            )}
          </>
        )}
      </Loaded>
      {isInviting ? (
        <InviteDialog
          confirmed={confirmed}
          sendsEmail={people.data?.sendsEmail ?? false}
          onClose={() => setInviting(false)}
          onInvited={(invited) => {
            setInviting(false);
            if (invited.link) setLink(invited);
            else toast({ title: "Invitation sent", description: `We email a link to ${invited.invitation.email}.` });
          }}
        />
      ) : null}
      {link ? <LinkDialog invited={link} onClose={() => setLink(null)} /> : null}
      {question}
    </>
  );
}

const rowLayout = "grid gap-x-6 gap-y-3 px-5 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center";

/** An administrator, their role, and the button that disables them. */
function PersonRow({ person, confirmed }: { person: Administrator; confirmed: Confirmed }) {
  const { id, email, name, role, isDisabled, hasTwoFactor, lastSeenAt } = person;
  const [asked, setAsked] = useState<{ role?: Role; isDisabled?: boolean } | null>(null);
  const isYou = useQuery({ ...meQuery(), enabled: false }).data?.user.id === id;
  const enable = useCall(() => confirmed(() => changePerson(id, { isDisabled: false })), {
    done: () => ({ title: "Account enabled", description: `${email} can sign in again.` }),
    changed: peopleChanged,
    failure: "Couldn't enable this account",
  });
  return (
    <li className={rowLayout} aria-label={email}>
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="line-clamp-2 min-w-0 font-medium text-[0.9375rem]">{name === "" ? email : name}</bdi>
          {isYou ? <Badge>You</Badge> : null}
          {isDisabled ? <Badge tone="danger">Disabled</Badge> : null}
        </p>
        {name === "" ? null : <bdi className="block text-[0.8125rem] text-muted">{email}</bdi>}
        <p className="mt-0.5 text-[0.8125rem] text-dim">
          {isSet(lastSeenAt) ? (
            <>
              Last seen <Moment at={lastSeenAt} />
            </>
          ) : (
            "Never signed in"
          )}
          {" · "}
          {hasTwoFactor ? "Two-factor on" : "Two-factor off"}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 md:justify-end">
        <Select
          aria-label={`Role of ${email}`}
          className="w-auto min-w-32"
          value={role}
          options={roleOptions}
          change={(chosen) => setAsked({ role: chosen as Role })}
        />
        <Button
          size="small"
          tone="bare"
          aria-disabled={enable.isPending}
          className="aria-disabled:opacity-50"
          onClick={() => (isDisabled ? enable.isPending || enable.mutate() : setAsked({ isDisabled: true }))}
        >
          {isDisabled ? "Enable" : "Disable"} <span className="sr-only">{email}</span>
        </Button>
      </div>
      {asked ? (
        <CallQuestion
          {...questionOf(person, asked, isYou)}
          danger={asked.isDisabled === true}
          call={() => confirmed(() => changePerson(id, asked))}
          changed={peopleChanged}
          failure="Couldn't change this account"
          onClose={() => setAsked(null)}
        />
      ) : null}
    </li>
  );
}

/** Returns what is asked before a change, and what is said after it. */
function questionOf({ email, role }: Administrator, asked: { role?: Role }, isYou: boolean) {
  const signedOut = isYou ? "You'll be signed out." : "They are signed out at once, and their API tokens are revoked.";
  if (!asked.role)
    return {
      title: "Disable this account?",
      description: `${email} can't sign in until you enable the account again. ${signedOut}`,
      action: "Disable",
      doing: "Disabling...",
      done: () => ({ title: "Account disabled", description: `${email} can't sign in.` }),
    };
  const { label, may } = roles[asked.role];
  return {
    title: `Make ${isYou ? "yourself" : "this person"} ${label.toLowerCase()}?`,
    description: `${email} is ${roles[role].label.toLowerCase()} now. ${may} ${signedOut}`,
    action: "Change role",
    doing: "Changing...",
    done: () => ({ title: "Role changed", description: `${email} is now ${label.toLowerCase()}.` }),
  };
}

/** An invitation that waits to be accepted. */
function InvitationRow({ invitation, confirmed }: { invitation: Invitation; confirmed: Confirmed }) {
  const { id, email, role, invitedBy, expiresAt } = invitation;
  const [isAsking, setAsking] = useState(false);
  const days = daysLeft(expiresAt, 0, Date.now());
  return (
    <li className={rowLayout} aria-label={email}>
      <div className="min-w-0 wrap-anywhere">
        <bdi className="block font-medium text-[0.9375rem]">{email}</bdi>
        <p className="mt-0.5 text-[0.8125rem] text-dim">
          {roles[role].label} · invited by {invitedBy} · {countOf(days, "day")} left
        </p>
      </div>
      <div className="flex md:justify-end">
        <Button size="small" tone="bare" onClick={() => setAsking(true)}>
          Revoke <span className="sr-only">the invitation of {email}</span>
        </Button>
      </div>
      {isAsking ? (
        <CallQuestion
          title="Revoke this invitation?"
          description={`The link that ${email} has stops working.`}
          action="Revoke"
          doing="Revoking..."
          danger
          call={() => confirmed(() => revokeInvitation(id))}
          changed={peopleChanged}
          done={() => ({ title: "Invitation revoked" })}
          failure="Couldn't revoke the invitation"
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}

interface InviteDialogProps {
  confirmed: Confirmed;
  sendsEmail: boolean;
  onClose: () => void;
  onInvited: (invited: Invited) => void;
}

/** Invites somebody by their email address. */
function InviteDialog({ confirmed, sendsEmail, onClose, onInvited }: InviteDialogProps) {
  const queries = useQueryClient();
  const { form, text, values, isSaving } = useEditor({
    opened: { email: "", role: "editor" as Role },
    check: ({ email }) => (email.includes("@") ? {} : { email: "Please enter an email address." }),
    save: ({ email, role }) => confirmed(() => invite({ email: email.trim(), role })),
    onSaved: async (invited) => {
      await peopleChanged(queries);
      onInvited(invited);
    },
    failure: "Couldn't invite them",
  });
  return (
    <Modal
      firm
      open
      onClose={onClose}
      title="Invite somebody"
      description={
        sendsEmail
          ? "They get a link by email, with which they choose their name and password."
          : "This site sends no email, so you get a link to pass on."
      }
    >
      <form {...form} className="mt-5">
        <TextField {...text("email")} label="Email" type="email" required />
        <SelectField {...text("role")} label="Role" hint={roles[values.role].may} options={roleOptions} />
        <FormActions action="Invite" doing="Inviting..." isSending={isSaving} onCancel={onClose} />
      </form>
    </Modal>
  );
}

/** Shows the link of an invitation, this once. */
function LinkDialog({ invited: { invitation, link }, onClose }: { invited: Invited; onClose: () => void }) {
  return (
    <Modal
      firm
      open
      onClose={onClose}
      title="Invitation link"
      description={`Send this link to ${invitation.email} yourself. It works once, for seven days, and isn't shown again.`}
    >
      <p className="mt-5 rounded-lg border border-line px-3 py-2 font-mono text-[0.8125rem] wrap-anywhere">{link}</p>
      <div className="modal-actions">
        <CopyButton text={link} noun="invitation link" />
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  );
}
