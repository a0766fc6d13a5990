import type { ComponentProps } from "react";

/** A link in running text; on touch screens its target is 44 px high. */
export function QuietLink({ className = "", ...props }: ComponentProps<"a">) {
  return <a className={`${look} ${className}`} {...props} />;
}

const look =
  "underline decoration-dim underline-offset-[0.25em] hover:decoration-current max-md:-my-1.5 max-md:inline-flex max-md:min-h-11 max-md:items-center";
