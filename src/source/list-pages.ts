import {
  concat,
  concatMap,
  defer,
  map,
  type Observable,
  of,
  queueScheduler,
  repeat,
  scheduled,
  takeWhile,
  tap,
} from 'rxjs';
import { type KubeObject, ProtocolError } from '../objects/index.ts';
import { inSlices, type Work } from './in-slices.ts';
import type { IncidentListener, ListPage } from './lister-watcher.ts';
import { type ByteWindow, createByteWindow } from './machine/byte-window.ts';
import type { DecodeSettings } from './machine/decode-settings.ts';
import type { Page } from './machine/page.ts';
import { createPageReader } from './machine/page-reader.ts';
import type { KubeRequest, Transport } from './transport.ts';

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
    let last: Page | undefined;
    const window = createByteWindow();

    return defer(() => onePage(transport, request, settings, window)).pipe(
      tap((page) => {
        checkNext(page, last);
        last = page;
        page.incidents.forEach((incident) => onIncident(incident));
        if (page.next !== undefined) request = requests.next(page.next);
      }),
      repeat({ delay: () => nextTurn$ }),
      takeWhile(({ next }) => next !== undefined, true),
      map(({ items, resourceVersion, remainingItemCount }) => ({
        items: items as readonly T[],
        resourceVersion,
        ...(remainingItemCount !== undefined && { remainingItemCount }),
      })),
    );
  });
}

/** At once, but never inside one another: pages that are there at once do not pile up on the stack. */
const nextTurn$ = scheduled([undefined], queueScheduler);

/** Decoded while it comes in; emits once, when it is whole. */
function onePage(
  transport: Transport,
  request: KubeRequest,
  settings: DecodeSettings,
  window: ByteWindow,
): Observable<Page> {
  return defer(() => {
    window.clear();
    const reader = createPageReader(settings, window);
    const work: Work = (pause) => reader.work(pause);
    return concat(
      transport.open(request).pipe(
        map((chunk) => reader.push(chunk)), // at once, so that what waits for its turn holds no chunk
        concatMap(() => inSlices(work)),
      ),
      defer(() => {
        reader.end();
        return inSlices(work);
      }),
      defer(() => of(reader.page())),
    );
  });
}

function checkNext(page: Page, before: Page | undefined): void {
  if (before === undefined) return;
  if (page.resourceVersion !== before.resourceVersion) {
    throw new ProtocolError(
      `a list began at resourceVersion ${before.resourceVersion} and went on at ${page.resourceVersion}; it starts again`,
    );
  }
  if (page.next !== undefined && page.next === before.next) {
    throw new ProtocolError('a page of a list named itself as the next one; the list starts again');
  }
}
