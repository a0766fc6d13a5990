import "./set-up.css";
import { IconDownload, IconEye, IconRefresh, IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import { sentenceOf } from "../../api/fault";
import type { SyncDifference, SyncState } from "../../api/schema.gen";
import { CopyButton } from "../../kit/admin/buttons";
import { momentOf } from "../../kit/admin/days";
import type { Sync } from "../../kit/admin/parts";
import { progressBar } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { toast, toastError } from "../../kit/toast";
import { isProductionSite, logosQuery, previewSync, syncNow, syncStateQuery, webhookPath } from "./api";
import { LogoSection } from "./logo-section";
import { CardText, SyncCard } from "./sync-card";
import { SyncPreview } from "./sync-preview";
import { doneIn, lastDone, leftOutIn } from "./sync-words";

/** What the sync brings to the screens of others. */
export const sync: Sync = {
  tab: { id: "sync", label: "Database Sync", Panel: SyncTab },
  Logos: LogoSection,
  logosKey: logosQuery().queryKey,
  useLastSync: () => lastDone(useQuery(syncStateQuery()).data?.runs ?? [])?.endedAt,
};

/** Copies production's content to a development site. */
function SyncTab() {
  const [difference, setDifference] = useState<SyncDifference>();
  return (
    <div className="grid gap-4 md:grid-cols-2 min-[60rem]:grid-cols-3">
      <ManualSync onPreview={setDifference} />
      <ToolsCard />
      <WebhookCard />
      {difference ? <SyncPreview difference={difference} /> : null}
      <SetUp />
    </div>
  );
}

/** The settings that a sync needs, and which of them this site has. */
function SetUp() {
  const { data: state } = useQuery(syncStateQuery());
  return (
    <SyncCard title="Setup Instructions" className="md:col-span-full">
      {state ? (
        <p className="mb-4 text-[0.875rem]">{withCode(state.unready || "This site is ready to sync.")}</p>
      ) : null}
      <ol className="set-up mt-2 grid w-full gap-5">
        <Step setting="VITRINE_ROLE=development" isDone={state?.development}>
          {state?.development === false ? "On the site you want to sync to" : "On this site"}, set the role to
          development. Other sites are never synced to.
        </Step>
        <Step setting="VITRINE_PRODUCTION_DATABASE_URL=postgres://reader@production/vitrine" isDone={state?.configured}>
          Set production's database; a read-only user is enough. Or set <code>VITRINE_PRODUCTION_URL</code> and{" "}
          <code>VITRINE_PRODUCTION_TOKEN</code>: production's URL and an API token made there.
        </Step>
        <Step setting="VITRINE_WEBHOOK_SECRET=…" isDone={state?.webhook}>
          Give both sites the same webhook secret, such as 32 random bytes: <code>openssl rand -hex 32</code>
        </Step>
        <Step setting={`VITRINE_WEBHOOK_URL=${new URL("/api/sync/webhook", location.origin).href}`}>
          On production, set the URL of this site's webhook.
        </Step>
        <Step>Restart both sites, then press Sync Now.</Step>
      </ol>
    </SyncCard>
  );
}

/** A sentence with the settings in it as code. */
const withCode = (text: string) =>
  text.split(/(VITRINE_\w+(?:=\w+)?)/).map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));

interface StepProps {
  setting?: string;
  /** Whether this site has the setting; undefined if that is unknown here. */
  isDone?: boolean;
  children: ReactNode;
}

function Step({ setting, isDone, children }: StepProps) {
  return (
    <li className="relative grid min-h-7 gap-2 pl-10 text-[0.875rem] text-muted">
      <p className="max-w-176 pt-0.75">
        {children} {isDone ? <span className="text-free font-medium whitespace-nowrap">Set here</span> : null}
      </p>
      {setting ? <Code className="max-w-full justify-self-start text-text">{setting}</Code> : null}
    </li>
  );
}

/** Shows the commands that export and import the content on the server. */
function ToolsCard() {
  const { data: state } = useQuery(syncStateQuery());
  const hint = (title: string, command: string) =>
    toast({
      title,
      description: `Please use the command-line tools: ${[command, state?.commandFlags].filter(Boolean).join(" ")}`,
    });
  return (
    <SyncCard title="CLI Tools">
      <CardText>Export and import content on the command line, with a progress bar.</CardText>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => hint("Export Data", "vitrine export site.zip")}>
          <IconDownload size={16} aria-hidden="true" />
          Export Data
        </Button>
        <Button onClick={() => hint("Import Data", "vitrine import site.zip")}>
          <IconUpload size={16} aria-hidden="true" />
          Import Data
        </Button>
      </div>
    </SyncCard>
  );
}

