import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Draft, DraftInput } from "../../api/schema.gen";
import { go } from "../../history";
import { dayOf } from "../../kit/admin/days";
import { EditorFooter, TextField, useEditor } from "../../kit/admin/editor";
import { FailedPanel, Loading, ViewSwitch } from "../../kit/admin/list";
import { CallQuestion } from "../../kit/admin/question";
import { panel, remark } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { toast } from "../../kit/toast";
import {
  type Cadence,
  discardDraft,
  draftPreviewQuery,
  draftQuery,
  issuesChanged,
  saveDraft,
  sendIssue,
  testDraft,
} from "./api";
import { inputOf, isSame, valuesOf } from "./draft-order";
import { tabAddress } from "./screen";
import { SendDialog } from "./send-dialog";
import { AddTool, ToolList } from "./tool-list";

const views = [
  { value: "edit", label: "Edit" },
  { value: "preview", label: "Preview" },
] as const;

interface IssueFormProps {
  draft: Draft;
  /** Reads the draft again for the number of its recipients. */
  refresh: () => void;
  /** Reads the draft again and opens it in place of this form. */
  reset: () => Promise<void>;
}

/** The next issue of a cadence: what it says, its email, and what can be done with it. */
export function IssueForm({ draft, refresh, reset }: IssueFormProps) {
  const { cadence, number, recipients, isStored } = draft;
  const queries = useQueryClient();
  const [view, setView] = useState<(typeof views)[number]["value"]>("edit");
  const [question, setQuestion] = useState<"send" | "discard" | null>(null);
  const close = () => setQuestion(null);
  const { form, values, errors, isChanged, text, change, refuse, isSaving, setErrors } = useEditor({
    opened: valuesOf(draft),
    isSame,
    save: (values) => saveDraft(cadence, inputOf(values)),
    valuesOf,
    onSaved: (answer) => {
      queries.setQueryData(draftQuery(cadence).queryKey, answer);
      toast({ title: "Issue saved", description: "It isn't sent yet." });
    },
    failure: "Couldn't save the issue",
    onRefused: () => setView("edit"),
  });
  const test = useMutation({
    mutationFn: () => testDraft(cadence, inputOf(values)),
    onSuccess: () => {
      setErrors({});
      toast({ title: "Test on its way", description: "We email it to the address you signed in with." });
    },
    onError: refuse("Couldn't send the test"),
  });
  return (
    <>
      <form {...form} className="mt-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 text-[0.875rem] text-muted">
            {isStored || isChanged ? "Edited" : `Drafted from what's new since ${dayOf(draft.since)}`}
            {" · "}
            {recipients === 0 ? "no subscribers yet" : countOf(recipients, "subscriber")}
          </p>
          <ViewSwitch tabs={views} chosen={view} choose={setView} />
        </div>
        {recipients === 0 ? (
          <p className={`${remark} mt-4 border-line border-dashed text-[0.875rem] text-muted`}>
            No {cadence} subscribers yet. Visitors subscribe at /newsletter, and you can import subscribers under
            Audience.
          </p>
        ) : null}
        <div
          className="mt-4 grid gap-x-10 gap-y-2 min-[72rem]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          hidden={view !== "edit"}
        >
          <div>
            <TextField {...text("subject")} label="Subject" required />
            <TextField {...text("intro")} label="Introduction" hint="Markdown. Shown above the tools." rows={8} />
          </div>
          <div className="min-w-0">
            <AddTool
              items={values.items}
              error={errors.items}
              add={(item) => change({ items: [...values.items, item] })}
            />
            {values.items.length === 0 ? (
              <p className={`${remark} mt-1 border-line border-dashed text-[0.875rem] text-muted`}>
                {isStored || isChanged
                  ? "No tools yet. Add one above."
                  : `Nothing is new since ${dayOf(draft.since)}. Add tools above, or come back later.`}
              </p>
            ) : (
              <ToolList items={values.items} onChange={(items) => change({ items })} />
            )}
          </div>
        </div>
        {view === "preview" ? (
          <div className="mt-4">
            <EmailPreview cadence={cadence} input={inputOf(values)} />
          </div>
        ) : null}
        <EditorFooter isChanged={isChanged}>
          {isStored || isChanged ? (
            <Button tone="bare" onClick={() => setQuestion("discard")}>
              Start over
            </Button>
          ) : null}
          <Button disabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? "Sending test..." : "Send test to me"}
          </Button>
          <Button type="submit" disabled={isSaving || !isChanged}>
            {isSaving ? "Saving..." : "Save"}
          </Button>
          <Button tone="brass" disabled={recipients === 0} onClick={() => setQuestion("send")}>
            Send…
          </Button>
        </EditorFooter>
      </form>
      {question === "discard" ? (
        <CallQuestion
          danger
          title="Start this issue over?"
          description="Your subject, introduction and tools will be replaced by a new draft of what's new."
          action="Start over"
          doing="Starting over..."
          failure="Couldn't start over"
          call={() => discardDraft(cadence)}
          changed={reset}
          done={() => ({ title: "Started over", description: "The issue shows what's new again." })}
          onClose={close}
        />
      ) : null}
      {question === "send" ? (
        <SendDialog
          subject={values.subject}
          number={number}
          recipients={recipients}
          refresh={refresh}
          send={(schedule, key) => sendIssue(cadence, { ...inputOf(values), ...schedule }, key)}
          onSent={({ number, status }) => {
            toast(
              status === "scheduled"
                ? { title: `Issue ${number} is scheduled`, description: "You can unschedule it until it starts." }
                : { title: `Issue ${number} is being sent`, description: "Track its progress here." },
            );
            void issuesChanged(queries);
            go(tabAddress("issues"));
          }}
          onRefused={(error) => {
            close();
            refuse("Couldn't send the issue")(error);
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

const emailViews = [
  { value: "desktop", label: "Desktop", width: "43rem" },
  { value: "phone", label: "Phone", width: "375px" },
  { value: "text", label: "Plain text", width: "" },
] as const;

type View = (typeof emailViews)[number]["value"];

/** The email of the issue as it is in the form, at the widths of a desktop and of a phone, and as plain text. */
function EmailPreview({ cadence, input }: { cadence: Cadence; input: DraftInput }) {
  const [view, setView] = useState<View>("desktop");
  const preview = useQuery({ ...draftPreviewQuery(cadence, input), placeholderData: keepPreviousData });
  const { data } = preview;
  const shown = emailViews.find(({ value }) => value === view) ?? emailViews[0];
  if (preview.error) return <FailedPanel what="Couldn't load the preview" query={preview} />;
  return (
    <div className={`${panel} p-3 sm:p-5`}>
      <ViewSwitch label="Preview" tabs={emailViews} chosen={view} choose={setView} />
      {data ? (
        <>
          <p className="mt-4 text-[0.8125rem] text-muted wrap-anywhere">
            Subject: <bdi className="text-text">{data.subject}</bdi>
          </p>
          {view === "text" ? (
            <pre
              className={frame}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
              tabIndex={0}
            >
              {data.text}
            </pre>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
            <div className="mt-3 overflow-x-auto" tabIndex={0}>
              <iframe
                title={`Email, ${shown.label.toLowerCase()} width`}
                // Nothing is allowed in it: no scripts, no forms, and its links open nothing.
                sandbox=""
                srcDoc={withoutLinks(data.html)}
                style={{ width: shown.width }}
                className={`${emailHeight} mx-auto block rounded-lg border border-line`}
              />
            </div>
          )}
        </>
      ) : (
        <Loading what="Loading the preview" skeleton={`${emailHeight} mt-12`} className="mt-4" />
      )}
    </div>
  );
}

const emailHeight = "h-[max(24rem,70dvh)]";

const frame = `${emailHeight} mx-auto mt-3 max-w-172 overflow-auto rounded-lg border border-line bg-background p-4 font-code text-[0.8125rem] leading-6 whitespace-pre-wrap wrap-anywhere`;

/** Opens the links of an email in a new tab, which the sandbox forbids: a visit from the preview would be counted. */
const withoutLinks = (html: string) => html.replace(/<head>/i, "<head><base target=_blank>");
