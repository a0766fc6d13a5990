import "./home-rows.css";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type HomeRow, homeRowsQuery, type RowTool } from "../../api/products";
import type { HomeRows as Rows } from "../../api/schema.gen";
import { cacheable } from "../../cacheable";
import { homeAddress, noFilters } from "../../filters";
import { QuietLink } from "../../kit/button";
import { countOf } from "../../kit/count";
import { languageOf } from "../../kit/language";
import { pitchOf } from "../../kit/tools/pitch";
import { ProductLogo } from "../../kit/tools/product-logo";
import { homeSections } from "../../parts/home-sections";
import { useSite } from "../../site";
import type { HomeSection } from "../../slots";
import { isEmpty, RowsSkeleton } from "./listing-states";
import { CategoryTile } from "./tile";

/** The rows of the home page. It works without them, so it shows no error of theirs. */
export function HomeRows() {
  const { data, error } = useQuery(homeRowsQuery());
  const allCategories = useSite()?.categories.length ?? 0;
  if (!data) return error ? null : <RowsSkeleton />;
  if (isEmpty(data)) return null;
  return <div className="home-rows" {...homeRows.of({ ...data, allCategories })} />;
}

interface RowsProps extends Rows {
  /** How many categories the site has. */
  allCategories: number;
}

export const homeRows = cacheable("home rows", ({ allCategories, ...shown }: RowsProps) => (
  <>
    {shown.rows.map((row, index) =>
      row.kind === "today" ? null : <ToolRow key={row.kind} {...row} kind={row.kind} isFirst={index === 0} />,
    )}
    {[...homeSections, categoriesOf(allCategories)].map(({ tiles, ...row }) => {
      const shownTiles = tiles(shown);
      return shownTiles.length > 0 ? (
        <Row key={row.id} {...row}>
          <ul className="category-grid home-tiles">{shownTiles}</ul>
        </Row>
      ) : null;
    })}
  </>
));

const categoriesOf = (count: number): HomeSection => ({
  name: "Browse by category",
  id: "categories",
  href: "/categories",
  all: `All ${countOf(count, "category", "categories")}`,
  tiles: ({ categories }) => categories.map((category) => <CategoryTile key={category.id} category={category} />),
});

interface RowKind {
  name: string;
  /** What its tools have in common, where the name does not say it. */
  note?: string;
  /** The label of the link to the whole list. */
  all: string;
  href: string;
  /** What stands at the end of a line. */
  end: (tool: RowTool) => ReactNode;
}

/** What each row is called, where its link leads, and what it says at the end of a line. The server has it too (home.go). */
const kinds: Record<Exclude<HomeRow["kind"], "today">, RowKind> = {
  popular: {
    name: "Popular",
    note: "Most clicks in the last 30 days",
    all: "All by clicks",
    href: homeAddress({ ...noFilters, sort: "popular" }),
    end: ({ clicks }) => countOf(clicks, "click"),
  },
  worth: {
    name: "Worth a look",
    note: "One well-described tool from each of the largest categories",
    all: "All tools",
    href: "/tools",
    end: ({ categories }) => categories[0],
  },
  new: {
    name: "New this week",
    all: "All new tools",
    href: homeAddress({ ...noFilters, sort: "latest" }),
    end: ({ createdAt }) => <ShortDay at={createdAt} />,
  },
};

/** A date of the API in UTC, without its year: "Nov 23". The script of Day would be another one to load. */
function ShortDay({ at }: { at: string }) {
  const [, day, month] = new Date(at).toUTCString().split(" "); // "Mon, 23 Nov 2026 …"
  return (
    <time dateTime={at}>
      {month} {Number(day)}
    </time>
  );
}

interface ToolRowProps {
  kind: keyof typeof kinds;
  tools: RowTool[];
  /** Its logos are seen at once. */
  isFirst: boolean;
}

function ToolRow({ kind, tools, isFirst }: ToolRowProps) {
  const { end, ...row } = kinds[kind];
  return (
    <Row {...row} id={kind}>
      <ol className="tool-list">
        {tools.map((tool) => (
          <ToolLine key={tool.slug} tool={tool} end={end(tool)} lazy={!isFirst} />
        ))}
      </ol>
    </Row>
  );
}

interface ToolLineProps {
  tool: Pick<RowTool, "slug" | "name" | "description" | "logo" | "logoColor">;
  end: ReactNode;
  lazy: boolean;
}

/** A tool as a line of a list: its link covers the whole line. */
export const ToolLine = ({ tool, end, lazy }: ToolLineProps) => (
  <li className="tool-line" data-card="">
    <span data-logo="">
      <ProductLogo product={tool} size="small" lazy={lazy} />
    </span>
    <p className="tool-line-name" {...languageOf(tool.name)}>
      <a href={`/products/${tool.slug}`}>{tool.name}</a>
    </p>
    <p className="tool-line-text" {...languageOf(tool.description)}>
      {pitchOf(tool)}
    </p>
    <p className="tool-line-end">{end}</p>
  </li>
);

interface RowProps extends Omit<RowKind, "end"> {
  id: string;
  children: ReactNode;
}

function Row({ name, note, id, href, all, children }: RowProps) {
  return (
    <section aria-labelledby={`${id}-row`}>
      <div className="row-head">
        <h2 id={`${id}-row`} className="font-display text-[1.8125rem] leading-tight sm:text-[2rem]">
          {name}
        </h2>
        {note ? <p className="row-note">{note}</p> : null}
        <QuietLink href={href} className="ml-auto shrink-0 text-sm text-muted hover:text-text">
          {all}
        </QuietLink>
      </div>
      {children}
    </section>
  );
}
