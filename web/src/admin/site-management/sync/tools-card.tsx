import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { syncStateQuery } from "../../../api/sync";
import { Button } from "../../../kit/button";
import { toast } from "../../../kit/toast";
import { CardText, SyncCard } from "./sync-card";

/** Shows the commands that export and import the content on the server. */
export function ToolsCard() {
  const { data: state } = useQuery(syncStateQuery());
  const hint = (title: string, command: string) =>
    toast({
      title,
      description: `Please use the command-line tools: ${[command, state?.commandFlags].filter(Boolean).join(" ")}`,
    });
  return (
    <SyncCard title="CLI Tools">
      <CardText>Export and import content on the command line, with a progress bar.</CardText>
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
    </SyncCard>
  );
}
