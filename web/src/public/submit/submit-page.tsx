import type { ReactNode } from "react";

interface SubmitPageProps {
  title: string;
  isBusy?: boolean;
  children: ReactNode;
}

/** The layout of the submission pages: a link back, the title and the content. */
export function SubmitPage({ title, isBusy, children }: SubmitPageProps) {
  return (
    <div className="page-width pt-8" aria-busy={isBusy}>
      <a href="/" className="back-link">
        Back to Homepage
      </a>
      <h1 className="mt-4 font-display text-[clamp(2.5rem,6vw,3.5rem)] leading-[1.05]">{title}</h1>
      {children}
    </div>
  );
}

/** The style of the card around a form, a status or an error. */
export const submitCard = "mt-10 max-w-3xl rounded-2xl border border-hairline bg-raised p-5 md:p-8";
