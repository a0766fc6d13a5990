import { App } from "./app";
import { cards } from "./kit/tools/product-card";
import { cacheMarkup, renderMarkup } from "./markup-cache";
import { Account } from "./public/account/account";
import { Forgot } from "./public/account/forgot";
import { SignIn } from "./public/account/sign-in";
import { SignUp } from "./public/account/sign-up";
import { Verify } from "./public/account/verify";
import { Alternatives } from "./public/alternatives/alternatives";
import { Collection } from "./public/collections/collection";
import { Collections } from "./public/collections/collections";
import { Compare } from "./public/compare/compare";
import { CategoriesScreen } from "./public/directory/categories-screen";
import { categoryMenu, filterBarContents } from "./public/directory/filter-bar";
import { HomeRows, homeRows } from "./public/directory/home-rows";
import { HomeRows as LazyHomeRows } from "./public/directory/lazy-home-rows";
import { listContents } from "./public/directory/listing";
import { socialLinks } from "./public/frame/footer";
import { categoryLinks } from "./public/frame/navigation-bar";
import { Generator } from "./public/generator/generator";
import { LegalScreen } from "./public/legal/legal-screen";
import { Archive } from "./public/newsletter/archive";
import { Confirm } from "./public/newsletter/confirm";
import { IssueScreen } from "./public/newsletter/issue";
import { Newsletter } from "./public/newsletter/newsletter";
import { Settings } from "./public/newsletter/settings";
import { Saved } from "./public/saved/saved";
import { Submission } from "./public/submit/submission";
import { Submit } from "./public/submit/submit";
import { lazyScreens, pageReads, withRoutes } from "./routes";
import { type DocumentState, queryClientWith } from "./state";

LazyHomeRows.set(HomeRows);
lazyScreens.categories.set(CategoriesScreen);
lazyScreens.generator.set(Generator);
lazyScreens.submit.set(Submit);
lazyScreens.saved.set(Saved);
lazyScreens.signUp.set(SignUp);
lazyScreens.signIn.set(withRoutes(SignIn));
lazyScreens.verify.set(Verify);
lazyScreens.forgot.set(Forgot);
lazyScreens.account.set(Account);
lazyScreens.newsletter.set(Newsletter);
lazyScreens.newsletterConfirm.set(Confirm);
lazyScreens.newsletterSettings.set(Settings);
lazyScreens.archive.set(Archive);
lazyScreens.issue.set(IssueScreen);
lazyScreens.alternatives.set(Alternatives);
lazyScreens.collections.set(Collections);
lazyScreens.collection.set(Collection);
lazyScreens.compare.set(Compare);
lazyScreens.submission.set(Submission);
lazyScreens.legal.set(LegalScreen);
cacheMarkup(cards, homeRows, listContents, categoryLinks, categoryMenu, filterBarContents, socialLinks);

interface Address {
  path: string;
  search: string;
}

/** Returns the API URLs that the page at a URL is made from. Both are JSON. */
function needs(json: string): string {
  const { path, search } = JSON.parse(json) as Address;
  return JSON.stringify(pageReads(path, search).map(({ queryKey }) => queryKey[0]));
}

/** Returns the markup of the page at a URL, made from the given API responses. */
function render(json: string): string {
  const { path, search, site, answers } = JSON.parse(json) as Address & DocumentState;
  return renderMarkup(<App queries={queryClientWith(answers)} siteName={site.name} at={{ path, search }} />);
}

Object.assign(globalThis, { vitrine: { needs, render } });
