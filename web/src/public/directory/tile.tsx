import { languageOf } from "../../kit/language";
import "./categories.css";
import type { ReactNode } from "react";
import { ProductLogo } from "../../kit/tools/product-logo";

interface TileProps {
  href: string;
  name: string;
  /** The level of its heading. */
  title: "h2" | "h3";
  titleClassName: string;
  /** What the logos of its first tools are drawn from. */
  tools: { name: string; logo: string; logoColor: string }[];
  count: string;
  /** What is said below the name; with it, the logos are below that, else beside the name. */
  children?: ReactNode;
}

/** A list of tools in a grid, with logos of the first. Its link covers the whole tile. */
export function Tile({ href, name, title: Title, titleClassName, tools, count, children }: TileProps) {
  return (
    <li className={children === undefined ? "category-tile" : "category-tile tile-tall"}>
      <Title {...languageOf(name)} className={`${titleClassName} wrap-anywhere`}>
        <a href={href}>{name}</a>
      </Title>
      {children}
      <p className="tile-count">{count}</p>
      <div className="tile-logos">
        {tools.map((tool, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tools may have the same name
          <span key={index} aria-hidden="true">
            <ProductLogo product={tool} size="small" lazy />
          </span>
        ))}
      </div>
    </li>
  );
}
