import "./legal-text.css";

interface LegalTextProps {
  /** HTML that the server made from a legal page's Markdown and sanitized. Never pass any other HTML. */
  html: string;
}

/** The text of a legal page: the only place where text is inserted as HTML. */
export function LegalText({ html }: LegalTextProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets nothing through but what an allow-list names
  return <div className="legal-text" dangerouslySetInnerHTML={{ __html: html }} />;
}
