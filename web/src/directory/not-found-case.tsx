/** A case with its light on and nothing under it but the mark of where something stood. */
export function NotFoundCase() {
  return (
    <svg viewBox="0 0 200 150" width="200" height="150" fill="none" aria-hidden="true" className="mb-8">
      <defs>
        <linearGradient id="not-found-light" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--color-brass)" stopOpacity="0.3" />
          <stop offset="1" stopColor="var(--color-brass)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d="M86 13h28l34 105H52z" fill="url(#not-found-light)" />
      <path d="M86 13h28" stroke="var(--color-brass)" strokeWidth="2" strokeLinecap="round" />
      <g stroke="var(--color-text)" strokeOpacity="0.28" strokeWidth="1.5" strokeLinejoin="round">
        <path d="M30 118V18a6 6 0 0 1 6-6h128a6 6 0 0 1 6 6v100" />
        <path d="M18 118h164v20H18z" />
        <path d="M42 40l18-18M42 58l36-36" strokeOpacity="0.16" strokeLinecap="round" />
      </g>
      <ellipse
        cx="100"
        cy="108"
        rx="26"
        ry="5"
        stroke="var(--color-brass)"
        strokeOpacity="0.7"
        strokeWidth="1.5"
        strokeDasharray="4 5"
        strokeLinecap="round"
      />
    </svg>
  );
}
