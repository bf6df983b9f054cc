/** Components that are drawn again only when something about them is different. */

import { wordsNow } from "../../i18n.js";

/** @import {Component, VNode} from "preact" */

/**
 * Make a component that stays as it is while its properties are the same, each compared by itself, and
 * the words are of the same language. So a list or an object among them has to be the same one for as
 * long as it says the same; functions too.
 *
 * @template {object} P
 * @param {(props: P) => VNode<any> | null} component
 * @returns {(props: P) => VNode<any> | null}
 */
export function pure(component) {
  /**
   * @this {Component<P> & {words?: object}}
   * @param {P} props
   */
  function Pure(props) {
    this.words = wordsNow();
    // Before the first hook, which adds its own reasons to this one.
    this.shouldComponentUpdate ??= differs;
    return component(props);
  }
  return /** @type {any} */ (Pure);
}

/**
 * @this {any}
 * @param {Record<string, unknown>} next
 */
function differs(next) {
  return this.words !== wordsNow() || !same(this.props, next);
}

/**
 * @param {Record<string, unknown>} before
 * @param {Record<string, unknown>} after
 */
function same(before, after) {
  for (const name in after) if (!Object.is(before[name], after[name])) return false;
  for (const name in before) if (!(name in after)) return false;
  return true;
}
