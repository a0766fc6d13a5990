import { languageOf } from "./language";

/** A page that a breadcrumb names; without an address it is no link. */
export interface Crumb {
  name: string;
  address?: string;
}

const link = "relative transition-colors hover:text-text";

/** The way from home to the current page, which is the last one. The server says the same in its structured data. */
export function Breadcrumb({ between = [], current }: { between?: Crumb[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb" className={breadcrumbLook}>
      <ol className="flex min-w-0 items-center gap-2">
        <li className="flex-none">
          <a href="/" className={link}>
            Home
          </a>
        </li>
        {/* A long name leaves space for the others. It is cut at its sides only, so that its link keeps its height. */}
        {between.map(({ name, address }, at) => (
          <li
            key={name}
            className={`${between.length === 1 ? "max-w-1/2 flex-none" : at === 0 ? "max-w-1/3 flex-none max-sm:hidden" : "min-w-0"} overflow-x-clip text-ellipsis whitespace-nowrap`}
          >
            {address === undefined ? (
              <span {...languageOf(name)}>{name}</span>
            ) : (
              <a href={address} {...languageOf(name)} className={link}>
                {name}
              </a>
            )}
          </li>
        ))}
        <li className={`${between.length > 1 ? "flex-none" : "truncate"} font-semibold text-muted`}>
          <span aria-current="page" {...languageOf(current)}>
            {current}
          </span>
        </li>
      </ol>
    </nav>
  );
}

/** The classes of the breadcrumb, shared with the skeleton of a product. */
export const breadcrumbLook = "breadcrumb min-h-5 pt-7 pb-5 text-[0.8125rem] leading-5 text-dim";
