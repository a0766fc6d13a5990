import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ShownProduct as Product } from "../../api/schema.gen";
import { SiteProvider } from "../../site";
import { type Answer, queryClientWith } from "../../state";
import { textsOf } from "../../testing/page";
import { sampleProduct, sampleProducts, sampleSite } from "../../testing/samples";
import { newUser } from "../../testing/user";
import { ListedBadge } from "./product-detail";
import { ProductScreen } from "./product-screen";

const runway = sampleProduct(7, {
  slug: "runway",
  name: "Runway",
  description: "Makes and edits video.\nFrom text or footage.",
  useCases: "Storyboards that move\n\n- Adverts in six lengths",
  categories: ["Video Editing", "Design"],
  tags: ["clips"],
  type: "Freemium",
  section: "Our Products",
  website: "https://runway.example/?a=1&b=2",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-03-09T23:59:59.5Z",
});

const site = sampleSite({ categories: [{ id: 1, name: "Video Editing", slug: "video", group: "Video" }] });

interface Answers {
  product?: Answer;
  similar?: Product[];
}

const page = ({ product, similar }: Answers) => {
  const answers: Record<string, Answer> = {};
  if (product) answers["/api/products/runway"] = product;
  if (similar) answers["/api/products/runway/similar"] = { status: 200, body: similar };
  return (
    <QueryClientProvider client={queryClientWith(answers)}>
      <SiteProvider value={site}>
        <ProductScreen visit={{ path: "/products/runway", search: "", params: { id: "runway" } }} />
      </SiteProvider>
    </QueryClientProvider>
  );
};

const tool = (changes: Partial<Product> = {}) =>
  page({ product: { status: 200, body: { ...runway, ...changes } }, similar: [] });
const region = (name: string) => within(screen.getByRole("region", { name }));
const fact = (panel: string, name: string) => region(panel).getByText(name).nextElementSibling;

