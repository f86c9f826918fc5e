/**
 * What the reflector does about a failure: one row of its decision table each.
 *
 * - `expired`: 410, in either form, or versions that went back: relist
 * - `throttled`: 429, 503, a list of more than `maxObjects`: wait as told, else back off
 * - `transient`: network, 5xx, a stream that broke or fell silent: back off, resume
 * - `unauthorized`: 401, a redirect, a web page with status 200: fresh credentials once, then slowly
 * - `forbidden`: 403: slowly, RBAC may change
 * - `notFound`: 404: slowly, the CRD may come
 * - `unsupported`: the server refuses streamed lists: remembered, pages instead
 * - `fatal`: 400, 405, 406, 413, 415, 422, bad options: a mistake in the program
 */
export type FailureClass =
  'expired' | 'throttled' | 'transient' | 'unauthorized' | 'forbidden' | 'notFound' | 'unsupported' | 'fatal';

/** What whoever reads of a failure can do, by its class. */
export const adviceFor: Readonly<Record<FailureClass, string>> = {
  expired: 'nothing: it is listed again',
  throttled: 'nothing: it is tried again; if it lasts, ask for less',
  transient: 'nothing: it is tried again; if it lasts, look at the server and the network',
  unauthorized: 'sign in again, or renew the token',
  forbidden: 'have `list` and `watch` granted',
  notFound: 'look whether it is spelt right, and installed',
  unsupported: 'nothing: it goes on without',
  fatal: 'correct what the message says',
};
