import { read } from "../../api/client";
import { type Feature, lazyRoute } from "../../route";

export const rankingQuery = () => read("/api/how-we-rank", {});

export const dealsQuery = () => read("/api/deals", {});

export const moneyFeature: Feature = {
  pages: () => [
    lazyRoute(
      "/deals",
      async () => (await import("./screens")).Deals,
      "Deals",
      () => [dealsQuery()],
    ),
    lazyRoute(
      "/how-we-rank",
      async () => (await import("./screens")).HowWeRank,
      "How we rank",
      () => [rankingQuery()],
    ),
  ],
  footerLinks: [
    { href: "/deals", label: "Deals", isShown: (site) => site?.deals },
    { href: "/how-we-rank", label: "How we rank", isShown: Boolean },
  ],
};
