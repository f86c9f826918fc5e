import type { FailureClass } from './kube-error.ts';

/** What whoever reads of a failure can do, by its class. */
export const adviceFor: Readonly<Record<FailureClass, string>> = {
  expired: 'nothing: what changed meanwhile is listed again',
  throttled: 'nothing, if it passes: it is tried again when the server allows; if it lasts, ask for less',
  transient:
    'nothing, if it passes: it is tried again; if it lasts, look at the server, the network and what is between',
  unauthorized: 'sign in again, or renew the credentials: the server does not take these',
  forbidden: 'have `list` and `watch` granted, or ask for a namespace that may be read',
  notFound: 'look whether group, version and resource are spelt right, and installed',
  unsupported: 'nothing: it goes on in a way that this server knows',
  fatal: 'correct what the message says: no retry can mend it',
};
