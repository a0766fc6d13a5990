import "./compare.css";
import { IconArrowUpRight } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Fact } from "../../api/comparisons";
import type { Comparison, ShownProduct as Product } from "../../api/schema.gen";
import { TypeBadge } from "../../kit/badge";
import { buttonStyle, QuietLink } from "../../kit/button";
import { languageOf } from "../../kit/language";
import { pitchOf } from "../../kit/tools/pitch";
import { ProductLogo } from "../../kit/tools/product-logo";
import { rowButtons } from "../../kit/tools/tool-buttons";
import { VisitLink, websiteHost } from "../../kit/tools/visit-link";
import { categoryAddress, useSite } from "../../site";

/** As wide as "Affiliate" makes it. */
const visitLook = buttonStyle({ className: "min-w-25 max-w-full max-sm:min-w-22.5 max-sm:px-3" });
const leads = <IconArrowUpRight size={16} aria-hidden="true" className="shrink-0" />;

/** Reports whether no other of the tools is in the category. */
export const isOnlyHere = (category: string, products: Product[]) =>
  products.filter(({ categories }) => categories.includes(category)).length === 1;

/** The headers of the rows, the most telling first. The server has them too (internal/compare/pages.go). */
const names: Record<Fact["kind"], string> = {
  useCases: "Use cases",
  categories: "Categories",
  deal: "Deal",
  price: "Price",
  video: "Video demo",
};

const order = Object.keys(names);

/** Reports whether tools differ in what is known of them. */
export function isDifference({ kind, values }: Pick<Fact, "kind" | "values">): boolean {
  // A tool without a deal is known to have none. Any other empty list means that nobody has said.
  const known = values.filter((list) => kind === "deal" || (list ?? []).length > 0);
  return new Set(known.map((list) => [...(list ?? [])].sort().join("\n"))).size > 1;
}

const thingsOf = (count: number) => (count === 1 ? "1 thing" : `${count} things`);

/** Use cases and addresses of videos are too long for it. */
const inShort = ({ kind, values: [first] }: Fact) =>
  kind === "useCases" || kind === "video" ? names[kind] : `${names[kind]}: ${first?.join(", ")}`;

/**
 * The facts of the tools side by side: first those in which they differ, then those that are not known of all. The same
 * ones are folded. More than two tools scroll sideways where there is no room.
 */
