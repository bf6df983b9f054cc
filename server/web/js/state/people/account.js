/** What is done about one's own account. All are rejected with a `Refusal`: their forms show it. */

import { keepToken, loadPeople, logIn, signIn, signedOut, wire } from "../session.js";
import { store } from "../store.js";

/** @typedef {{account: string, name: string, registered: boolean, rename_ms: number}} AccountInfo */

/**
 * Give this browser's guest a name of its own and a password.
 *
 * @param {string} name
 * @param {string} password
 * @returns {Promise<string>} the recovery code, told once
 */
export async function register(name, password) {
  await signIn(null);
  const answer = await wire.request({ type: "register", name, password });
  keepToken(answer.token, true);
  // The connection stays: whoever sits in a room keeps the seat, and stays ready.
  const { me } = store.get();
  if (me) store.set({ me: { ...me, name: answer.name, registered: true } });
  loadPeople();
  return answer.recovery_code;
}

/**
 * Set another password with the recovery code, and sign in with it.
 *
 * @param {string} name
 * @param {string} code
 * @param {string} password
 * @returns {Promise<string>} the code that counts from now on, told once
 */
export async function recover(name, code, password) {
  await signIn(null);
  const { recovery_code: next } = await wire.request({ type: "recover", name, code, password });
  await logIn(name, password);
  return next;
}

/**
 * @param {string} password
 * @param {string} wanted
 */
export async function changePassword(password, wanted) {
  const { token } = await wire.request({ type: "change_password", password, new_password: wanted });
  keepToken(token, true);
}

/**
 * @param {string} password
 * @returns {Promise<string>} the code that counts from now on, told once
 */
export async function newRecoveryCode(password) {
  return (await wire.request({ type: "new_recovery_code", password })).recovery_code;
}

/** Make every token of the account void; the one in the answer is thrown away. */
export async function logOutEverywhere() {
  await wire.request({ type: "log_out_everywhere" });
  signedOut();
}

/** Leave this browser; the account can be opened again with its password. */
export function logOutHere() {
  signedOut();
}

/** @returns {Promise<AccountInfo>} */
export async function accountInfo() {
  return /** @type {AccountInfo} */ (/** @type {unknown} */ (await wire.request({ type: "get_account" })));
}

/**
 * Give the account up for good.
 *
 * @param {string} password
 */
export async function deleteAccount(password) {
  await wire.request({ type: "delete_account", password });
  signedOut();
}
