import type { ComponentType, Context, ReactElement, ReactNode } from "react";
import { attribute, escapeText } from "./attributes";
import { provide, withHooks } from "./hooks";
import { Unsupported } from "./unsupported";

type Props = Record<string, unknown> & { children?: ReactNode };

/** A component that is neither a tag nor a function: a context, a memo, a forwarded reference. */
interface Wrapped {
  $$typeof: symbol;
  type?: unknown;
  render?: (props: Props, ref: null) => ReactNode;
}

const react = (kind: string) => Symbol.for(`react.${kind}`);
const [element, fragment, strictMode] = [react("transitional.element"), react("fragment"), react("strict_mode")];
const [context, memo, forwardRef] = [react("context"), react("memo"), react("forward_ref")];

/** Elements that are not just their properties and children. */
const oddities: Record<string, "empty" | "preformatted" | "unsupported"> = Object.create(null);
for (const tag of "area br col hr img input source track wbr".split(" ")) oddities[tag] = "empty";
for (const tag of "base body head html link meta noscript option picture script select style title".split(" "))
  oddities[tag] = "unsupported";
oddities.pre = oddities.textarea = "preformatted";

let written = "";
let endsInText = false;
let preloaded = new Set<string>();

/**
 * The markup of a page, as React's renderToString writes it but several times faster in an engine that interprets:
 * one pass, one string, and no bookkeeping for what a string cannot do (see docs/decisions). Attributes may stand in
 * another order. Throws Unsupported for what it does not know; React's own renderer knows the rest.
 */
export function markupOf(page: ReactElement): string {
  written = "";
  endsInText = false;
  preloaded = new Set();
  withHooks(() => write(page));
  let preloads = "";
  for (const src of preloaded) preloads += `<link rel="preload" as="image"${attribute("href", src)}/>`;
  return preloads + written;
}

function write(node: ReactNode): void {
  if (typeof node === "string") writeText(node);
  else if (typeof node === "number") writeText(String(node));
  else if (typeof node !== "object" || node === null) return;
  else if ((node as unknown as Wrapped).$$typeof === element) writeTyped(node as ReactElement<Props>);
  else if (Array.isArray(node)) for (let i = 0; i < node.length; i++) write(node[i]);
  else throw new Unsupported("a node that is no element");
}

function writeTyped({ type, props }: ReactElement<Props>): void {
  if (typeof type === "string") writeElement(type, props);
  else if (typeof type === "function") writeComponent(type, props);
  else writeWrapped(type as unknown as symbol | Wrapped, props);
}

function writeText(text: string): void {
  if (text === "") return;
  if (endsInText) written += "<!-- -->"; // else the browser would read one text where React knows two
  written += escapeText(text);
  endsInText = true;
}

function writeComponent(component: ComponentType<Props> | ((props: Props) => ReactNode), props: Props): void {
  if (component.prototype?.isReactComponent) throw new Unsupported("a class component");
  write((component as (props: Props) => ReactNode)(props));
}

function writeWrapped(type: symbol | Wrapped, props: Props): void {
  if (type === fragment || type === strictMode) write(props.children);
  else if (typeof type === "symbol") throw new Unsupported(String(type));
  else if (type.$$typeof === context)
    provide(type as unknown as Context<unknown>, props.value, () => write(props.children));
  else if (type.$$typeof === memo) write({ $$typeof: element, type: type.type, props } as unknown as ReactElement);
  else if (type.$$typeof === forwardRef && type.render && props.ref === undefined) write(type.render(props, null));
  else throw new Unsupported(String(type.$$typeof));
}

function writeElement(tag: string, props: Props): void {
  const oddity = oddities[tag];
  if (oddity === "unsupported") throw new Unsupported(tag);
  const isTextarea = tag === "textarea";
  written += `<${tag}`;
  for (const property in props) {
    const value = props[property];
    if (isTextarea && property === "value") continue;
    if (value !== undefined && value !== null) written += attribute(property, value);
  }
  endsInText = false;
  if (oddity === "empty") {
    if (tag === "img") preload(props);
    if (tag === "input") written += initialInput(props);
    written += "/>";
    return;
  }
  written += ">";
  const children = isTextarea ? initialText(props) : props.children;
  if (oddity === "preformatted" && typeof children === "string" && children.startsWith("\n"))
    throw new Unsupported(`${tag} with a line feed that a browser leaves out`);
  if (typeof children === "string") written += escapeText(children);
  else write(children);
  written += `</${tag}>`;
  endsInText = false;
}

/** What stands in a box for longer texts to begin with. */
function initialText({ value, defaultValue, children }: Props): string {
  const text = value ?? defaultValue ?? "";
  if (typeof text !== "string" || children !== undefined) throw new Unsupported("textarea");
  return text;
}

/** What an input that keeps its own state starts with. */
function initialInput({ value, defaultValue, checked, defaultChecked }: Props): string {
  return (
    (value === undefined && defaultValue !== undefined ? attribute("value", defaultValue) : "") +
    (checked === undefined && defaultChecked !== undefined ? attribute("checked", defaultChecked) : "")
  );
}

/** An image that does not wait for the window is loaded from the first line of the page on, as React has it. */
function preload({ src, srcSet, loading, fetchPriority, crossOrigin, referrerPolicy }: Props): void {
  if (loading === "lazy" || !src) return;
  if (typeof src !== "string" || srcSet || fetchPriority || crossOrigin || referrerPolicy) throw new Unsupported("img");
  if (!/^data:/i.test(src)) preloaded.add(src);
}
