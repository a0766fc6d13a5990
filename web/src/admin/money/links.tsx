import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { AffiliateLink, ListedAffiliateLink, ProductCard } from "../../api/schema.gen";
import { dayOf, isSet } from "../../kit/admin/days";
import { Fold, FormActions, TextField, useEditor } from "../../kit/admin/editor";
import { FailedLine } from "../../kit/admin/list";
import { ToolSearch } from "../../kit/admin/ordered-tools";
import { CallQuestion } from "../../kit/admin/question";
import { MenuAction, RowMenu } from "../../kit/admin/row-menu";
import { panelRows } from "../../kit/admin/styles";
import { TimeField } from "../../kit/admin/time-field";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Modal } from "../../kit/modal";
import { Switch } from "../../kit/switch";
import { toast } from "../../kit/toast";
import { ProductLogo } from "../../kit/tools/product-logo";
import { changeLinks, linksQuery, moneyChanged, productLinksQuery, saveLink } from "./api";

interface LinkDialogProps {
  /** The link to change, or what is known of a new one, whose id is 0. Without a product, one is asked for. */
  link: Pick<AffiliateLink, "id" | "productId"> & Partial<AffiliateLink>;
  /** The name of its tool, if that is known. */
  tool?: string | undefined;
  onClose: () => void;
}

interface ToolChoiceProps {
  chosen: ProductCard | undefined;
  error: string | undefined;
  choose: (tool: ProductCard) => void;
}

/** The tool that a form is about. */
export function ToolChoice({ chosen, error, choose }: ToolChoiceProps) {
  const search = useId();
  return (
    <ToolSearch
      id={search}
      name="productId"
      label={chosen ? "Another tool" : "Tool"}
      error={error}
      taken={chosen ? [chosen.id] : []}
      full=""
      {...(chosen ? { hint: `Chosen: ${chosen.name}` } : {})}
      add={choose}
    />
  );
}

/** What the API has for a time that is not set. */
const never = "0001-01-01T00:00:00Z";

/** A new link of a product; 0: the dialog asks which. */
export const newLink = (productId: number) => ({ id: 0, productId });

