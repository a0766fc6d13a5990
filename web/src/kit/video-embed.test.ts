import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { videoEmbed, videoHost, videoHosts } from "./video-embed";

const srcOf = (link: string, ownHost?: string) => {
  const embed = videoEmbed(link, ownHost);
  return embed.kind === "player" ? embed.src : embed.kind;
};

const youTube = "https://www.youtube.com/embed/dQw4w9WgXcQ";
const playlist = "https://www.youtube.com/embed/videoseries?list=PLabcdefghijklmnop";
const live = "https://www.youtube.com/embed/live_stream?channel=UC4R8DWoMoI7CAwX8_LjQHig";
const wistia = "https://fast.wistia.net/embed/iframe/e4a27b971d";

describe("videoEmbed", () => {
  it.each([
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", youTube],
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s&list=PL1", youTube],
    ["https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ#t=1", youTube],
    ["https://youtube.com/watch?v=dQw4w9WgXcQ", youTube],
    ["https://m.youtube.com/watch?v=dQw4w9WgXcQ", youTube],
    ["HTTPS://WWW.YouTube.com/watch?v=dQw4w9WgXcQ", youTube],
    ["http://www.youtube.com/watch?v=dQw4w9WgXcQ", youTube],
    ["  https://youtu.be/dQw4w9WgXcQ?si=abc ", youTube],
    ["https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1", youTube],
    ["https://www.youtube.com/shorts/dQw4w9WgXcQ", youTube],
    ["https://youtu.be/dQw4w9WgXcQ/", youTube],
    ["https://www.youtu.be/dQw4w9WgXcQ?t=3", youTube],
    ["https://vimeo.com/event/12345", "https://vimeo.com/event/12345/embed"],
    ["https://vimeo.com/event/12345/embed/", "https://vimeo.com/event/12345/embed"],
    ["https://youtu.be/dQw4w9WgXcQ?list=PLabcdefghijklmnop", youTube],
    ["https://www.youtube.com/watch/?v=dQw4w9WgXcQ", youTube],
    ["https://www.youtube.com/embed/dQw4w9WgXcQ/?list=PLabcdefghijklmnop", youTube],
    ["https://www.youtube.com/live/dQw4w9WgXcQ?feature=share", youTube],
    ["https://www.youtube.com/v/dQw4w9WgXcQ", youTube],
    ["https://music.youtube.com/watch?v=dQw4w9WgXcQ", youTube],
    ["https://www.youtube.com/embed/videoseries?list=PLabcdefghijklmnop", playlist],
    ["https://www.youtube.com/embed/videoseries/?si=x&list=PLabcdefghijklmnop", playlist],
    ["https://www.youtube.com/embed?listType=playlist&list=PLabcdefghijklmnop", playlist],
    ["https://www.youtube.com/playlist?list=PLabcdefghijklmnop&si=x", playlist],
    ["https://m.youtube.com/playlist?list=PLabcdefghijklmnop", playlist],
    ["https://www.youtube.com/watch?list=PLabcdefghijklmnop", playlist],
    ["https://www.youtube.com/embed/live_stream?channel=UC4R8DWoMoI7CAwX8_LjQHig", live],
    ["https://www.youtube.com/channel/UC4R8DWoMoI7CAwX8_LjQHig/live", live],
    ["https://vimeo.com/showcase/7008490/video/407943692", "https://player.vimeo.com/video/407943692"],
    [
      "https://vimeo.com/showcase/7008490/video/407943692?h=abcdef1234",
      "https://player.vimeo.com/video/407943692?h=abcdef1234",
    ],
    ["https://vimeo.com/album/7008490/video/407943692/", "https://player.vimeo.com/video/407943692"],
    ["https://vimeo.com/showcase/7008490", "https://vimeo.com/showcase/7008490/embed"],
    ["https://vimeo.com/showcase/7008490/embed", "https://vimeo.com/showcase/7008490/embed"],
    ["https://vimeo.com/manage/videos/76979871/abcdef1234", "https://player.vimeo.com/video/76979871?h=abcdef1234"],
    [
      "https://vimeo.com/channels/staffpicks/76979871/abcdef1234/",
      "https://player.vimeo.com/video/76979871?h=abcdef1234",
    ],
    ["https://vimeo.com/76979871/abcdef1234?share=copy#t=3", "https://player.vimeo.com/video/76979871?h=abcdef1234"],
    ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871"],
    ["https://vimeo.com/76979871/abcdef1234", "https://player.vimeo.com/video/76979871?h=abcdef1234"],
    ["https://vimeo.com/76979871?share=copy&h=abcdef1234", "https://player.vimeo.com/video/76979871?h=abcdef1234"],
    [
      "https://player.vimeo.com/video/76979871?h=abcdef1234&title=0",
      "https://player.vimeo.com/video/76979871?h=abcdef1234",
    ],
    ["https://vimeo.com/channels/staffpicks/76979871", "https://player.vimeo.com/video/76979871"],
    ["https://acme.wistia.com/medias/e4a27b971d", wistia],
    ["https://fast.wistia.com/embed/medias/e4a27b971d", wistia],
    ["https://fast.wistia.net/embed/iframe/e4a27b971d?plays=1", wistia],
  ])("makes a player of %s: %s", (link, player) => {
    expect(srcOf(link)).toBe(player);
  });

  it.each(["", "   ", "\n"])("has no preview for %j", (link) => {
    expect(videoEmbed(link)).toEqual({ kind: "none" });
  });

  it.each([
    "https://videos.example.com/embed/1?a=b&c=%20#t",
    "https://player.example.com:8443/v/1",
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
  ])("uses any other URL as it is: %s", (link) => {
    expect(srcOf(link, "vitrine.example")).toBe(link);
  });

  it.each([
    ["javascript:alert(1)"],
    ["data:text/html,<script>alert(1)</script>"],
    ["//www.youtube.com/embed/dQw4w9WgXcQ"],
    ["a video about cats"],
    ["https://"],
    ["https:///watch?v=dQw4w9WgXcQ"],
    ["https://www.youtube.com/watch"],
    ["https://www.youtube.com/watch?v="],
    ["https://www.youtube.com/watch?v=short"],
    ['https://youtu.be/dQw4w9WgXc"'],
    ["https://youtu.be/dQw4w9WgXcQ/../../redirect"],
    ["https://www.youtube.com/embed/videoseries"],
    ["https://www.youtube.com/embed/videoseries?list="],
    ["https://www.youtube.com/embed/videoseries?list=WL"],
    ["https://www.youtube.com/playlist?list=RDdQw4w9WgXcQ"],
    ["https://www.youtube.com/embed/live_stream"],
    ["https://www.youtube.com/embed/live_stream?channel=UCabc"],
    ["https://www.youtube.com/watch?v=videoseries"],
    ["https://youtu.be/live_stream"],
    ["https://www.youtube.com/shorts/videoseries"],
    ["https://www.youtube.com/@somebody"],
    ["https://www.youtube.com/channel/UC4R8DWoMoI7CAwX8_LjQHig"],
    ["https://vimeo.com/showcase/7008490/video/"],
    ["https://vimeo.com/about"],
    ["https://vimeo.com/76979871?h=zz<script>"],
    ["https://acme.wistia.com/projects/1"],
    ["https://user:secret@videos.example.com/1"],
    ["https://videos.example.com\\@vitrine.example/1"],
    ["https://videos.example.com/a b"],
    ["https://videos.example.com/\u0000"],
  ])("returns an error for %j", (link) => {
    expect(videoEmbed(link)).toEqual({ kind: "error" });
  });

  it("does not take a host for a provider's because it starts or ends like one", () => {
    for (const host of ["www.youtube.com.evil.example", "notyoutube.com", "evilvimeo.com", "wistia.com.evil.example"]) {
      const link = `https://${host}/watch?v=dQw4w9WgXcQ`;
      expect(srcOf(link)).toBe(link);
    }
  });

  it.each([
    "https://vitrine.example/uploads/1",
    "https://VITRINE.example/",
    "https://vitrine.example./admin",
    "https://ｖitrine.example/admin",
    "https://%76itrine.example/admin",
    "https://vitrine.example:8443/",
  ])("makes no player on our own host: %s", (link) => {
    expect(videoEmbed(link, "vitrine.example")).toEqual({ kind: "error" });
  });

  it.each([
    ["https://youtu.be/dQw4w9WgXcQ", "youtube"],
    ["  https://www.youtube.com/watch?v=dQw4w9WgXcQ ", "youtube"],
    ["https://vimeo.com/76979871", "vimeo"],
    ["https://acme.wistia.com/medias/e4a27b971d", "wistia"],
    ["https://videos.example.com/1", "custom"],
    ["not an address", "custom"],
    ["", "custom"],
  ])("detects the provider of %j: %s", (link, host) => {
    expect(videoHost(link)).toBe(host);
  });

  it("plays a link that is read with its own host as before", () => {
    for (const link of ["https://youtu.be/dQw4w9WgXcQ", "https://vimeo.com/1", "https://videos.example.com/1", "", "x"])
      expect(videoEmbed(link, "", videoHost(link))).toEqual(videoEmbed(link));
  });

  it("makes no player of a link to another host; as a custom link it is used as it is", () => {
    const link = "https://youtu.be/dQw4w9WgXcQ";
    expect(videoHosts.map((host) => videoEmbed(link, "", host))).toEqual([
      { kind: "player", src: youTube, host: "www.youtube.com" },
      { kind: "error" },
      { kind: "error" },
      { kind: "player", src: link, host: "youtu.be" },
    ]);
    expect(videoEmbed("https://videos.example.com/1", "", "youtube")).toEqual({ kind: "error" });
    expect(videoEmbed("https://vitrine.example/uploads/1", "vitrine.example", "custom")).toEqual({ kind: "error" });
  });

  it("keeps an http URL as a link, except one to our own host", () => {
    expect(videoEmbed("http://videos.example.com/1")).toEqual({ kind: "link", host: "videos.example.com" });
    expect(videoEmbed("http://vitrine.example/1", "vitrine.example")).toEqual({ kind: "error" });
  });

  it("only makes https players on other hosts, whatever the text", () => {
    const link = fc.oneof(fc.string({ unit: "binary" }), fc.webUrl({ withQueryParameters: true }), hostileLink);
    fc.assert(
      fc.property(link, (text) => {
        const embed = videoEmbed(text, "vitrine.example");
        if (embed.kind !== "player") return;
        const { protocol, hostname, username } = new URL(embed.src);
        expect(protocol).toBe("https:");
        expect(username).toBe("");
        expect(hostname).not.toBe("vitrine.example");
      }),
    );
  });

  it("only puts the id into a rebuilt URL, whatever the id's text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        expect(srcOf(`https://www.youtube.com/watch?v=${id}`)).toMatch(
          /^(https:\/\/www\.youtube\.com\/embed\/[\w-]{11}|error)$/,
        );
        expect(srcOf(`https://vimeo.com/${id}`)).toMatch(
          /^(https:\/\/player\.vimeo\.com\/video\/\d+(\?h=[0-9a-f]+)?|error)$/,
        );
        expect(srcOf(`https://a.wistia.com/medias/${id}`)).toMatch(
          /^(https:\/\/fast\.wistia\.net\/embed\/iframe\/\w+|error)$/,
        );
      }),
    );
  });
});

const hostileLink = fc
  .tuple(
    fc.constantFrom("https:", "http:", "HTTPS:", "javascript:", ""),
    fc.constantFrom("//", "/\\", "\\\\", "///", ""),
    fc.constantFrom(
      "vitrine.example",
      "VITRINE.EXAMPLE",
      "vitrine.example.",
      "a@vitrine.example",
      "vitrine%2Eexample",
      "x.example\\@vitrine.example",
      "x.example",
    ),
    fc.string({ unit: "binary" }),
  )
  .map((parts) => parts.join(""));
