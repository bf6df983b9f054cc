/** The replay of a record: the table at any moment, and what moves it. */

import { useMemo, useState } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { endOf, roundsOf } from "../../model/record.js";
import { fragmentOf, otherSpeed, roundsIn, seenFrom, tableAt } from "../../model/replay/moves.js";
import { html } from "../html.js";
import { Dialog } from "../lobby/dialog.js";
import { useSounds } from "../table/effects.js";
import { Transport } from "./controls.js";
import { Analysis, useAnalysis } from "./hints.js";
import { ReplayIcon } from "./icons.js";
import { useKeys } from "./keys.js";
import { Panel } from "./panel.js";
import { useMoments, usePlay } from "./moments.js";
import { RoundEnd } from "./result.js";
import { Stage } from "./stage.js";
import { momentWords } from "./words.js";

/** @import {GameRecord, Seat} from "../../types.js" */

/** Faster than this, what happens is not spoken. */
const SPOKEN_SPEED = 1;

/** @param {{record: GameRecord, onClose: () => void}} props */
export function Replay({ record, onClose }) {
  useLang();
  const rounds = useMemo(() => roundsIn(record), [record]);
  const lines = useMemo(() => roundsOf(record), [record]);
  const { look, instant, move } = useMoments(rounds, record.names.length);
  const [speed, setSpeed] = useState(1);
  const [playing, setPlaying] = usePlay(rounds, look, speed, move);
  const [shown, setShown] = useState(/** @type {"rules" | "more" | Seat | null} */ (null));
  const full = useMemo(() => tableAt(record, rounds[look.round], look.step), [record, look.round, look.step]);
  const table = useMemo(() => ({ ...seenFrom(full, look), instant }), [full, look.seat, look.open, instant]);
  const [hints, setHints] = useState(false);
  const analysis = useAnalysis(record, look, hints);
  useSounds(table);
  useKeys({ move, playing, setPlaying, speed, setSpeed, toggleHints: () => setHints(!hints) });
  const show = (/** @type {typeof shown} */ what) => {
    setPlaying(false);
    setShown(what);
  };
  const panel = html`
    <${Panel} record=${record} rounds=${rounds} lines=${lines} final=${endOf(record)?.scores ?? null} look=${look}
      address=${location.origin + location.pathname + fragmentOf(rounds, look)}
      onRound=${(/** @type {number} */ round) => {
        move("round", round);
        setShown(null);
      }} />
  `;

  return html`
    <${Stage}
      class="replay"
      label=${t("replay.title")}
      names=${record.names}
      table=${table}
      spoken=${playing && speed > SPOKEN_SPEED ? "" : momentWords(table)}
      shown=${shown}
      onShow=${show}
      onClose=${() => setShown(null)}
      tools=${html`<button type="button" class="tool" aria-label=${t("record.back")} title=${t("record.back")} onClick=${onClose}><${ReplayIcon} name="close" /></button>`}
      between=${html`<${Analysis} analysis=${analysis?.[look.seat] ?? null} />`}
      side=${(/** @type {boolean} */ roomy) => html`
        ${roomy && panel}
        <${Transport} look=${look} steps=${rounds[look.round].events.length - 1} table=${table}
          playing=${playing} speed=${speed} move=${move} onPlay=${() => setPlaying(!playing)}
          onSpeed=${(/** @type {1 | -1} */ way) => setSpeed(otherSpeed(speed, way))}
          hints=${hints} onHints=${() => setHints(!hints)}
          onMore=${roomy ? null : () => show("more")} />
      `}
      result=${html`<${RoundEnd} table=${table} record=${record} />`}
    >
      ${shown === "more" && html`<${Dialog} title=${t("replay.more")} onClose=${() => setShown(null)}>${panel}<//>`}
    <//>
  `;
}
