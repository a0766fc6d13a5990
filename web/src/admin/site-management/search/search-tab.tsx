import { WithSettings } from "../with-settings";
import { IndexLimitsForm } from "./index-limits-form";
import { VerificationForm } from "./verification-form";

/** What search engines get: the limits of indexable pages, and the tags that prove whose site it is. */
export function SearchTab() {
  return (
    <WithSettings>
      {(settings) => (
        <>
          <IndexLimitsForm settings={settings} />
          <VerificationForm settings={settings} />
        </>
      )}
    </WithSettings>
  );
}
