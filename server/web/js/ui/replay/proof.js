/** The button that checks, in this browser, that the game was dealt from the walls that were promised. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { prove, wholeVerdict } from "../../model/replay/proof.js";
import { sha256 } from "../../model/replay/sha256.js";
import { html } from "../html.js";

/** @import {GameRecord} from "../../types.js" */
/** @import {ReplayRound} from "../../model/replay/moves.js" */
/** @import {Verdict} from "../../model/replay/proof.js" */

/** @param {{record: GameRecord, rounds: ReplayRound[]}} props */
export function Proof({ record, rounds }) {
  const [verdicts, setVerdicts] = useState(/** @type {Verdict[] | "checking" | null} */ (null));
  async function check() {
    setVerdicts("checking");
    setVerdicts(await prove(record, rounds, digest));
  }
  return html`
    <div class="proof">
      <button type="button" class="button" aria-busy=${verdicts === "checking" ? "true" : undefined} onClick=${check}>${t("replay.proof")}</button>
      <p role="status" class=${`proof-result ${kindOf(verdicts)}`} data-proof=${kindOf(verdicts)}>${words(verdicts, rounds)}</p>
      ${verdicts !== null && html`<p class="hint">${t("replay.proof_note")}</p>`}
    </div>
  `;
}

/** @param {Verdict[] | "checking" | null} verdicts */
function kindOf(verdicts) {
  return Array.isArray(verdicts) ? wholeVerdict(verdicts) : "";
}

/**
 * @param {Verdict[] | "checking" | null} verdicts
 * @param {ReplayRound[]} rounds
 */
function words(verdicts, rounds) {
  if (verdicts === null) return "";
  if (verdicts === "checking") return t("replay.checking");
  switch (kindOf(verdicts)) {
    case "failed": {
      const wrong = rounds.filter((_, at) => verdicts[at] === "hash" || verdicts[at] === "deal");
      return t("replay.proof_failed", { rounds: wrong.map((round) => round.name).join(t("tiles.comma")) });
    }
    case "ok":
      return t("replay.proof_ok", { count: verdicts.filter((verdict) => verdict === "ok").length });
    default:
      return t("replay.proof_none");
  }
}

/**
 * SHA-256 of the browser; over plain http it has none, then our own.
 *
 * @param {string} text
 */
async function digest(text) {
  const bytes = new TextEncoder().encode(text);
  if (!globalThis.crypto?.subtle) return sha256(bytes);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