export function FactTable({ comparison: { products, facts } }: { comparison: Comparison }) {
  const sorted = [...facts].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const different = sorted.filter(isDifference);
  const same = sorted.filter((fact) => fact.same);
  const rest = sorted.filter((fact) => !fact.same && !isDifference(fact));
  const isWide = products.length > 2;
  const rows = (list: Fact[]) =>
    list.map(({ kind, values }) => (
      <Row key={kind} name={names[kind]}>
        {products.map(({ id, name }, index) => (
          <td key={id} data-tool={name}>
            <Values kind={kind} values={values[index] ?? []} products={products} />
          </td>
        ))}
      </Row>
    ));
  return (
    <section
      className="fact-frame mt-8"
      aria-label="Comparison"
      data-wide={isWide || undefined}
      tabIndex={isWide ? 0 : undefined}
    >
      <table className="fact-table">
        <colgroup>
          <col className="fact-names" />
          {products.map(({ id }) => (
            <col key={id} className="fact-product" />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td>
              <span>
                {different.length === 0
                  ? "Nothing differs"
                  : `${thingsOf(different.length)} ${different.length === 1 ? "differs" : "differ"}`}
              </span>
            </td>
            {products.map((product) => (
              <th key={product.id} scope="col">
                <Head product={product} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows(different)}
          {rows(rest)}
          {same.length > 0 ? (
            <tr className="fact-fold">
              <td colSpan={products.length + 1}>
                <details className="group">
                  <summary>
                    <span className="font-semibold">
                      {thingsOf(same.length)} {same.length === 1 ? "is" : "are"} the same
                    </span>
                    <span className="min-w-0 flex-1 text-muted max-sm:order-1 max-sm:basis-full">
                      {same.map(inShort).join(" · ")}
                    </span>
                    <span aria-hidden="true" className="chevron ml-auto flex items-center gap-2">
                      <span className="group-open:hidden">Show</span>
                      <span className="hidden group-open:inline">Hide</span>
                    </span>
                  </summary>
                </details>
              </td>
            </tr>
          ) : null}
        </tbody>
        <tbody className="fact-same">{rows(same)}</tbody>
        <tbody>
          <Row name="In their words">
            {products.map((product) => (
              <td key={product.id} data-tool={product.name}>
                <Words product={product} />
              </td>
            ))}
          </Row>
          <Row name="Website">
            {products.map((product) => (
              <td key={product.id}>
                <div className="flex flex-wrap gap-2">
                  <VisitLink product={product} from="comparison" look={visitLook} icon={leads} isShort />
                  {rowButtons(product, "fact")}
                </div>
                <p className="fact-site mt-2 text-[0.8125rem] wrap-anywhere">{websiteHost(product.website)}</p>
              </td>
            ))}
          </Row>
        </tbody>
      </table>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">
        <span>{name}</span>
      </th>
      {children}
    </tr>
  );
}

function Head({ product }: { product: Product }) {
  const { slug, name } = product;
  const pitch = pitchOf(product);
  return (
    <div className="fact-head">
      <ProductLogo product={product} size="card" alt="" />
      <div className="min-w-0 flex-1 basis-28 max-sm:basis-full">
        <a
          href={`/products/${slug}`}
          {...languageOf(name)}
          className="relative after:absolute after:inset-x-0 after:-inset-y-2.5 font-display text-xl leading-tight font-normal sm:text-[1.75rem]"
        >
          {name}
        </a>
        <p {...languageOf(pitch)} className="fact-pitch">
          {pitch}
        </p>
      </div>
      <VisitLink product={product} from="comparison" look={visitLook} icon={leads} isShort />
    </div>
  );
}

/** A description, and where it is cut a link to the page that has all of it. Before the scripts are there, nobody knows whether it is. */
function Words({ product: { slug, name, description } }: { product: Product }) {
  const words = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(true);
  useEffect(() => {
    const { current } = words;
    if (!current) return;
    const measure = () => setIsCut(current.scrollHeight > current.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <p ref={words} {...languageOf(description)} className="fact-words">
        {description}
      </p>
      {isCut ? (
        <QuietLink href={`/products/${slug}`} className="fact-more text-sm text-muted">
          More<span className="sr-only"> about {name}</span>
        </QuietLink>
      ) : null}
    </>
  );
}

/** What the catalogue says of one tool. */
function Values({ kind, values, products }: ValuesProps) {
  const site = useSite();
  const [first] = values;
  if (first === undefined) return kind === "deal" ? <span className="text-muted">None right now</span> : <NotListed />;
  switch (kind) {
    case "price":
      return <TypeBadge type={first} />;
    case "categories": {
      const isAnyShared = products.some(({ categories }) => categories.some((name) => !isOnlyHere(name, products)));
      return [false, true].map((isOwn) => {
        const some = values.filter((name) => isOnlyHere(name, products) === isOwn);
        if (some.length === 0) return null;
        return (
          <div key={String(isOwn)} className="not-first:mt-2">
            {isOwn && isAnyShared ? <p className="text-[0.8125rem] text-muted">Only here</p> : null}
            <ul className="grid gap-1 max-md:gap-0">
              {some.map((name) => (
                <li key={name}>
                  <QuietLink href={categoryAddress(site, name)} {...languageOf(name)} className="max-md:my-0!">
                    {name}
                  </QuietLink>
                </li>
              ))}
            </ul>
          </div>
        );
      });
    }
    case "useCases":
      return (
        <ul className="grid gap-1.5">
          {values.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may stand there twice, and the list never changes
            <li key={`${index} ${line}`} {...languageOf(line)}>
              {line}
            </li>
          ))}
        </ul>
      );
    default:
      return <span className="whitespace-pre-line">{first}</span>;
  }
}

interface ValuesProps {
  kind: Fact["kind"];
  values: string[];
  products: Product[];
}

function NotListed() {
  return (
    <>
      <span aria-hidden="true" className="text-dim">
        –
      </span>
      <span className="sr-only">Not listed</span>
    </>
  );
}
