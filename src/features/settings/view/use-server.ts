import { useSettings } from "../../../app/runtime/runtime-context.ts";
import type { Tier } from "../../../log/types.ts";
import { type ServerPreferences, serverOf } from "../../../session/preferences.ts";

export function useServer(
  tier: Tier,
): [ServerPreferences, (next: Partial<ServerPreferences>) => void] {
  const server = useSettings((state) => serverOf(state, tier));
  const small = useSettings((state) => state.small);
  const change = useSettings((state) => state.change);
  const patch = (next: Partial<ServerPreferences>) => {
    const changed = { ...server, ...next };
    change(tier === "large" ? { large: changed } : { small: { ...small, server: changed } });
  };
  return [server, patch];
}
