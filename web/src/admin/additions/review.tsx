import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { readProduct, undoChange } from "../../api/admin-products";
import type { Addition, Product } from "../../api/schema.gen";
import { FailedLine, Loading } from "../../kit/admin/list";
import { useMay } from "../../kit/admin/may";
import { useCall } from "../../kit/admin/question";
import { panel, remark } from "../../kit/admin/styles";
import { typeLabel } from "../../kit/badge";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { typing } from "../../kit/slash-key";
import { ChainedImage } from "../../kit/tools/image-chain";
import { ProductLogo } from "../../kit/tools/product-logo";
import { ProductDialog } from "../product-dialog/product-dialog";
import { acceptDraft, additionsChanged, skipDraft } from "./api";

/** The drafts of a list, one at a time, to be accepted, edited or skipped with buttons or keys. */
export function Review({ drafts }: { drafts: Addition[] }) {
  const [at, setAt] = useState(0);
  const [isEditing, setEditing] = useState(false);
  const mayChange = useMay().change("catalog");
  const index = Math.min(at, drafts.length - 1); // a draft that is decided on leaves the list, and the next one takes its place
  const draft = drafts[index] as Addition;
  const { decide, isDeciding } = useDecisions();
  const queries = useQueryClient();
  const go = (by: number) => setAt((index + by + drafts.length) % drafts.length);
  const change = (action: () => void) => (mayChange && !isDeciding ? action() : undefined);
  const accept = () => change(() => decide({ kind: "accept", draft }));
  const skip = () => change(() => decide({ kind: "skip", draft }));
  const edit = () => mayChange && setEditing(true); // also while a decision on another draft is saved
  const next = () => go(1);
  const previous = () => go(-1);
  useKeys({ a: accept, e: edit, s: skip, j: next, ArrowRight: next, k: previous, ArrowLeft: previous });
  return (
    <section aria-label="Review" className={`${panel} mt-5`}>
      <div className="flex flex-wrap items-center gap-2 border-hairline border-b px-4 py-2.5 sm:px-5">
        <p role="status" className="mr-auto text-sm text-muted tabular-nums">
          Draft {formatCount(index + 1)} of {formatCount(drafts.length)}
          <span className="sr-only">: {draft.name}</span>
        </p>
        <Action label="Previous" keyName="K" act={previous} />
        <Action label="Next" keyName="J" act={next} />
      </div>
      <Draft key={draft.product} draft={draft} />
      {mayChange ? (
        <div className="flex flex-wrap gap-2 border-hairline border-t px-4 py-3 sm:px-5">
          <Action label="Accept" keyName="A" tone="brass" isBusy={isDeciding} act={accept} />
          <Action label="Edit" keyName="E" act={edit} />
          <Action label="Skip" keyName="S" isBusy={isDeciding} act={skip} />
        </div>
      ) : null}
      <ProductDialog
        product={{ id: draft.product, name: draft.name }}
        open={isEditing}
        onClose={() => setEditing(false)}
        onSaved={(product) => {
          queries.setQueryData(draftKey(product.id), product);
          void additionsChanged(queries);
        }}
      />
    </section>
  );
}

interface ActionProps {
  label: string;
  /** The key that does the same. */
  keyName: string;
  tone?: "brass" | "quiet";
  isBusy?: boolean;
  act: () => void;
}

/** A button with its key. While it is busy it keeps the focus, so that the keys go on working. */
const Action = ({ label, keyName, tone = "quiet", isBusy = false, act }: ActionProps) => (
  <Button tone={tone} aria-keyshortcuts={keyName} aria-disabled={isBusy} onClick={act}>
    {label}
    <span aria-hidden="true" className="rounded-sm border border-current/40 px-1.5 text-[0.6875rem]/4 max-md:hidden">
      {keyName}
    </span>
  </Button>
);

/** Calls what a key does, unless the user is typing, or in a dialog. */
function useKeys(actions: Record<string, () => unknown>) {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(typing);
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || isElsewhere || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

interface Decision {
  kind: "accept" | "skip";
  draft: Addition;
}

/** Decides on drafts, one after the other. Each decision can be undone. */
function useDecisions() {
  const undo = useCall((version: number) => undoChange(version), {
    done: () => ({ title: "Undone" }),
    changed: additionsChanged,
    failure: "Couldn't undo the change",
  });
  const { mutate, isPending } = useCall(
    async ({ kind, draft }: Decision) => {
      const { version } = await (kind === "accept" ? acceptDraft(draft.product) : skipDraft(draft.product));
      return { kind, draft, version };
    },
    {
      done: ({ kind, draft, version }) => ({
        title: kind === "accept" ? "Published" : "Moved to the trash",
        description: draft.name,
        action: { label: "Undo", press: () => undo.mutate(version) },
      }),
      changed: additionsChanged,
      failure: "Couldn't save your decision",
    },
  );
  return { decide: mutate, isDeciding: isPending };
}

const draftKey = (id: number) => ["draft", id];

/** A draft with all that its website had. */
function Draft({ draft }: { draft: Addition }) {
  const query = useQuery({
    queryKey: draftKey(draft.product),
    queryFn: ({ signal }) => readProduct(draft.product, signal),
    gcTime: 0,
  });
  if (query.data) return <DraftContent product={query.data} note={draft.reason} />;
  if (query.error)
    return (
      <div className="p-4">
        <FailedLine what="the draft" query={query} />
      </div>
    );
  return <Loading what="Loading the draft" className="p-4 sm:p-5" skeleton="h-44 rounded-lg" />;
}

function DraftContent({ product, note }: { product: Product; note: string }) {
  const { name, website, description, categories, type, images } = product;
  const [image] = images;
  return (
    <div className="grid gap-5 p-4 sm:p-5 md:min-h-56 md:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <div className="flex items-center gap-3.5">
          <ProductLogo product={product} size="card" lazy={false} />
          <div className="min-w-0">
            <h2 className="font-display text-2xl wrap-anywhere">{name}</h2>
            <a
              href={website}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center text-[0.8125rem] text-muted underline decoration-line underline-offset-4 wrap-anywhere hover:text-text"
            >
              {website.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "")}
            </a>
          </div>
        </div>
        {note ? <p className={`${remark} mt-4 border-brass text-[0.8125rem]`}>{note}</p> : null}
        <p className="mt-4 max-w-prose text-[0.9375rem]/6 wrap-anywhere whitespace-pre-line">{description}</p>
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[0.875rem]">
          <Row label="Categories">{categories.join(", ")}</Row>
          <Row label="Price">{typeLabel(type)}</Row>
        </dl>
      </div>
      {image ? (
        <ChainedImage
          source={image}
          alt={`Screenshot of ${name}`}
          fallback={name}
          className="aspect-video w-full rounded-lg border border-hairline object-cover"
        />
      ) : null}
    </div>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-dim">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);
