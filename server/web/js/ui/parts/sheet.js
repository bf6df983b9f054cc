/** Style sheets that only some screens need, loaded with them. */

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Have a sheet on the page.
 *
 * @param {string} address
 * @returns {Promise<void>} rejected when it cannot be loaded; the next call tries again
 */
export function loadSheet(address) {
  const known = loaded.get(address);
  if (known) return known;
  /** @type {Promise<void>} */
  const coming = new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loaded.delete(address);
      reject(new Error(address));
    };
    document.head.append(link);
  });
  loaded.set(address, coming);
  return coming;
}

/** The sheet of the live list and of the game that one watches. */
export function loadWatchSheet() {
  return loadSheet(import.meta.resolve("../../../css/watch.css"));
}

/** The sheet of accounts, friends and open rooms. */
export function loadPeopleSheet() {
  return loadSheet(import.meta.resolve("../../../css/people.css"));
}

/** The sheet of ranked play, profiles and leaderboards. */
export function loadRankedSheet() {
  return loadSheet(import.meta.resolve("../../../css/ranked.css"));
}

/** The sheet of what moves a game. */
export function loadReplaySheet() {
  return loadSheet(import.meta.resolve("../../../css/replay.css"));
}
