import { type Json, omit, type StoredObject } from '../json.ts';
import type { Page } from '../list/list.ts';
import type { ShardRanges } from '../query/shard-ranges.ts';
import { columnsOf } from '../tables/table.ts';
import { encode } from './encode.ts';
import { isTable, rowShown, shown, typeShown, type View } from './form.ts';

/**
 * Yields the body of a list response in pieces of about 64 KiB. So a large list does not block the event loop, and the
 * memory never contains the whole body. After an item that does not complete a piece, yields `undefined`, so that the
 * caller can pause. The pauses are necessary, because creating the rows of a table may take long.
 *
 * In a list of whole objects of a built-in type, the items have no `kind` and no `apiVersion` (P1). The items of custom
 * resources have both `kind` and `apiVersion`. A list of custom resources contains `metadata.continue` even if it is
 * empty (P2).
 *
 * If the request has a `shardSelector`, a list of whole objects of a built-in type contains the selector in
 * `metadata.shardInfo`. Lists of custom resources, tables and lists of metadata do not contain the selector, although
 * their items are only the objects of the selected shards (P138).
 */
export function* listBody(view: View, page: Page, shards?: ShardRanges): Generator<Uint8Array | undefined> {
  const { resource, form } = view;
  const { builtIn } = resource;
  const { apiVersion } = typeShown(view);
  const kind = form === 'full' ? resource.listKind : `${typeShown(view).kind}List`;
  const next = page.continue ?? (builtIn ? undefined : '');
  const metadata = {
    resourceVersion: String(page.revision),
    ...(next === undefined ? {} : { continue: next }),
    ...(page.remainingItemCount === undefined ? {} : { remainingItemCount: page.remainingItemCount }),
    ...(shards !== undefined && builtIn && form === 'full' ? { shardInfo: { selector: shards.text } } : {}),
  };
  const head = `"apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)}`;
  const itemOf = (item: StoredObject): string => {
    if (isTable(form)) return JSON.stringify(rowShown(view, item));
    const object = shown(view, item);
    return builtIn && form === 'full' ? withoutType(object, resource) : JSON.stringify(object);
  };
  let piece = isTable(form)
    ? `{"kind":"Table",${head},"columnDefinitions":${JSON.stringify(columnsOf(resource))},"rows":[`
    : `{"kind":"${kind}",${head},"items":[`;
  let first = true;
  for (const item of page.items) {
    piece += (first ? '' : ',') + itemOf(item);
    first = false;
    if (piece.length < pieceSize) yield;
    else {
      yield encode(piece);
      piece = '';
    }
  }
  yield encode(`${piece}]}\n`);
}

/**
 * Returns the JSON of an object without `kind` and `apiVersion`. In an object that this server has created, `kind` and
 * `apiVersion` are the first members. So a substring of the JSON is enough. The substring is cheaper than a copy of the
 * object.
 */
function withoutType(object: Json, { kind, apiVersion }: View['resource']): string {
  const text = JSON.stringify(object);
  const type = `{"kind":"${kind}","apiVersion":"${apiVersion}",`;
  return text.startsWith(type)
    ? `{${text.slice(type.length)}`
    : JSON.stringify(omit(object, 'kind', 'apiVersion'));
}

const pieceSize = 65_536;
