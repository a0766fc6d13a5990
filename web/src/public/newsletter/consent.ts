/**
 * What subscribers agree to. Each subscription stores the version of this sentence (internal/newsletter/consent.go, whose
 * test compares them): a change needs a new version there.
 */
export const consent = "At most one email a week with new AI tools and deals. Unsubscribe with one click.";
