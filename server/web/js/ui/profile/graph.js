/** The course of a rating over the latest ranked games, as a line. */

import { t } from "../../i18n.js";
import { html } from "../html.js";
import { rankWords } from "../ranked/rank.js";

/** @import {RankStep} from "../../types.js" */

const WIDTH = 600;
const HEIGHT = 160;
const EDGE = 8;

/** @param {{steps: RankStep[]}} props oldest first */
export function RatingGraph({ steps }) {
  if (steps.length < 2) return null;
  const ratings = steps.map((step) => step.rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const x = (/** @type {number} */ place) => EDGE + (place * (WIDTH - 2 * EDGE)) / (steps.length - 1);
  const y = (/** @type {number} */ rating) => HEIGHT - EDGE - ((rating - low) * (HEIGHT - 2 * EDGE)) / Math.max(1, high - low);
  const points = ratings.map((rating, place) => `${x(place).toFixed(1)},${y(rating).toFixed(1)}`).join(" ");
  const moves = steps.flatMap((step, place) => {
    const before = steps[place - 1]?.rank;
    return before && (before.title !== step.rank.title || before.stars !== step.rank.stars) ? [{ place, step }] : [];
  });
  const [first, last] = [ratings[0], ratings[ratings.length - 1]];
  const words = t("profile.graph", { count: steps.length, first, last, low, high });
  return html`
    <figure class="rating-graph">
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${words}>
        <polyline points=${points} />
        ${moves.map(
          ({ place, step }) => html`
            <circle key=${place} cx=${x(place).toFixed(1)} cy=${y(step.rating).toFixed(1)} r="5"><title>${rankWords(step.rank)}</title></circle>
          `,
        )}
      </svg>
      <figcaption class="hint" aria-hidden="true">${words}</figcaption>
    </figure>
  `;
}
