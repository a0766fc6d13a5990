import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { syncStateQuery } from "../../../api/sync";
import { toast } from "../../../components/toast";
import { Button } from "../../../ui/button";

/** Where export and import are done: not here, but where the program runs. */
export function ToolsCard() {
  const { data: state } = useQuery(syncStateQuery());
  const hint = (title: string, command: string) =>
    toast({
      title,
      description: `Please use the command-line tools: ${[command, state?.commandFlags].filter(Boolean).join(" ")}`,
    });
  return (
    <section aria-labelledby="tools-title" className="site-card">
      <h2 id="tools-title" className="site-title">
        CLI Tools
      </h2>
      <p className="site-text">Export and import content on the command line, with a progress bar.</p>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button onClick={() => hint("Export Data", "vitrine export site.zip")}>
          <IconDownload size={16} aria-hidden="true" />
          Export Data
        </Button>
        <Button onClick={() => hint("Import Data", "vitrine import site.zip")}>
          <IconUpload size={16} aria-hidden="true" />
          Import Data
        </Button>
      </div>
    </section>
  );
}
