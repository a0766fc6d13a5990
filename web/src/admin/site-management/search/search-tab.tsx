import { WithSettings } from "../with-settings";
import { IndexLimitsForm } from "./index-limits-form";
import { IndexNowCard } from "./index-now-card";
import { VerificationForm } from "./verification-form";

/** What search engines get: the limits of indexable pages, news of changed ones, and the tags that prove whose site it is. */
export function SearchTab() {
  return (
    <WithSettings>
      {(settings) => (
        <div className="grid gap-5">
          <IndexLimitsForm settings={settings} />
          <IndexNowCard settings={settings} />
          <VerificationForm settings={settings} />
        </div>
      )}
    </WithSettings>
  );
}
