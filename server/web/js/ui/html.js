/**
 * The template tag of all components: htm bound to preact.
 *
 *     html`<button class="main" onClick=${go}>${t("ui.create_room")}</button>`
 */

import htm from "htm";
import { h } from "preact";

/** @import {VNode} from "preact" */

/** @type {(strings: TemplateStringsArray, ...values: any[]) => VNode<any>} */
export const html = /** @type {any} */ (htm.bind(h));
