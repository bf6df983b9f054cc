/** The scores over the game as lines; the rounds beside it have the numbers. */

import { t } from "../../i18n.js";
import { scoreLine } from "../../model/replay/moves.js";
import { html } from "../html.js";
import { shownName } from "../parts/names.js";

/** @import {RecordRound} from "../../types.js" */

const WIDTH = 300;
const HEIGHT = 110;
const EDGE = 6;

/** @param {{names: string[], rounds: RecordRound[], final: number[] | null, at: number}} props */
export function ScoreLine({ names, rounds, final, at }) {
  const line = scoreLine(rounds, final);
  const all = [0, ...line.flat()];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (/** @type {number} */ time) => EDGE + (time * (WIDTH - 2 * EDGE)) / Math.max(1, line.length - 1);
  const y = (/** @type {number} */ score) => HEIGHT - EDGE - ((score - low) * (HEIGHT - 2 * EDGE)) / Math.max(1, high - low);
  const ends = names.map((name, seat) => `${shownName(name)} ${line.at(-1)?.[seat] ?? 0}`);
  return html`
    <figure class="score-line">
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${`${t("replay.scores")}: ${ends.join(t("tiles.comma"))}`}>
        <path class="ground" d=${`M0 ${y(0)}H${WIDTH}`} />
        <path class="here" d=${`M${x(at)} 0V${HEIGHT}`} />
        ${names.map((_, seat) => {
          const points = line.map((scores, time) => `${x(time).toFixed(1)},${y(scores[seat]).toFixed(1)}`);
          return html`<polyline key=${seat} class=${`line line-${seat}`} points=${points.join(" ")} />`;
        })}
      </svg>
      <figcaption>
        ${names.map(
          (name, seat) => html`
            <span key=${seat} class="line-name">
              <svg viewBox="0 0 24 6" aria-hidden="true"><path class=${`line line-${seat}`} d="M0 3H24" /></svg>
              <bdi class="name">${shownName(name)}</bdi>
            </span>
          `,
        )}
      </figcaption>
    </figure>
  `;
}
