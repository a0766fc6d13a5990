import type { LogoProposal } from "../../api/logo-settings";
import { panel } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { ProductLogo } from "../../kit/tools/product-logo";
import type { Decision } from "./use-proposals";

interface ProposalCardProps {
  proposal: LogoProposal;
  isBusy: boolean;
  decide: (decision: Decision) => void;
}

const source = "block truncate text-[0.8125rem] text-dim";

/** What was found for a tool: its logo with where it is from, or why there is none. */
export function ProposalCard({ proposal, isBusy, decide }: ProposalCardProps) {
  const { product, name, website, state, image, logoColor, source: from, reason } = proposal;
  const ids = [product];
  return (
    <li className={`${panel} grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-3 p-4`}>
      <ProductLogo product={{ name, logo: image, logoColor }} size="card" />
      <div className="min-w-0">
        <h2 className="truncate text-[0.9375rem] font-semibold" title={name}>
          {name}
        </h2>
        <a
          href={website}
          target="_blank"
          rel="noopener noreferrer"
          className="block truncate text-[0.8125rem] text-muted underline decoration-line underline-offset-4 hover:text-text"
        >
          {withoutScheme(website)}
        </a>
        {state === "none" ? (
          <p className="mt-1 text-[0.8125rem] text-dim">{reason}</p>
        ) : (
          <span className={source} title={from}>
            {withoutScheme(from)}
          </span>
        )}
      </div>
      {state === "none" ? null : (
        <div className="col-span-full flex gap-2 *:flex-1">
          {state === "proposed" ? (
            <>
              <Button
                size="small"
                aria-label={`Accept the logo of ${name}`}
                disabled={isBusy}
                onClick={() => decide({ kind: "accept", ids })}
              >
                Accept
              </Button>
              <Button
                size="small"
                tone="bare"
                aria-label={`Dismiss the logo of ${name}`}
                disabled={isBusy}
                onClick={() => decide({ kind: "dismiss", ids })}
              >
                Dismiss
              </Button>
            </>
          ) : (
            <Button
              size="small"
              aria-label={`Restore the logo of ${name}`}
              disabled={isBusy}
              onClick={() => decide({ kind: "restore", ids })}
            >
              Restore
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
