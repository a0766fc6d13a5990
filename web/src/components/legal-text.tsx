import "./legal-text.css";

interface LegalTextProps {
  /** HTML that the server has made of a legal page's Markdown and sanitised; nothing else may stand here. */
  html: string;
}

/** The text of a legal page. It is the one place where a browser takes text for markup. */
export function LegalText({ html }: LegalTextProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets nothing through but what an allow-list names
  return <div className="legal-text" dangerouslySetInnerHTML={{ __html: html }} />;
}
