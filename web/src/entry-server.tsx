import { Account } from "./account/account";
import { Forgot } from "./account/forgot";
import { SignIn } from "./account/sign-in";
import { SignUp } from "./account/sign-up";
import { Verify } from "./account/verify";
import { Alternatives } from "./alternatives/alternatives";
import { App } from "./app";
import { Collection } from "./collections/collection";
import { Collections } from "./collections/collections";
import { Compare } from "./compare/compare";
import { CategoriesScreen } from "./directory/categories-screen";
import { categoryMenu, filterBarContents } from "./directory/filter-bar";
import { HomeRows, homeRows } from "./directory/home-rows";
import { HomeRows as LazyHomeRows } from "./directory/lazy-home-rows";
import { listContents } from "./directory/listing";
import { Generator } from "./generator/generator";
import { cards } from "./kit/tools/product-card";
import { LegalScreen } from "./legal/legal-screen";
import { cacheMarkup, renderMarkup } from "./markup-cache";
import { Archive } from "./newsletter/archive";
import { Confirm } from "./newsletter/confirm";
import { IssueScreen } from "./newsletter/issue";
import { Newsletter } from "./newsletter/newsletter";
import { Settings } from "./newsletter/settings";
import { socialLinks } from "./public/frame/footer";
import { categoryLinks } from "./public/frame/navigation-bar";
import { lazyScreens, pageReads, withRoutes } from "./routes";
import { Saved } from "./saved/saved";
import { type DocumentState, queryClientWith } from "./state";
import { Submission } from "./submit/submission";
import { Submit } from "./submit/submit";

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
