import { concat, defer, exhaustMap, map, type Observable, of, repeat, takeWhile, tap } from 'rxjs';
import { keyOf, type KubeObject, type ObjectKey, ProtocolError } from '../objects/index.ts';
import type { IncidentListener, ListPage } from './lister-watcher.ts';
import { type ByteWindow, createByteWindow } from './machine/byte-window.ts';
import type { DecodeSettings } from './machine/json-parser.ts';
import { createDefects, type Defects } from './machine/object-defects.ts';
import type { Page } from './machine/page.ts';
import { createPageReader } from './machine/page-reader.ts';
import type { KubeRequest, Transport } from './transport.ts';
import { trampoline$, type Work, workInSlices } from '../scheduling/index.ts';

/** The requests of one list. */
export interface ListRequests {
  readonly first: KubeRequest;
  /** For the page that a token stands for. */
  readonly next: (token: string) => KubeRequest;
}

/** The pages of one list, each asked for when the one before it has been taken. */
export function listPages<T extends KubeObject>(
  transport: Transport,
  requests: ListRequests,
  settings: DecodeSettings,
  onIncident: IncidentListener,
): Observable<ListPage<T>> {
  return defer(() => {
    let request = requests.first;
    let version: string | undefined;
    const window = createByteWindow();
    const defects = createDefects(onIncident);
    const check = createCircleCheck();

    return defer(() => onePage(transport, request, settings, defects, window)).pipe(
      tap((page) => {
        const { resourceVersion } = page;
        version ??= resourceVersion;
        if (resourceVersion !== version) {
          throw new ProtocolError(
            `a list began at resourceVersion ${version.slice(0, 64)} and went on at ${resourceVersion.slice(0, 64)}; it starts again`,
          );
        }
        check(page);
        if (page.next !== undefined) request = requests.next(page.next);
      }),
      repeat({ delay: () => trampoline$ }),
      takeWhile(({ next }) => next !== undefined, true),
      map(({ items, resourceVersion, remainingItemCount }) => ({
        items: items as readonly T[],
        resourceVersion,
        ...(remainingItemCount !== undefined && { remainingItemCount }),
      })),
    );
  });
}

/** Decoded while it comes in; emits once, when it is whole. */
function onePage(
  transport: Transport,
  request: KubeRequest,
  settings: DecodeSettings,
  defects: Defects,
  window: ByteWindow,
): Observable<Page> {
  return defer(() => {
    window.clear();
    const reader = createPageReader(settings, defects, window);
    const work: Work = (pause) => reader.work(pause);
    return concat(
      transport.open(request).pipe(
        map((chunk) => reader.push(chunk)), // at once, so that what waits for its turn holds no chunk
        exhaustMap(() => workInSlices(work)), // which goes on with what is pushed meanwhile
      ),
      defer(() => {
        reader.end();
        return workInSlices(work);
      }),
      defer(() => of(reader.page())),
    );
  });
}

/** Throws a ProtocolError for a list that comes to no end. */
function createCircleCheck(): (page: Page) => void {
  const tokens = new Set<string>();
  /** The key of the first object of each page: in a circle of any length one comes again. */
  const firsts = new Set<ObjectKey>();
  let empty = 0;
  return ({ next, items }) => {
    if (next === undefined) return;
    if (next.length > longestToken)
      throw new ProtocolError(
        `a page of a list came with a token of ${next.length} characters; the most is ${longestToken}`,
      );
    const key = items[0] && keyOf(items[0]);
    if (tokens.has(next) || (key !== undefined && firsts.has(key)))
      throw new ProtocolError('a page of a list named an earlier one as the next; the list starts again');
    if (key !== undefined) firsts.add(key);
    tokens.add(next);
    for (const oldest of tokens) {
      if (tokens.size <= mostTokens) break;
      tokens.delete(oldest);
    }
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > mostEmptyPages)
      throw new ProtocolError(
        `more than ${mostEmptyPages} pages in a row held no object; the list starts again`,
      );
  };
}

/** Those of Kubernetes have some hundred characters; a token becomes part of an address. */
const longestToken = 16_384;
/** What is remembered, to find a circle. */
const mostTokens = 1_000;
/** Kubernetes sends none but as the last; a server of another make may, where a selector leaves nothing of a page. */
const mostEmptyPages = 20;
