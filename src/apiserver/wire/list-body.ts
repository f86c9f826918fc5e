import { type Json, omit, type StoredObject } from '../json.ts';
import type { Page } from '../list/list.ts';
import type { Resource } from '../resources/resource.ts';
import { encode } from './encode.ts';
import { type Form, shown, typeShown } from './form.ts';

/**
 * The body of a list, in pieces of about 64 KiB: a large one neither stalls the loop nor stands in memory twice.
 *
 * Items of the built-in types, shown whole, have no `kind` and no `apiVersion` (P1), those of custom resources have, and for those
 * `continue` is there even when it is empty (P2).
 */
export function* listBody(resource: Resource, page: Page, form: Form): Generator<Uint8Array> {
  const { builtIn } = resource;
  const { kind, apiVersion } = typeShown(resource, form);
  const next = page.continue ?? (builtIn ? undefined : '');
  const metadata = {
    resourceVersion: String(page.revision),
    ...(next === undefined ? {} : { continue: next }),
    ...(page.remainingItemCount === undefined ? {} : { remainingItemCount: page.remainingItemCount }),
  };
  const itemOf = (item: StoredObject): Json =>
    builtIn && form === 'full' ? omit(item, 'kind', 'apiVersion') : shown(item, form);
  let piece = `{"kind":"${kind}List","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)},"items":[`;
  let first = true;
  for (const item of page.items) {
    piece += (first ? '' : ',') + JSON.stringify(itemOf(item));
    first = false;
    if (piece.length < pieceSize) continue;
    yield encode(piece);
    piece = '';
  }
  yield encode(`${piece}]}\n`);
}

const pieceSize = 65_536;
