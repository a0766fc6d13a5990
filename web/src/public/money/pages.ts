import { read } from "../../api/client";
import { type Feature, lazyRoute } from "../../route";

export const rankingQuery = () => read("/api/how-we-rank", {});

export const moneyFeature: Feature = {
  pages: () => [
    lazyRoute(
      "/how-we-rank",
      async () => (await import("./how-we-rank")).HowWeRank,
      "How We Rank",
      () => [rankingQuery()],
    ),
  ],
  footerLinks: [{ href: "/how-we-rank", label: "How we rank", isShown: Boolean }],
};