/** The URL that production calls when its content changes. */
function WebhookCard() {
  const address = new URL(webhookPath, location.origin).href;
  return (
    <SyncCard title="Webhook Setup" className="md:col-span-full min-[60rem]:col-auto">
      <CardText>
        Production calls this URL of a development site when its content changes, and signs each call with the shared
        secret. That site then syncs automatically.
      </CardText>
      <div className="flex flex-wrap items-center gap-2 w-full">
        <Code className="flex-[1_1_16rem]">{address}</Code>
        <CopyButton text={address} noun="webhook address" />
      </div>
    </SyncCard>
  );
}

/** A text to copy verbatim; it is broken after "=" and between the parts of a URL. */
function Code({ className, children }: { className: string; children: string }) {
  return (
    <code
      className={`min-w-0 rounded-lg border border-hairline bg-background px-3 py-2 text-[0.8125rem] wrap-anywhere ${className}`}
    >
      {children.split(/(?<=[^/]\/)(?!\/)|(?<==)/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}

/** The polling interval during a sync, in milliseconds. */
const lookAgain = 1000;

interface ManualSyncProps {
  /** Called with the changes that a sync would make, or without them when they are outdated. */
  onPreview: (difference?: SyncDifference) => void;
}

/** Starts a sync and shows its progress and result, or previews its changes. */
function ManualSync({ onPreview }: ManualSyncProps) {
  const queries = useQueryClient();
  const sync = useMutation({
    mutationFn: syncNow,
    onMutate: (): void => preview.reset(),
    onSuccess: async () => {
      toast({ title: "Success", description: "Database sync completed successfully" });
      onPreview(undefined);
      await queries.invalidateQueries(); // cached data is from before the sync
    },
    onError: async () => {
      toastError("Error", "Failed to sync database. Please try again.");
      await queries.invalidateQueries({ queryKey: syncStateQuery().queryKey });
    },
  });
  const preview = useMutation({ mutationFn: previewSync, onMutate: (): void => sync.reset(), onSuccess: onPreview });
  const { data: state } = useQuery({ ...syncStateQuery(), refetchInterval: sync.isPending ? lookAgain : false });
  const last = lastDone(state?.runs ?? []);
  const isDisabled = sync.isPending || preview.isPending || isProductionSite(state);
  return (
    <SyncCard title="Manual Sync">
      <CardText>
        Copies production's content to this site: products, categories, legal pages, social links, logos and images.
        It's all or nothing.
      </CardText>
      <p className="mt-auto mb-3 text-[0.875rem] tabular-nums">
        Last sync: {last ? <time dateTime={last.endedAt}>{momentOf(last.endedAt)}</time> : state ? "Never" : "…"}
        {last ? <span className="block text-muted text-[0.8125rem]">{doneIn(last.counts)}</span> : null}
        {isProductionSite(state) ? (
          <span className="block text-muted text-[0.8125rem]">Sync runs on the development site.</span>
        ) : null}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button tone={isDisabled ? "quiet" : "brass"} disabled={isDisabled} onClick={() => sync.mutate()}>
          <IconRefresh size={16} aria-hidden="true" className={sync.isPending ? "animate-spin" : undefined} />
          {sync.isPending ? "Syncing..." : "Sync Now"}
        </Button>
        <Button disabled={isDisabled} onClick={() => preview.mutate()}>
          <IconEye size={16} aria-hidden="true" />
          {preview.isPending ? "Comparing..." : "Preview"}
        </Button>
      </div>
      {sync.isPending && state ? <SyncProgress progress={state.progress} /> : null}
      <p
        role="status"
        className="not-empty:mt-2 text-muted text-[0.8125rem] leading-5 data-failed:text-danger"
        data-failed={sync.isError || preview.isError || undefined}
      >
        {failureOf(sync.error ?? preview.error)}
        {sync.data?.leftOut ? leftOutIn(sync.data.leftOut) : null}
      </p>
    </SyncCard>
  );
}

/** Returns why a sync failed; a toast has already reported that it did. */
const failureOf = (error: Error | null) =>
  error ? sentenceOf(error, "Couldn't reach the site.").replace("Failed to sync database. Please try again. ", "") : "";

const phases = {
  "": "Starting",
  reading: "Reading production",
  images: "Fetching images",
  writing: "Writing",
} as const;

/** The progress of a sync, as text and as a bar. */
function SyncProgress({ progress: { phase, done, total } }: { progress: SyncState["progress"] }) {
  const words = total > 0 ? `${phases[phase]}: ${formatCount(done)} of ${formatCount(total)}` : `${phases[phase]}…`;
  return (
    <div className="w-full mt-3 text-muted text-[0.8125rem] tabular-nums">
      <progress
        className={progressBar}
        aria-label="Sync"
        max={total > 0 ? total : undefined}
        value={total > 0 ? done : undefined}
      />
      <p>{words}</p>
    </div>
  );
}
