import type { Site } from "../../api/schema.gen";
import { legalTitles, legalTypes } from "../../api/site";
import { cacheable } from "../../cacheable";
import { socialIcon } from "../../kit/social-icons";
import { useSite } from "../../site";
import { Parts, slots } from "../../slots";
import { Brand } from "./brand";

/** Shown until the site has social links. */
const placeholders = ["Twitter", "LinkedIn", "GitHub"];

/** The script of the document's head listens to it, and has labels hidden by the scheme (internal/pages/scheme.js). */
const schemeSwitch = (
  <button type="button" data-scheme-switch="" className="footer-link noscript:hidden">
    <span className="on-dark">Light mode</span>
    <span className="on-light">Dark mode</span>
  </button>
);

export function Footer({ siteName }: { siteName: string }) {
  const site = useSite();
  return (
    <footer className="site-footer">
      <div className="page-width flex flex-col gap-8">
        <Parts of={slots.footer} with={{}} />
        <div className="footer-row">
          <div className="max-w-md">
            <Brand siteName={siteName} logos={site?.logos} type="compact" />
            <p className="mt-3 leading-relaxed wrap-anywhere">{site?.texts.footer}</p>
          </div>
          <ul
            aria-label="Social media"
            className="-mx-2 flex flex-wrap gap-1"
            {...socialLinks.of(site?.socialLinks ?? [])}
          />
        </div>
        <div className="footer-row">
          <div className="footer-links">
            {link("/categories", "Categories")}
            {link("/tools", "All tools")}
            {slots.footerLinks.map(({ href, label, needs }) => (!needs || site?.[needs]) && link(href, label))}
            {link("/api", "API")}
            <nav aria-label="Legal" className="footer-legal">
              {legalTypes.map((type) => link(`/${type}`, legalTitles[type]))}
            </nav>
          </div>
          <div className="flex flex-wrap items-center gap-x-6">
            {site?.scheme === "both" ? schemeSwitch : null}
            <p>© 2024</p>
          </div>
        </div>
      </div>
    </footer>
  );
}

const link = (href: string, label: string) => (
  <a key={href} href={href} className="footer-link">
    {label}
  </a>
);

/** The active social links in their order, or placeholders if there are none. */
export const socialLinks = cacheable("social links", (links: Site["socialLinks"]) => {
  const active = links.filter((link) => link.isActive).sort((a, b) => a.displayOrder - b.displayOrder);
  return active.length > 0
    ? active.map(({ id, platform, url }) => (
        <li key={id}>
          <SocialLink platform={platform} href={url} target="_blank" rel="noopener noreferrer" />
        </li>
      ))
    : placeholders.map((platform) => (
        <li key={platform}>
          <SocialLink platform={platform} href="#" />
        </li>
      ));
});

function SocialLink({ platform, ...link }: { platform: string; href: string; target?: string; rel?: string }) {
  const Icon = socialIcon(platform);
  return (
    <a {...link} data-tooltip={platform} className="social-link">
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <span className="sr-only">{platform}</span>
    </a>
  );
}
