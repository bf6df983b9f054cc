/** A dialog over the screen: Esc and its buttons close it, the focus stays inside and comes back. */

import { useEffect, useId, useRef } from "preact/hooks";

import { t } from "../../i18n.js";
import { html } from "../html.js";

/** @import {ComponentChildren} from "preact" */

/**
 * @param {{
 *   title: string, onClose: () => void, wide?: boolean, children?: ComponentChildren, foot?: ComponentChildren,
 * }} props `foot`: buttons that stay in view below the content
 */
export function Dialog({ title, onClose, wide = false, children, foot }) {
  const id = useId();
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return html`
    <dialog
      ref=${box}
      class=${`dialog ${wide ? "wide" : ""}`}
      aria-labelledby=${id}
      onCancel=${(/** @type {Event} */ event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id=${id}>${title}</h2>
        <button type="button" class="icon-button" aria-label=${t("ui.close")} onClick=${onClose}>×</button>
      </div>
      <div class="dialog-body">${children}</div>
      ${foot && html`<div class="dialog-foot">${foot}</div>`}
    </dialog>
  `;
}
