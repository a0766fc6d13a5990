import fc from "fast-check";
import {
  Children,
  Component,
  createContext,
  createElement,
  Fragment,
  forwardRef,
  memo,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { markupOf } from "./markup";
import { Unsupported } from "./unsupported";

const parsed = (markup: string) => new DOMParser().parseFromString(markup, "text/html").body;

function expectWhatReactWrites(page: ReactElement) {
  const [ours, reacts] = [markupOf(page), renderToString(page)];
  if (!parsed(ours).isEqualNode(parsed(reacts))) expect(ours).toBe(reacts);
}

const Topic = createContext("none");
const Told = () => <em>{useContext(Topic)}</em>;

function Hooked({ start }: { start: number }) {
  const [state] = useState(() => start + 1);
  const [reduced] = useReducer(
    (before: number) => before,
    start,
    (from) => from * 2,
  );
  const ref = useRef("r");
  const sum = useMemo(() => state + reduced, [state, reduced]);
  const call = useCallback(() => sum, [sum]);
  const outside = useSyncExternalStore(
    () => () => undefined,
    () => "browser",
    () => "server",
  );
  useEffect(() => {
    throw new Error("an effect ran");
  });
  return (
    <p onClick={call} onKeyDown={call}>
      {state} {reduced} {ref.current} {call()} {outside}
    </p>
  );
}

const Named = forwardRef<HTMLElement, { name: string }>(({ name }, ref) => <b ref={ref}>{name}</b>);
const Remembered = memo(({ name }: { name: string }) => <i>{name}</i>);

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }).filter((said) => !/[\0\r\ud800-\udfff]/.test(said)),
  fc.constantFrom("", " ", "\n", "<b>", "&amp;", "\"'", "</p><script>", "<!-- -->", "é 漢字 😀"),
);
const name = fc.string({ unit: fc.constantFrom(..."abcXYZ-19&'<"), maxLength: 6 });
const maybe = fc.constantFrom(true, false, undefined);
const properties = fc.record(
  {
    className: fc.option(text, { nil: undefined }),
    id: text,
    title: fc.oneof(text, fc.integer(), maybe),
    role: text,
    tabIndex: fc.integer(),
    hidden: maybe,
    inert: maybe,
    lang: fc.option(text, { nil: undefined }),
    dir: fc.constantFrom(null, undefined),
    "aria-label": text,
    "aria-hidden": maybe,
    "data-logo": fc.oneof(text, fc.integer(), maybe),
    "data-view": text,
    onClick: fc.constant(() => undefined),
    style: fc.record(
      { "--light": name, width: fc.oneof(fc.integer(), name), height: fc.constant(0), marginTop: name, color: name },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const address = fc.oneof(
  text,
  fc.webUrl(),
  fc.constantFrom("/a?b=1&c=2", "#x", "JavaScript:x", " javascript:alert(1)"),
);
const { node } = fc.letrec<{ node: ReactNode; nodes: ReactNode[] }>((tie) => ({
  nodes: fc.array(tie("node"), { maxLength: 4 }),
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.constantFrom(null, undefined, true, false, 0, 1.5, -3),
    fc
      .record({ src: address, alt: text, loading: fc.constantFrom("lazy", "eager", undefined) })
      .map((said) => createElement("img", said)),
    fc
      .record({ type: fc.constantFrom("text", "search"), name: text, placeholder: text, defaultValue: text })
      .map((said) => createElement("input", said)),
    fc.record({ name: text, placeholder: text, defaultValue: text }).map((said) => createElement("textarea", said)),
    text.map((value) => createElement("textarea", { value, readOnly: true })),
    tie("nodes").map((children) => createElement("pre", null, ...children)),
    fc.boolean().map((defaultChecked) => createElement("input", { type: "checkbox", defaultChecked })),
    fc
      .tuple(text, fc.integer())
      .map(([value, maxLength]) => createElement("input", { value, maxLength, readOnly: true })),
    tie("nodes").map((children) => createElement(Fragment, null, ...children)),
    tie("nodes").map((children) => Children.toArray(children)),
    fc.tuple(text, tie("nodes")).map(([value, children]) => createElement(Topic, { value }, ...children)),
    fc.constant(createElement(Told)),
    fc.integer({ max: 1000 }).map((start) => createElement(Hooked, { start })),
    text.map((name) => createElement(Named, { name })),
    text.map((name) => createElement(Remembered, { name })),
    fc
      .tuple(address, properties, tie("nodes"))
      .map(([href, said, children]) => createElement("a", { ...said, href }, ...children)),
    fc
      .tuple(fc.constantFrom("div", "span", "section", "button", "form", "nav", "svg"), properties, tie("nodes"))
      .map(([tag, said, children]) => createElement(tag, said, ...children)),
  ),
}));

describe("the markup of a page", () => {
  it("is what React writes, whatever the page is made of", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined); // React's advice on what it is given
    let drawn = 0;
    let known = 0;
    const page = node.map((child) => createElement("main", null, child));
    const property = fc.property(page, (made) => {
      drawn++;
      try {
        markupOf(made);
      } catch (error) {
        if (error instanceof Unsupported) return; // React writes it then
        throw error;
      }
      known++;
      expectWhatReactWrites(made);
    });
    fc.assert(property);
    expect(known).toBeGreaterThan(drawn / 2);
  });

  it("keeps neighbouring texts apart, so that the browser finds the ones React knows", () => {
    expect(markupOf(<p>{["a", "", "b", 1, <b key="b">c</b>, "d"]}e</p>)).toBe(
      "<p>a<!-- -->b<!-- -->1<b>c</b>d<!-- -->e</p>",
    );
  });

  it("loads what is seen first ahead, once, and not what waits", () => {
    const page = (
      <div>
        <img src="/a.png" alt="" />
        <img src="/a.png" alt="" />
        <img src="/b.png" alt="" loading="lazy" />
        <img src="data:image/png;base64,AA==" alt="" />
      </div>
    );
    expect(markupOf(page).match(/<link[^>]*>/g)).toEqual(['<link rel="preload" as="image" href="/a.png"/>']);
    expectWhatReactWrites(page);
  });

  it("forgets a page that failed", () => {
    const Broken = () => {
      throw new Error("broken");
    };
    const broken = (
      <Topic value="left behind">
        <Broken />
      </Topic>
    );
    expect(() => markupOf(broken)).toThrow("broken");
    expect(markupOf(<Told />)).toBe("<em>none</em>");
    expect(renderToString(<Hooked start={1} />)).toContain("server");
  });

  class Old extends Component {
    override render() {
      return null;
    }
  }
  const Identified = () => <p id={useId()} />;
  const Updating = () => {
    const [, update] = useState(0);
    update(1);
    return null;
  };
  it.each<[string, ReactElement]>([
    ["a class component", <Old key="" />],
    ["a boundary", <Suspense key="" />],
    ["an identifier", <Identified key="" />],
    ["an update while rendering", <Updating key="" />],
    ["a select", <select key="" defaultValue="a" />],
    ["a text area whose text begins with a line feed", <textarea key="" defaultValue={"\na"} />],
    ["a preformatted text that begins with a line feed", <pre key="">{"\na"}</pre>],
    ["a title that belongs to the head", <title key="">a</title>],
    ["a consumer", <Topic.Consumer key="">{(topic) => topic}</Topic.Consumer>],
    // biome-ignore lint/security/noDangerouslySetInnerHtml: to see that it is refused
    ["markup as text", <p key="" dangerouslySetInnerHTML={{ __html: "<b>" }} />],
    [
      "a script as an address",
      <a key="" href={"\tjava\nscript:alert(1)"}>
        a
      </a>,
    ],
    ["an unknown property", createElement("p", { key: "", "x y": "" })],
    ["a promise", <p key="">{Promise.resolve("a") as unknown as ReactNode}</p>],
  ])("of %s is left to React", (_what, page) => {
    expect(() => markupOf(page)).toThrow(Unsupported);
  });
});
