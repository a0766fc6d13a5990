import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { cardsQuery } from "../../api/products";
import type { ProductCard as Card } from "../../api/schema.gen";
import { Breadcrumb } from "../../kit/breadcrumb";
import { Button, buttonStyle } from "../../kit/button";
import { copyText } from "../../kit/clipboard";
import { countOf } from "../../kit/count";
import { Dropdown } from "../../kit/dropdown";
import { Suggestions } from "../../kit/not-found";
import { EmptyList, Failed } from "../../kit/page-state";
import { useSignedIn } from "../../kit/session-flag";
import { Skeleton } from "../../kit/skeleton";
import { toast, toastError } from "../../kit/toast";
import { ProductCard } from "../../kit/tools/product-card";
import { useSite } from "../../site";
import { downloadSaved } from "./csv";
import { idsIn, isSaved, savedTools, saveTools, subscribeSaved } from "./saved-tools";

/** The tools that the visitor has saved, or those that a link lists. */
export function Saved() {
  const [isInBrowser, setInBrowser] = useState(false); // what is saved is known there only
  useEffect(() => setInBrowser(true), []);
  return (
    <div className="page-width min-h-dvh pb-4">
      {isInBrowser ? <List /> : <Page title="Saved tools" note={needsScripts} isLoading />}
    </div>
  );
}

const needsScripts = (
  <span className="hidden noscript:inline">This page needs JavaScript. Your list is stored in this browser.</span>
);

const fragment = () => location.hash;

function List() {
  const linked = idsIn(useLocationProperty(fragment));
  return linked.length > 0 ? <LinkedList key={linked.join()} ids={linked} /> : <OwnList />;
}

type Order = keyof typeof orderNames;

/** Newest first, or A–Z. */
function OwnList() {
  const tools = useSyncExternalStore(subscribeSaved, savedTools);
  const isSignedIn = useSignedIn();
  const [order, setOrder] = useState<Order>("added");
  const ids = tools.map(({ id }) => id).reverse();
  const { cards, absent, ...state } = useCards(ids);
  const sorted = order === "added" ? cards : [...cards].sort((a, b) => a.name.localeCompare(b.name));
  const list = useFocusAfterRemoval(sorted.length);
  if (ids.length === 0) return <NothingSaved />;
  return (
    <Page
      title="Saved tools"
      note={
        <>
          {`${countOf(ids.length, "tool")} saved in ${isSignedIn ? "your account" : "this browser"}${absent > 0 ? ` (${absent} no longer listed)` : ""}.`}
          {isSignedIn ? null : <WayToAccount>Sign in to sync them.</WayToAccount>}
        </>
      }
      actions={
        <>
          <Button onClick={() => copyLink(ids)}>Copy link</Button>
          <Button onClick={() => downloadSaved(sorted, tools)} disabled={sorted.length === 0}>
            Export CSV
          </Button>
          <SortMenu order={order} choose={setOrder} />
        </>
      }
      {...state}
    >
      <Grid cards={sorted} list={list} />
    </Page>
  );
}

/** The tools of a link that somebody has shared. Nothing is saved until the visitor asks for it. */
function LinkedList({ ids }: { ids: number[] }) {
  useSyncExternalStore(subscribeSaved, savedTools);
  const { cards, absent: _, ...state } = useCards(ids);
  const added = cards.filter(({ id }) => !isSaved(id));
  return (
    <Page
      title="A shared list"
      note={`${countOf(ids.length, "tool")} from a link.`}
      actions={
        <>
          <Button tone="brass" onClick={() => saveAll(added)} disabled={added.length === 0}>
            {cards.length > 0 && added.length === 0 ? "All saved" : "Save all"}
          </Button>
          <a href="/saved" className={buttonStyle()}>
            My saved tools
          </a>
        </>
      }
      {...state}
    >
      <Grid cards={cards} />
    </Page>
  );
}

/** Reads the cards of these tools, again only when one is added. Until then those that are already there stay. */
function useCards(ids: number[]) {
  const [asked, setAsked] = useState(ids);
  if (ids.some((id) => !asked.includes(id))) setAsked(ids);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...cardsQuery(asked),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    select: (all: Card[]) => new Map(all.map((card) => [card.id, card])),
  });
  const cards = ids.flatMap((id) => data?.get(id) ?? []);
  const absent = data && !isPlaceholderData ? ids.length - cards.length : 0;
  return { cards, absent, isLoading: isPending, error, retry: refetch };
}

