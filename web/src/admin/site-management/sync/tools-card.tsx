import { IconDownload, IconUpload } from "@tabler/icons-react";
import { toast } from "../../../components/toast";
import { Button } from "../../../ui/button";

/** Where export and import are done: not here, but where the program runs. */
export function ToolsCard() {
  return (
    <section aria-labelledby="tools-title" className="site-card">
      <h2 id="tools-title" className="site-title">
        CLI Tools
      </h2>
      <p className="site-text">
        Content is exported and imported on the command line, with a bar that shows how far it is.
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button onClick={() => toast(hints.export)}>
          <IconDownload size={16} aria-hidden="true" />
          Export Data
        </Button>
        <Button onClick={() => toast(hints.import)}>
          <IconUpload size={16} aria-hidden="true" />
          Import Data
        </Button>
      </div>
    </section>
  );
}

const hints = {
  export: { title: "Export Data", description: "Please use the command-line tools: vitrine export site.zip" },
  import: { title: "Import Data", description: "Please use the command-line tools: vitrine import site.zip" },
};