/** Adds or changes an affiliate link. */
export function LinkDialog({ link, tool, onClose }: LinkDialogProps) {
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const names = useId();
  const { data: links = [] } = useQuery(linksQuery());
  const [chosen, setChosen] = useState<ProductCard>();
  const { form, values, errors, text, change, isChanged, isSaving } = useEditor({
    opened: {
      productId: link.productId,
      network: link.network ?? "",
      programme: link.programme ?? "",
      url: link.url ?? "",
      subId: link.subId ?? "",
      active: link.active ?? true,
      from: timeOf(link.from),
      to: timeOf(link.to),
      note: link.note ?? "",
    },
    check: ({ productId, network, url }) => ({
      ...(productId === 0 ? { productId: "Please choose a tool" } : {}),
      ...(network.trim() === "" ? { network: "Please enter the network" } : {}),
      ...(url.trim() === "" ? { url: "Please enter a valid URL" } : {}),
    }),
    save: ({ productId, from, to, ...fields }) =>
      saveLink({ id: link.id, productId }, { ...fields, from: from || never, to: to || never }, key),
    onSaved: async () => {
      await moneyChanged(queries);
      toast({ title: link.id > 0 ? "Affiliate link saved" : "Affiliate link added" });
      onClose();
    },
    failure: "Couldn't save the link",
  });
  const [isDated] = useState(values.from !== "" || values.to !== "" || values.note !== "");
  const hasMore = isDated || ["from", "to", "note"].some((name) => errors[name]);
  const of = chosen?.name ?? tool;
  return (
    <Modal
      open
      firm={isChanged}
      className="max-w-xl"
      title={link.id > 0 ? "Edit affiliate link" : "Add affiliate link"}
      description={of ? `Visit on ${of} leads here while it is in use.` : "Visit leads here while it is in use."}
      onClose={() => isSaving || onClose()}
    >
      <form {...form} className="mt-4 grid gap-y-2">
        {link.productId === 0 ? (
          <ToolChoice
            chosen={chosen}
            error={errors.productId}
            choose={(tool) => {
              setChosen(tool);
              change({ productId: tool.id });
            }}
          />
        ) : null}
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <TextField
            {...text("network")}
            label="Network"
            required
            list={names}
            placeholder="Choose or type"
            maxLength={80}
          />
          <TextField {...text("programme")} label="Program" maxLength={120} />
        </div>
        <datalist id={names}>
          {[...new Set(links.map(({ network }) => network))].map((network) => (
            <option key={network} value={network} />
          ))}
        </datalist>
        <TextField {...text("url")} label="Link" required type="url" placeholder="https://" />
        <TextField
          {...text("subId")}
          label="Sub-ID"
          placeholder="subid={placement}-{tool}"
          hint="Added to the link, so that the network's report says where the click was."
        />
        <Switch
          label="Active"
          hint="When off, Visit leads to the tool's website."
          name="active"
          checked={values.active}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
        <Fold title="Dates and note" open={hasMore}>
          <div className="grid gap-y-2">
            <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
              <TimeField {...text("from")} label="From" />
              <TimeField {...text("to")} label="Until" />
            </div>
            <TextField {...text("note")} label="Note" hint="Only administrators see it." rows={2} />
          </div>
        </Fold>
        <FormActions
          action={link.id > 0 ? "Save" : "Add link"}
          doing="Saving..."
          isSending={isSaving}
          disabled={link.id > 0 && !isChanged}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

/** A time of the API; empty: not set. */
const timeOf = (at = never) => (isSet(at) ? at : "");

export type LinkState = "inUse" | "next" | "later" | "ended" | "off" | "failing";

type Checked = AffiliateLink & Partial<Pick<ListedAffiliateLink, "failing">>;

/** What each link of a list does at a time: of a product's links that may be used, the first one is. */
export function statesOf(links: readonly Checked[], now: number): Map<number, LinkState> {
  const used = new Set<number>();
  const states = new Map<number, LinkState>();
  for (const link of [...links].sort((a, b) => a.id - b.id)) {
    const state = stateOf(link, now);
    states.set(link.id, state === "inUse" && used.has(link.productId) ? "next" : state);
    if (state === "inUse") used.add(link.productId);
  }
  return states;
}

function stateOf({ active, from, to, failing }: Checked, now: number): LinkState {
  if (!active) return "off";
  if (isSet(to) && Date.parse(to) <= now) return "ended";
  if (failing) return "failing";
  return isSet(from) && Date.parse(from) > now ? "later" : "inUse";
}

/** What a link does now. */
export function StateOf({ link, state = "off" }: { link: Checked; state: LinkState | undefined }) {
  const { from, to, failing } = link;
  const words: Record<LinkState, string> = {
    inUse: isSet(to) ? `Until ${dayOf(to)}` : "In use",
    next: "Next in line",
    later: `From ${dayOf(from)}`,
    ended: `Ended ${dayOf(to)}`,
    off: "Off",
    failing: "Broken",
  };
  const badge = (
    <Badge tone={state === "inUse" ? "free" : state === "failing" ? "premium" : "unknown"}>{words[state]}</Badge>
  );
  return state === "failing" ? (
    <span title={`${failing} Visit leads to the website meanwhile.`}>
      {badge}
      <span className="sr-only">: {failing}</span>
    </span>
  ) : (
    badge
  );
}

/** The host of a link, without what only the network understands. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** The affiliate links of a product. Each change is saved at once, apart from the form that it stands in. */
export default function ProductLinks({ product: { id, name } }: { product: { id: number; name: string } }) {
  const [edited, setEdited] = useState<Pick<AffiliateLink, "id" | "productId">>();
  const [deleted, setDeleted] = useState<AffiliateLink>();
  const query = useQuery(productLinksQuery(id));
  return (
    <div className="my-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-medium text-[0.875rem]">Affiliate links</h4>
        <Button size="small" onClick={() => setEdited(newLink(id))}>
          Add affiliate link
        </Button>
      </div>
      {query.error ? <FailedLine what="the affiliate links" query={query} /> : null}
      {query.data ? <Listed links={query.data} name={name} edit={setEdited} remove={setDeleted} /> : null}
      {edited ? <LinkDialog link={edited} tool={name} onClose={() => setEdited(undefined)} /> : null}
      {deleted ? <DeleteLinks links={[deleted]} onClose={() => setDeleted(undefined)} /> : null}
    </div>
  );
}

interface ListedProps {
  links: ListedAffiliateLink[];
  /** The product's name. */
  name: string;
  edit: (link: AffiliateLink) => void;
  remove: (link: AffiliateLink) => void;
}

function Listed({ links, name, edit, remove }: ListedProps) {
  if (links.length === 0) return <p className="mt-1 text-[0.8125rem] text-muted">Visit leads to the website.</p>;
  const states = statesOf(links, Date.now());
  return (
    <ul className={`${panelRows} mt-3`} aria-label={`Affiliate links of ${name}`}>
      {links.map((link) => (
        <li key={link.id} className="flex min-h-14 items-center gap-3 px-4 py-2">
          <div className="min-w-0 flex-1">
            <p className="truncate text-[0.875rem]">
              {link.network}
              {link.programme ? ` · ${link.programme}` : ""}
            </p>
            <p className="truncate text-[0.8125rem] text-muted">{hostOf(link.url)}</p>
          </div>
          <StateOf link={link} state={states.get(link.id)} />
          <RowMenu label={`More actions for the link to ${hostOf(link.url)}`}>
            <MenuAction onClick={() => edit(link)}>Edit</MenuAction>
            <MenuAction isDanger onClick={() => remove(link)}>
              Delete
            </MenuAction>
          </RowMenu>
        </li>
      ))}
    </ul>
  );
}

/** Asks before links are deleted. */
export function DeleteLinks({ links, onClose }: { links: AffiliateLink[]; onClose: () => void }) {
  const [only] = links;
  return (
    <CallQuestion
      title={links.length === 1 ? "Delete this affiliate link?" : `Delete ${links.length} affiliate links?`}
      description={`${only && links.length === 1 ? hostOf(only.url) : "Visit"} isn't used anymore: Visit leads to the next link, else to the website. Clicks and earnings stay. You can undo this in History.`}
      failure="Couldn't delete the links"
      call={() => changeLinks({ ids: links.map(({ id }) => id), delete: true })}
      changed={moneyChanged}
      done={({ count }) => ({ title: count === 1 ? "Affiliate link deleted" : `${count} affiliate links deleted` })}
      onClose={onClose}
    />
  );
}

/** The mark of a tool, once the tools are read. */
export const Mark = ({ product }: { product: ProductCard | undefined }) => (
  <span className="row-mark max-sm:row-span-2">
    {product ? <ProductLogo product={product} size="small" lazy /> : null}
  </span>
);