function Grid({ cards, list }: { cards: Card[]; list?: Ref<HTMLUListElement> }) {
  return (
    <>
      <h2 className="sr-only">Tools</h2>
      <ul ref={list} className="card-grid">
        {cards.map((product) => (
          <ProductCard key={product.id} product={product} from="list" />
        ))}
      </ul>
    </>
  );
}

/** Moves the focus to the card that takes the place of a removed one, as the pressed button is gone. */
function useFocusAfterRemoval(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef(-1);
  useEffect(() => {
    const element = list.current;
    const onClick = ({ target }: MouseEvent) => {
      const card = (target as Element).closest("[data-save]")?.closest("li");
      pressed.current = card && element ? [...element.children].indexOf(card) : -1;
    };
    element?.addEventListener("click", onClick, { capture: true });
    return () => element?.removeEventListener("click", onClick, { capture: true });
  });
  useEffect(() => {
    const next = list.current?.children[Math.min(pressed.current, count - 1)];
    if (pressed.current >= 0 && document.activeElement === document.body) {
      next?.querySelector<HTMLElement>("[data-save]")?.focus();
    }
    pressed.current = -1;
  }, [count]);
  return list;
}

const orderNames = { added: "Date added", name: "Name" };

function SortMenu({ order, choose }: { order: Order; choose: (order: Order) => void }) {
  return (
    <Dropdown
      label={
        <>
          <span className="sort-label max-sm:sr-only">Sort:</span> {orderNames[order]}
        </>
      }
      className="-mr-2 ml-auto"
      buttonClassName="filter-link chevron"
      panelClassName="right-0 w-48"
    >
      {(["added", "name"] as const).map((other) => (
        <a
          key={other}
          href={`#${other}`}
          aria-current={other === order ? "true" : undefined}
          onClick={(event) => {
            event.preventDefault();
            choose(other);
          }}
        >
          {orderNames[other]}
        </a>
      ))}
    </Dropdown>
  );
}

/** The ids are in the fragment, which browsers don't send to the server. */
function copyLink(ids: number[]) {
  void copyText(`${location.origin}/saved#${ids.join(".")}`, "Anyone with the link sees these tools.");
}

function saveAll(cards: Card[]) {
  const now = Date.now();
  // The first of the list is the newest of the visitor's own.
  const { rejected } = saveTools(cards.map(({ id }, index) => ({ id, savedAt: now - index })));
  const count = cards.length - rejected;
  if (rejected > 0) {
    toastError("Your list is full", `${countOf(rejected, "tool")} didn't fit.`);
  } else toast({ title: "Saved", description: `${countOf(count, "tool")} added to your list.` });
}

interface PageProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  isLoading?: boolean;
  error?: Error | null;
  retry?: () => unknown;
  children?: ReactNode;
}

/** The page with its list, or what is shown while there is none. */
function Page({ title, note = "", actions, isLoading = false, error, retry = () => {}, children }: PageProps) {
  return (
    <>
      <Title>{title}</Title>
      <p className="-mt-3 min-h-6 text-muted">{note}</p>
      <div className="mt-6 mb-8 flex min-h-11 flex-wrap items-center gap-3">{actions}</div>
      {isLoading ? <Loading /> : null}
      {error ? <Failed title="Couldn't load the tools" text="Your list is safe." retry={retry} /> : null}
      {isLoading || error ? null : children}
    </>
  );
}

const Title = ({ children }: { children: string }) => (
  <>
    <Breadcrumb current={children} />
    <h1 className="mt-1 mb-6 font-display text-4xl sm:text-5xl">{children}</h1>
  </>
);

function Loading() {
  return (
    <div role="status" className="noscript:hidden">
      <span className="sr-only">Loading your saved tools</span>
      <Skeleton className="h-72 w-full rounded-2xl" />
    </div>
  );
}

function NothingSaved() {
  const isSignedIn = useSignedIn();
  return (
    <>
      <Title>Saved tools</Title>
      <EmptyList text="Nothing saved yet">
        <p className="-mt-4 mb-6 text-balance text-muted">
          Press the bookmark on any tool to save it here.{" "}
          {isSignedIn ? "Synced across your devices." : "Saved in this browser."}
          {isSignedIn ? null : <WayToAccount>Sign in to sync across devices.</WayToAccount>}
        </p>
        <a href="/" className={buttonStyle({ tone: "brass" })}>
          Browse the tools
        </a>
        <Suggestions />
      </EmptyList>
    </>
  );
}

function WayToAccount({ children }: { children: string }) {
  return useSite()?.accounts ? (
    <>
      {" "}
      <a
        href="/sign-in"
        className="-my-2.5 inline-block py-2.5 text-text underline underline-offset-3 hover:text-brass"
      >
        {children}
      </a>
    </>
  ) : null;
}
