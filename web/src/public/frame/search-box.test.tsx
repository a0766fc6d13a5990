import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { deferred, openPage, present } from "../../testing/page";
import { sampleCatalog, sampleProduct, sampleSection } from "../../testing/samples";
import { typingPause } from "./search-as-you-type";

const found = (name: string) => sampleCatalog(sampleSection([sampleProduct(1, { name })]));
const search = (text: string) => `/api/catalog?search=${text}`;
const field = () => screen.getByRole("searchbox", { name: "Search AI tools" });
const pause = () => new Promise((resolve) => setTimeout(resolve, typingPause + 30));
const card = (name: string) => screen.findByRole("link", { name });

const start = { "/api/catalog": found("Everything") };
/** The answers to searches: a tool of that name, in capitals. */
const tools = (...texts: string[]) =>
  Object.fromEntries(texts.map((text) => [search(text), found(text.toUpperCase())]));

describe("search as you type", () => {
  it("shows the results and updates the URL without adding history entries", async () => {
    const { user } = openPage("/", { ...start, ...tools("a", "ab", "abc") });
    await card("Everything");
    const entries = history.length;
    await user.type(field(), "abc");
    await card("ABC");
    expect(present()).toBe("/?search=abc");
    expect(history.length).toBe(entries);
    expect(document.title).toBe("“abc” – Vitrine");
  });

  it("stays in the category's page without adding history entries", async () => {
    const inVideo = (text: string) => `/api/catalog?category=video&search=${text}`;
    const { user } = openPage("/category/video", {
      "/api/catalog?category=video&page=1": found("All"),
      [inVideo("a")]: found("A"),
      [inVideo("ab")]: found("AB"),
    });
    await card("All");
    const entries = history.length;
    await user.type(field(), "ab");
    await card("AB");
    expect(present()).toBe("/category/video?search=ab");
    expect(history.length).toBe(entries);
  });

  it("never shows an outdated answer, and aborts its request", async () => {
    const slow = deferred();
    const answers = { ...start, [search("a")]: slow.promise, [search("ab")]: found("Newer") };
    const { aborted, asked, user } = openPage("/", answers);
    await card("Everything");
    await user.type(field(), "a");
    await waitFor(() => expect(asked).toContain(search("a")));
    await user.type(field(), "b");
    await card("Newer");
    slow.settle(found("Older"));
    await pause();
    expect(screen.queryByRole("link", { name: "Older" })).toBeNull();
    expect(screen.getByRole("link", { name: "Newer" })).toBeInTheDocument();
    expect(aborted).toEqual([search("a")]);
  });

  it("keeps the previous list while the next one loads", async () => {
    const slow = deferred();
    const { user } = openPage("/", { ...start, [search("a")]: slow.promise });
    await card("Everything");
    await user.type(field(), "a");
    await waitFor(() => expect(present()).toBe("/?search=a"));
    expect(screen.getByRole("link", { name: "Everything" })).toBeInTheDocument();
    expect(screen.queryByText("Loading tools")).toBeNull();
    slow.settle(found("A"));
    await card("A");
  });

  it("does not send a request for every key of a fast typist", async () => {
    const word = "generate";
    const prefixes = Array.from(word, (_, index) => word.slice(0, index + 1));
    const { asked } = openPage("/", { ...start, ...tools(...prefixes) });
    await card("Everything");
    for (const value of prefixes) fireEvent.input(field(), { target: { value } }); // faster than anyone types
    await card("GENERATE");
    expect(asked.filter((address) => address.includes("search=")).length).toBeLessThan(word.length);
  });

  it("gives a final search one history entry, so that going back returns to the list before it", async () => {
    const { user } = openPage("/", { ...start, ...tools("a", "ab") });
    await card("Everything");
    const entries = history.length;
    await user.type(field(), "ab{Enter}");
    await card("AB");
    expect(history.length).toBe(entries + 1);
    history.back();
    await card("Everything");
    expect(field()).toHaveValue("");
  });

  it("opens home from another page and keeps the focus in the field", async () => {
    const { user } = openPage("/nowhere", tools("a", "ab"));
    await user.type(field(), "ab");
    await card("AB");
    expect(present()).toBe("/?search=ab");
    expect(field()).toHaveFocus();
  });

  it("keeps the other filters", async () => {
    const { user } = openPage("/?pricing=Free", {
      "/api/catalog?pricing=Free": found("Everything"),
      "/api/catalog?search=a&pricing=Free": found("A"),
    });
    await card("Everything");
    await user.type(field(), "a");
    await card("A");
  });
});

describe("the search's keyboard shortcuts", () => {
  it("focus the field on slash, but not while the user is typing elsewhere", async () => {
    const { user } = openPage("/", start);
    await user.keyboard("/");
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue("");
    await user.keyboard("/");
    expect(field()).toHaveValue("/");
  });

  it("clear the text on the first Esc and leave the field on the second", async () => {
    const { user } = openPage("/?search=a", { ...start, ...tools("a") });
    await card("A");
    await user.click(field());
    await user.keyboard("{Escape}");
    expect(field()).toHaveValue("");
    await card("Everything");
    expect(field()).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(field()).not.toHaveFocus();
  });
});

describe("the search without scripts", () => {
  it("is a form that opens home and keeps the filters", async () => {
    openPage("/?search=a&category=video&sort=name", { "/api/catalog?category=video&search=a&sort=name": found("A") });
    const form = field().closest("form") as HTMLFormElement;
    expect(form).toHaveAttribute("action", "/");
    expect(Object.fromEntries(new FormData(form))).toEqual({ search: "a", category: "video", sort: "name" });
  });
});
