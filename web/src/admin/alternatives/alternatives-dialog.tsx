import { IconArrowsShuffle, IconEye, IconEyeOff, IconPin, IconPinnedOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { type AdminProduct, productRowsKey } from "../../api/admin-products";
import { alternativesQuery } from "../../api/alternatives";
import { sentenceOf } from "../../api/fault";
import type { AlternativePicks, ProductCard } from "../../api/schema.gen";
import { IconButton } from "../../kit/admin/buttons";
import { Loading } from "../../kit/admin/list";
import { OrderedTools, ToolName, ToolSearch, toolRow, withOrder } from "../../kit/admin/ordered-tools";
import type { ProductAction } from "../../kit/admin/parts";
import { toolsOf, useTools } from "../../kit/admin/use-tools";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { toastError } from "../../kit/toast";
import { picksQuery, savePicks } from "./api";

/** The most tools that may be pinned and hidden, as on the server. */
const maxPinned = 20;
const maxHidden = 100;

interface AlternativesDialogProps {
  product: Pick<AdminProduct, "id" | "name">;
  onClose: () => void;
}

/** Opens the alternatives from the list of products. */
export const alternativesAction: ProductAction = {
  label: (name) => `Alternatives to ${name}`,
  tooltip: "Alternatives",
  Icon: IconArrowsShuffle,
  Dialog: AlternativesDialog,
};

/** The alternatives to a tool as visitors see them: which come first, and which are hidden. Each change is saved at once. */
function AlternativesDialog({ product: { id, name }, onClose }: AlternativesDialogProps) {
  const { picks, automatic, read, error, isFetching, retry, change } = usePicks(id);
  return (
    <Modal
      open
      title={`Alternatives to ${name}`}
      description={`Visitors see up to 20, pinned tools first. Changes are saved at once.${viewed(picks?.views)}`}
      className="inset-0 m-auto h-fit w-[min(100vw-1.5rem,42rem)] translate-none" // a moved dialog would move what is dragged
      onClose={onClose}
    >
      {picks && automatic && !read.isPending && !read.failed ? (
        <Lists id={id} picks={picks} automatic={automatic} read={read} change={change} />
      ) : error && !isFetching ? (
        <div role="alert" className="mt-6 grid justify-items-start gap-3">
          <p className="text-muted">{sentenceOf(error, "Couldn't reach the server.")}</p>
          <Button onClick={retry}>Try again</Button>
        </div>
      ) : (
        <Loading what="Loading the alternatives" skeleton="h-96 w-full rounded-lg" className="mt-6" />
      )}
    </Modal>
  );
}

const viewed = (views: number | undefined) =>
  views === undefined ? "" : ` The page had ${countOf(views, "view")} in the last 30 days.`;

interface ListsProps {
  id: number;
  picks: Picks;
  automatic: ProductCard[];
  read: ReturnType<typeof useTools>;
  change: (changed: (now: Picks) => Partial<Picks>) => void;
}

function Lists({ id, picks: { pinned, hidden }, automatic, read, change }: ListsProps) {
  const [announcement, setAnnouncement] = useState("");
  const container = useRef<HTMLDivElement>(null);
  const without = (ids: number[], tool: number) => ids.filter((other) => other !== tool);
  /** The pressed button disappears with its row: the next button gets the focus. */
  const changeFrom = (tool: ProductCard, changed: (now: Picks) => Partial<Picks>, news: string) => {
    const buttons = [...(container.current?.querySelectorAll<HTMLElement>("[data-action]") ?? [])];
    const own = buttons.filter((button) => button.closest("li")?.dataset.tool === String(tool.id));
    const after = own.at(-1);
    const at = after ? buttons.indexOf(after) : -1;
    (buttons[at + 1] ?? buttons[at - own.length] ?? document.getElementById("pin-tool"))?.focus();
    change(changed);
    setAnnouncement(`${tool.name} ${news}`);
  };
  const { tools: known, know } = read;
  const pin = (tool: ProductCard) => {
    know(tool);
    changeFrom(
      tool,
      (now) => ({ pinned: [...without(now.pinned, tool.id), tool.id], hidden: without(now.hidden, tool.id) }),
      "pinned",
    );
  };
  const shown = automatic.filter((tool) => !pinned.includes(tool.id) && !hidden.includes(tool.id));
  const concealed = toolsOf(known, hidden);
  const canPin = pinned.length < maxPinned;
  return (
    <div ref={container} className="mt-5 grid gap-7">
      <ToolSearch
        id="pin-tool"
        label="Pin a tool"
        taken={[id, ...pinned]}
        full={canPin ? "" : `At most ${maxPinned} tools can be pinned`}
        add={pin}
      />
      <Group id="pinned-tools" title="Pinned" empty="No tool is pinned." isEmpty={toolsOf(known, pinned).length === 0}>
        <OrderedTools
          heading="pinned-tools"
          tools={toolsOf(known, pinned)}
          reorder={(ids) => change((now) => ({ pinned: withOrder(now.pinned, ids) }))}
          action={(tool) => (
            <IconButton
              data-action=""
              label={`Unpin ${tool.name}`}
              tooltip="Unpin"
              Icon={IconPinnedOff}
              onClick={() => changeFrom(tool, (now) => ({ pinned: without(now.pinned, tool.id) }), "unpinned")}
            />
          )}
        />
      </Group>
      <Group
        id="automatic-tools"
        title="Chosen automatically"
        empty="No further tools are shown."
        isEmpty={shown.length === 0}
      >
        <ol aria-labelledby="automatic-tools">
          {shown.map((tool, index) => (
            <Row key={tool.id} tool={tool} position={pinned.length + index + 1}>
              <IconButton
                data-action=""
                label={`Pin ${tool.name}`}
                tooltip="Pin"
                Icon={IconPin}
                disabled={!canPin}
                onClick={() => pin(tool)}
              />
              <IconButton
                data-action=""
                label={`Hide ${tool.name}`}
                tooltip="Hide"
                Icon={IconEyeOff}
                disabled={hidden.length >= maxHidden}
                onClick={() => {
                  know(tool);
                  changeFrom(tool, (now) => ({ hidden: [...without(now.hidden, tool.id), tool.id] }), "hidden");
                }}
              />
            </Row>
          ))}
        </ol>
      </Group>
      {concealed.length > 0 ? (
        <Group id="hidden-tools" title="Hidden" empty="" isEmpty={false}>
          <ul aria-labelledby="hidden-tools">
            {concealed.map((tool) => (
              <Row key={tool.id} tool={tool}>
                <IconButton
                  data-action=""
                  label={`Show ${tool.name}`}
                  tooltip="Show again"
                  Icon={IconEye}
                  onClick={() =>
                    changeFrom(tool, (now) => ({ hidden: without(now.hidden, tool.id) }), "is no longer hidden")
                  }
                />
              </Row>
            ))}
          </ul>
        </Group>
      ) : null}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  );
}

interface GroupProps {
  id: string;
  title: string;
  /** What it says instead of the list. */
  empty: string;
  isEmpty: boolean;
  children: ReactNode;
}

function Group({ id, title, empty, isEmpty, children }: GroupProps) {
  return (
    <section>
      <h3 id={id} className="border-hairline border-b pb-2 font-semibold text-[0.8125rem] text-muted">
        {title}
      </h3>
      {isEmpty ? <p className="py-3 text-dim text-sm">{empty}</p> : children}
    </section>
  );
}

interface RowProps {
  tool: ProductCard;
  /** Its position on the page, from 1. */
  position?: number;
  children: ReactNode;
}

function Row({ tool, position, children }: RowProps) {
  return (
    <li data-tool={tool.id} aria-label={tool.name} className={`${toolRow} border-hairline border-b`}>
      <span className="text-center text-dim text-sm tabular-nums">{position}</span>
      <ToolName product={tool} />
      <span className="flex">{children}</span>
    </li>
  );
}

type Picks = Pick<AlternativePicks, "pinned" | "hidden">;

/**
 * The picks of alternatives to a tool, with the tools that visitors see. A change is shown at once and saved; one that
 * fails is taken back.
 */
function usePicks(id: number) {
  const queries = useQueryClient();
  const picks = useQuery(picksQuery(id));
  const shown = useQuery({ ...alternativesQuery(String(id)), gcTime: 0 });
  const read = useTools([...(picks.data?.pinned ?? []), ...(picks.data?.hidden ?? [])]);
  const { queryKey } = picksQuery(id);
  const { mutate } = useMutation({
    scope: { id: `picks ${id}` },
    mutationFn: async (change: Picks) => {
      const version = queries.getQueryData(queryKey)?.version ?? 0;
      const saved = await savePicks(id, { ...change, version });
      queries.setQueryData(queryKey, (now) => now && { ...now, version: saved.version });
    },
    onError: (error) => {
      toastError("Couldn't save the alternatives", sentenceOf(error, "Couldn't reach the server."));
      void queries.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: alternativesQuery(String(id)).queryKey });
      void queries.invalidateQueries({ queryKey: productRowsKey });
    },
  });
  /** Changes what is there now, which may be more than what was shown when a key was pressed. */
  const change = (changed: (now: Picks) => Partial<Picks>) => {
    const now = queries.getQueryData(queryKey);
    if (!now) return;
    const next = { pinned: now.pinned, hidden: now.hidden, ...changed(now) };
    queries.setQueryData(queryKey, { ...now, ...next });
    mutate(next);
  };
  const all = [picks, shown, ...(read.failed ? [read.failed] : [])];
  return {
    picks: picks.data,
    automatic: shown.data?.alternatives.filter(({ isPick }) => !isPick).map(({ product }) => product),
    read,
    error: all.find(({ data, error }) => !data && error)?.error,
    isFetching: all.some(({ isFetching }) => isFetching),
    retry: () => void Promise.all(all.filter(({ data }) => !data).map(({ refetch }) => refetch())),
    change,
  };
}