describe("a tool's header", () => {
  it("says in a preview that visitors don't see the page", () => {
    const preview = "Preview: visitors don’t see this page.";
    render(tool({ status: "hidden" }));
    expect(screen.getByText(preview)).toBeVisible();
    cleanup();
    render(tool());
    expect(screen.queryByText(preview)).toBeNull();
  });

  it("links back through the first category and ends with the name", () => {
    render(tool());
    const breadcrumb = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
    expect(breadcrumb.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
    expect(breadcrumb.getByRole("link", { name: "Video Editing" })).toHaveAttribute("href", "/category/video");
    expect(textsOf(breadcrumb.getAllByRole("listitem"))).toEqual(["Home", "Video Editing", "Runway"]);
  });

  it("shows Tools and Tool without a category", () => {
    render(tool({ categories: [] }));
    expect(within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByText("Tools")).toBeVisible();
    expect(within(screen.getByRole("banner")).getByText("Tool")).toBeVisible();
    expect(fact("Details", "Categories")).toHaveTextContent("N/A");
  });

  it("links to the website in a new tab without opener and referrer, and has nothing to disclose", () => {
    render(tool());
    for (const visit of screen.getAllByRole("link", { name: /^Visit Runway/ })) {
      expect(visit).toHaveAttribute("href", "https://runway.example/?a=1&b=2");
      expect(visit).toHaveAttribute("target", "_blank");
      expect(visit).toHaveAttribute("rel", "noopener noreferrer nofollow");
    }
    expect(screen.queryByRole("link", { name: /commission/ })).toBeNull();
  });

  it("says before each affiliate link what it is", () => {
    render(tool({ hasAffiliateLink: true, promoText: "Half price" }));
    const paid = document.querySelectorAll('a[href="/go/runway?from=tool"]');
    expect(paid.length).toBeGreaterThan(2);
    for (const link of paid) {
      expect(link).toHaveAttribute("rel", "noopener noreferrer sponsored nofollow");
      expect(link).not.toHaveAttribute("data-visit");
      const around = link.parentElement?.parentElement?.textContent ?? "";
      const [before = ""] = around.split(link.textContent ?? "");
      expect(`${before}${link.textContent}`).toMatch(/We may earn a commission|Affiliate/);
    }
    expect(document.querySelector('a[href^="https://runway.example"]')).toBeNull();
  });

  it("shows the logo, or the initials instead", () => {
    render(tool({ logo: "/uploads/a.jpg" }));
    expect(screen.getByRole("img", { name: "Runway logo" })).toHaveAttribute("src", "/uploads/a.jpg");
    cleanup();
    render(tool());
    expect(screen.getByRole("img", { name: "Runway logo" })).toHaveTextContent("R");
  });

  it("shows the price only if it is known", () => {
    render(tool());
    expect(within(screen.getByRole("banner")).getByText("Freemium")).toBeVisible();
    cleanup();
    render(tool({ type: "Unknown" }));
    expect(within(screen.getByRole("banner")).queryByText("Price not listed")).toBeNull();
  });

  it.each([
    ["2026-01-01T23:00:00Z", 0],
    ["2026-01-02T00:00:00Z", 2],
  ])("says that the tool was updated only on a later day than it was added: %s", (updatedAt, times) => {
    render(tool({ updatedAt }));
    expect(screen.queryAllByText(/^Updated/)).toHaveLength(times);
    expect(screen.getAllByText("Jan 1, 2026")).toHaveLength(1);
  });

  it("says when a person checked the link, if one has", () => {
    render(tool({ linkCheckedAt: "2026-03-04T05:06:07Z" }));
    expect(fact("Tool Information", "Link checked")).toHaveTextContent("Mar 4, 2026");
    cleanup();
    render(tool());
    expect(screen.queryByText("Link checked")).toBeNull();
  });

  it.each([true, false])("shows Featured only for a featured tool: %s", (isFeatured) => {
    render(tool({ isFeatured }));
    expect(within(screen.getByRole("banner")).queryAllByText("Featured")).toHaveLength(isFeatured ? 1 : 0);
  });
});

describe("a tool's text", () => {
  it("begins in the header with the pitch, and About has the whole description", () => {
    render(tool());
    expect(within(screen.getByRole("banner")).getByText("Makes and edits video")).toBeVisible();
    expect(region("About").getByText(/^Makes and edits video\.\s+From text or footage\.$/)).toBeVisible();
  });

  it.each([119, 120])("has a second link to the website below it if it is long: %i characters", (length) => {
    render(tool({ description: "x".repeat(length) }));
    const again = screen.queryByRole("complementary", { name: "Website" });
    if (length < 120) return expect(again).toBeNull();
    expect(within(again as HTMLElement).getByRole("link", { name: /^Visit Runway/ })).toHaveAttribute(
      "href",
      runway.website,
    );
  });

  it("shows each use case on its own line", () => {
    render(tool());
    const cases = region("Use Cases").getAllByRole("listitem");
    expect(textsOf(cases)).toEqual(["Storyboards that move", "Adverts in six lengths"]);
  });

  it("leaves out what the tool does not have", () => {
    render(tool({ useCases: "" }));
    for (const name of ["Use Cases", "Video Demo", "Screenshots", "Similar Products"])
      expect(screen.queryByRole("region", { name })).toBeNull();
    expect(screen.queryByRole("complementary", { name: "Promotion" })).toBeNull();
    expect(region("Details").queryByText(/Status|Featured|Deal Available/)).toBeNull();
  });

  it("shows one of at most six screenshots, and another when it is chosen", async () => {
    const images = [1, 2, 3, 4, 5, 6, 7].map((n) => `https://example.com/${n}.png`);
    render(tool({ images }));
    const shots = region("Screenshots");
    expect(shots.getAllByRole("listitem")).toHaveLength(6);
    expect(shots.getByRole("img", { name: / of Runway/ })).toHaveAttribute("src", images[0]);
    await newUser().click(shots.getByRole("link", { name: "Screenshot 3" }));
    const chosen = shots.getByRole("link", { name: "Screenshot 3 of Runway" });
    expect(chosen).toHaveAttribute("href", images[2]);
    expect(shots.getByRole("img", { name: / of Runway/ })).toHaveAttribute("src", images[2]);
  });

  it("moves between the screenshots by the arrow keys", async () => {
    const images = [1, 2].map((n) => `https://example.com/${n}.png`);
    render(tool({ images }));
    const shots = region("Screenshots");
    const user = newUser();
    shots.getByRole("link", { name: "Screenshot 1" }).focus();
    await user.keyboard("{ArrowLeft}{ArrowRight}{ArrowRight}");
    expect(shots.getByRole("link", { name: "Screenshot 2" })).toHaveFocus();
    expect(shots.getByRole("img", { name: / of Runway/ })).toHaveAttribute("src", images[1]);
    await user.keyboard("{ArrowLeft}");
    expect(shots.getByRole("img", { name: / of Runway/ })).toHaveAttribute("src", images[0]);
  });

  it("draws its mark large, with a fact, only where it has no image", () => {
    render(tool());
    const fact = screen.getByText("Free to start");
    expect(fact).toBeVisible();
    expect(fact.parentElement?.querySelectorAll("svg path").length).toBeGreaterThan(0);
    cleanup();
    render(tool({ logo: "/uploads/a.jpg" }));
    expect(screen.getByText("Free to start").parentElement?.querySelector("svg")).toBeNull();
    cleanup();
    render(tool({ images: ["https://example.com/1.png"] }));
    expect(screen.queryByText("Free to start")).toBeNull();
    cleanup();
    render(tool({ type: "Unknown" }));
    expect(screen.getAllByText("Jan 1, 2026")).toHaveLength(1);
  });

  it("shows hostile input as text", () => {
    const hostile = "<img src=x onerror=alert(1)>";
    const { container } = render(
      tool({ name: hostile, description: hostile, useCases: hostile, promoText: hostile, categories: [hostile] }),
    );
    expect(screen.getByRole("heading", { level: 1, name: hostile })).toBeVisible();
    expect(container.querySelector("img")).toBeNull();
  });
});

describe("a tool's facts", () => {
  it.each([
    ["https://runway.example/?a=1&b=2", "runway.example"],
    ["http://WWW.Runway.example:8080", "Runway.example:8080"],
    ["https://me:secret@runway.example#top", "runway.example"],
    ["https://bücher.example/a@b", "bücher.example"],
  ])("show the website as its host: %s", (website, host) => {
    render(tool({ website }));
    const link = region("Tool Information").getByRole("link", { name: `${host} (opens in a new tab)` });
    expect(link).toHaveAttribute("href", website);
    expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
    expect(link).toHaveAttribute("data-visit", "7");
  });

  it("link to the lists of similar tools", () => {
    render(tool());
    const category = { name: "Video Editing" };
    for (const place of [within(screen.getByRole("banner")), region("Details")])
      expect(place.getByRole("link", category)).toHaveAttribute("href", "/category/video");
  });

  it("copy the page's link to the clipboard", async () => {
    history.replaceState(null, "", "/products/runway?utm_source=x#tags");
    const user = newUser();
    render(tool());
    await user.click(region("Tool Information").getByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/products/runway`);
  });

  it("are in two panels", () => {
    render(tool({ isFeatured: true, hasDeal: true }));
    for (const panel of ["Tool Information", "Details"]) {
      expect(fact(panel, "Type")).toHaveTextContent("Freemium");
      expect(fact(panel, "Section")).toHaveTextContent("Our Products");
    }
    expect(fact("Tool Information", "Added")).toHaveTextContent("Jan 1, 2026");
    expect(fact("Tool Information", "Updated")).toHaveTextContent("Mar 9, 2026");
    expect(fact("Details", "Categories")).toHaveTextContent("Video Editing, Design");
    expect(region("Details").getByText("Featured")).toBeVisible();
    expect(region("Details").getByText("Deal Available")).toBeVisible();
  });

  it("show the tags in lower case and the section as one word", () => {
    render(tool());
    const tags = region("Tags").getAllByRole("listitem");
    expect(region("Tags").queryByRole("link")).toBeNull();
    expect(textsOf(tags)).toEqual(["video editing", "design", "freemium", "ourproducts"]);
  });

  it("are next to a deal with its code, its end and its own address", () => {
    const dealUrl = "https://net.example/x";
    render(tool({ promoText: "20 % off", dealCode: "SPRING", dealTo: "2026-11-30T22:59:59Z", dealUrl }));
    const deal = within(screen.getByRole("complementary", { name: "Promotion" }));
    expect(deal.getByText("SPRING")).toBeVisible();
    expect(deal.getByText("Nov 30, 2026")).toBeVisible();
    expect(deal.getByRole("link", { name: "We may earn a commission" })).toBeVisible();
    expect(deal.getByRole("link", { name: /^Get the deal/ })).toHaveAttribute("href", dealUrl);
  });

  it("are next to the deal", () => {
    render(tool({ promoText: "20 % off" }));
    expect(screen.getByRole("complementary", { name: "Promotion" })).toHaveTextContent("20 % off");
  });
});

describe("a tool's video", () => {
  it("is only a link if its URL is http, as an https page may not embed it", async () => {
    const { container } = render(tool({ videoUrl: "http://videos.example.com/1" }));
    const link = region("Video Demo").getByRole("link", { name: /Watch video demo of Runway/ });
    expect(link).toHaveAttribute("href", "http://videos.example.com/1");
    expect(link).toHaveTextContent("Opens videos.example.com");
    link.addEventListener("click", (event) => event.preventDefault()); // jsdom does not navigate
    await newUser().click(link);
    expect(container.querySelector("iframe")).toBeNull();
  });

  it("requests nothing from its host before it is played, and then plays with few permissions", async () => {
    const { container } = render(tool({ videoUrl: "https://youtu.be/dQw4w9WgXcQ?t=3" }));
    expect(container.querySelector("iframe")).toBeNull();
    const link = region("Video Demo").getByRole("link", { name: /Play video demo of Runway/ });
    expect(link).toHaveTextContent("Plays from YouTube");
    expect(link).toHaveAttribute("href", "https://youtu.be/dQw4w9WgXcQ?t=3");

    await newUser().click(link);
    const player = screen.getByTitle("Runway video demo");
    expect(player).toHaveAttribute("src", "https://www.youtube.com/embed/dQw4w9WgXcQ");
    expect(player).toHaveAttribute("loading", "lazy");
    expect(player).toHaveAttribute("referrerpolicy", "strict-origin-when-cross-origin");
    expect(player).toHaveAttribute("sandbox", "allow-scripts allow-same-origin allow-presentation allow-popups");
    expect(player).toHaveFocus();
  });

  it.each(["https://www.youtube.com/watch", "a film", `https://${location.hostname}/admin`])(
    "shows an error when it cannot be played: %s",
    (videoUrl) => {
      render(tool({ videoUrl }));
      expect(region("Video Demo").getByText("Unable to load video")).toBeVisible();
      expect(region("Video Demo").getByText("Please check the video URL format")).toBeVisible();
      expect(region("Video Demo").queryByRole("link")).toBeNull();
    },
  );
});

describe("similar tools", () => {
  it("are below, eight at most", () => {
    render(page({ product: { status: 200, body: runway }, similar: sampleProducts(1, 9) }));
    const similar = region("Similar Products");
    expect(similar.getAllByRole("heading", { level: 3 })).toHaveLength(8);
    expect(similar.getByRole("link", { name: "Tool 1" })).toHaveAttribute("href", "/products/tool-1");
  });
});

describe("a tool that is not loaded", () => {
  it("shows a skeleton while it loads", () => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    render(page({}));
    expect(screen.getByRole("status")).toHaveTextContent("Loading the tool");
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it.each([
    ["404", { status: 404, body: { error: "No such product." } }],
    ["410", { status: 410, body: { error: "No such product." } }],
    ["nothing", { status: 200, body: null }],
  ])("does not exist when the API answers %s", (_, product) => {
    render(page({ product }));
    expect(screen.getByRole("heading", { level: 1, name: "Product Not Found" })).toBeVisible();
    expect(screen.getByText("The product you're looking for doesn't exist or has been removed.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    expect(screen.getByRole("searchbox", { name: "Find a tool" }).closest("form")).toHaveAttribute("action", "/");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("has similar tools if it was removed", () => {
    render(page({ product: { status: 404, body: { error: "No such product." } }, similar: [runway] }));
    expect(screen.getByRole("heading", { level: 1, name: "Product Not Found" })).toBeVisible();
    expect(region("Similar Products").getByRole("link", { name: "Runway" })).toBeVisible();
  });

  it("can be requested again when the request failed", async () => {
    const isProduct = ({ url }: Request) => url.endsWith("/api/products/runway");
    vi.stubGlobal("fetch", async (request: Request) => Response.json(isProduct(request) ? runway : []));
    render(page({ product: { status: 503, body: { error: "Too much to do." } }, similar: [] }));
    expect(screen.getByRole("heading", { name: "Product Not Found" })).toBeVisible();
    await newUser().click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Runway" })).toBeVisible());
  });
});

const product = sampleProduct(7, { slug: "runway", name: "Runway" });

const show = (name: string) =>
  render(
    <SiteProvider value={sampleSite({ name })}>
      <ListedBadge product={product} />
    </SiteProvider>,
  );

/** Opens the section and returns its two badges. */
async function opened() {
  await newUser().click(screen.getByRole("button", { name: /^Add a/ }));
  return await screen.findAllByRole("listitem");
}

describe("the badge for a tool's own website", () => {
  it("loads nothing until it is opened", () => {
    show("Vitrine");
    expect(screen.getByRole("button", { name: 'Add a "Listed on Vitrine" badge' })).toBeVisible();
    expect(screen.queryByRole("img", { hidden: true })).toBeNull();
  });

  it("shows both themes", async () => {
    show("Vitrine");
    await opened();
    const images = screen.getAllByRole("img", { name: "Listed on Vitrine" });
    expect(images.map((image) => image.getAttribute("src"))).toEqual([
      "/badge/runway.svg?theme=dark",
      "/badge/runway.svg?theme=light",
    ]);
  });

  it("copies the HTML with the size of the loaded image", async () => {
    show("Vitrine");
    await opened();
    const [image] = screen.getAllByRole("img") as [HTMLImageElement];
    Object.defineProperty(image, "naturalWidth", { value: 172 });
    fireEvent.load(image);
    const user = newUser();
    await user.click(screen.getByRole("button", { name: "Copy HTML of the dark badge" }));
    const { origin } = location;
    expect(await navigator.clipboard.readText()).toBe(
      `<a href="${origin}/products/runway"><img src="${origin}/badge/runway.svg?theme=dark" alt="Listed on Vitrine" width="172" height="40"></a>`,
    );
  });

  it("escapes a site's name in the HTML", async () => {
    show(`A "b" <script>&`);
    const [dark] = await opened();
    expect(within(dark as HTMLElement).getByText(/alt="Listed on A &quot;b&quot; &lt;script&gt;&amp;"/)).toBeVisible();
  });
});
