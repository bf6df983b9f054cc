/** What begins when a registered account is here: its friends, its settings. */

import { startFriends } from "./friends.js";
import { meetSettings } from "./kept_settings.js";

export { settingsChanged } from "./kept_settings.js";

/** Called at each welcome of a registered account. */
export function startPeople() {
  startFriends();
  // What could not be compared now is at the next welcome.
  meetSettings().catch(() => {});
}
