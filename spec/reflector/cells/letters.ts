import { ConnectionError } from 'rx-informer';
import { statusErrorOf } from '../../../src/source/index.ts';
import { bytes, errorFrame } from '../../source/fake-transport.ts';

const object = (name: string, resourceVersion: string) => ({
  metadata: { name, uid: `uid of ${name}`, resourceVersion },
});
const page = (resourceVersion: string, more: object, ...items: readonly object[]): string =>
  JSON.stringify({ kind: 'NodeList', apiVersion: 'v1', metadata: { resourceVersion, ...more }, items });
const frame = (type: string, of: object): string => `${JSON.stringify({ type, object: of })}\n`;
const bookmark = (resourceVersion: string, annotations = {}): string =>
  frame('BOOKMARK', { metadata: { resourceVersion, annotations } });
const end = (resourceVersion: string): string =>
  bookmark(resourceVersion, { 'k8s.io/initial-events-end': 'true' });

const [a3, b4] = [object('a', '3'), object('b', '4')];
const streamed = frame('ADDED', a3) + frame('ADDED', b4) + end('9');
const deletedB = frame('DELETED', object('b', '11'));

/** The letters of the marble diagrams, with the bytes that each letter stands for. */
const parts: Readonly<Record<string, string>> = {
  // Pages: p is the whole list, h is its first half, r is its second half, and q is the whole list at a later time.
  p: page('9', {}, a3, b4),
  h: page('9', { continue: 'C1' }, a3),
  r: page('9', {}, b4),
  q: page('20', {}, object('a', '12'), object('c', '15')),
  // Responses to the request that reads the current resourceVersion: v is from the same server, and y is from a server
  // that was restored from a backup. Y and W are the whole list of the restored server, as a page and as a streaming
  // list.
  v: page('12', { continue: 'C2' }, object('a', '10')),
  y: page('5', { continue: 'C3' }, object('a', '2')),
  Y: page('5', {}, object('a', '2'), object('c', '5')),
  W: frame('ADDED', object('a', '2')) + frame('ADDED', object('c', '5')) + end('5'),
  // Invalid pages: i is a second half that repeats the first half, j is a page of an earlier version, and l is a page
  // that is cut off.
  i: page('9', {}, a3, b4),
  j: page('8', {}, b4),
  l: page('9', {}, b4).slice(0, -20),
  // The letters a, b, m, d, c, k, e and w stand for watch events.
  a: frame('ADDED', a3),
  b: frame('ADDED', b4),
  m: frame('MODIFIED', object('a', '10')),
  d: deletedB,
  c: frame('DELETED', object('b', '13')),
  k: bookmark('12'),
  e: end('9'),
  w: streamed,
  // Invalid watch events: o is an earlier state of the object a, x is a line that is not JSON, and z is half a line.
  o: frame('MODIFIED', object('a', '2')),
  x: 'upstream connect error\n',
  // The HTML page of a login proxy, which has the status 200.
  H: '<!DOCTYPE html>\n<title>Sign in</title>',
  z: deletedB.slice(0, -20),
};

/**
 * Refusals. A capital letter is a refused request with this Status. The small letter is an ERROR event with this
 * Status in the stream.
 */
const refusals = {
  G: { code: 410, reason: 'Expired' },
  S: { code: 500, reason: 'InternalError' },
  T: { code: 429, reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } },
  U: { code: 401, reason: 'Unauthorized' },
  F: { code: 403, reason: 'Forbidden' },
  N: { code: 404, reason: 'NotFound' },
} as const;

/**
 * Returns the bytes that a letter of a marble diagram stands for. Throws the error if the letter stands for an error.
 */
export function letter(of: string): Uint8Array {
  const part = parts[of];
  if (part !== undefined) return bytes(part);
  for (const [capital, status] of Object.entries(refusals)) {
    if (of === capital) throw statusErrorOf(status.code, null, JSON.stringify({ kind: 'Status', ...status }));
    if (of === capital.toLowerCase()) return bytes(errorFrame(status));
  }
  if (of === 'R') throw new ConnectionError('the answer broke off', { answered: true });
  if (of === 'C') throw new ConnectionError('no answer', { answered: false });
  throw new Error(`no letter ${of}`);
}
