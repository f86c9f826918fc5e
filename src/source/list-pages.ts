import { concat, defer, exhaustMap, map, type Observable, of, repeat, takeWhile, tap } from 'rxjs';
import { keyOf, type KubeObject, type ObjectKey, ProtocolError } from '../objects/index.ts';
import { lateAnswerIncident } from './late-answer.ts';
import type { IncidentListener, ListPage } from './lister-watcher.ts';
import { type ByteWindow, createByteWindow } from './machine/byte-window.ts';
import type { DecodeSettings } from './machine/json-parser.ts';
import { createDefects, type Defects } from './machine/object-defects.ts';
import type { Page } from './machine/page.ts';
import { createPageReader } from './machine/page-reader.ts';
import type { KubeRequest, Transport } from './transport.ts';
import { trampoline$, type Work, workInSlices } from '../scheduling/index.ts';

export interface ListRequests {
  readonly first: KubeRequest;
  readonly next: (token: string) => KubeRequest;
}

/** Emits the pages of one list. The request for the next page is sent after the previous page was processed. */
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
    const check = createCycleCheck();

    const open = (): Observable<Uint8Array> =>
      transport.open({ ...request, onLateAnswer: lateAnswerIncident(request, onIncident) });
    return defer(() => onePage(open, settings, defects, window)).pipe(
      tap((page) => {
        const { resourceVersion } = page;
        version ??= resourceVersion;
        if (resourceVersion !== version) {
          throw new ProtocolError(
            `a list began at resourceVersion ${version.slice(0, 64)} and went on at ${resourceVersion.slice(0, 64)}; relisting`,
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

/** Decodes a page while the page arrives. The Observable emits the page once, when the page is complete. */
function onePage(
  open: () => Observable<Uint8Array>,
  settings: DecodeSettings,
  defects: Defects,
  window: ByteWindow,
): Observable<Page> {
  return defer(() => {
    window.clear();
    const reader = createPageReader(settings, defects, window);
    const work: Work = (pause) => reader.work(pause);
    return concat(
      open().pipe(
        // Each chunk is pushed immediately, even while the decoding waits for its next time slice. So no
        // chunk waits outside the reader.
        map((chunk) => reader.push(chunk)),
        exhaustMap(() => workInSlices(work)), // if work already runs, it also decodes this chunk
      ),
      defer(() => {
        reader.end();
        return workInSlices(work);
      }),
      defer(() => of(reader.page())),
    );
  });
}

/** Creates a check that throws a ProtocolError for a list that never ends. */
function createCycleCheck(): (page: Page) => void {
  const tokens = new Set<string>();
  /** The key of the first object of each page. If the pages are a cycle, one of these keys comes again. */
  const firstKeys = new Set<ObjectKey>();
  let emptyPages = 0;
  return ({ next, items }) => {
    if (next === undefined) return;
    if (next.length > maxTokenLength)
      throw new ProtocolError(
        `a page of a list came with a token of ${next.length} characters; the most is ${maxTokenLength}`,
      );
    const key = items[0] && keyOf(items[0]);
    if (tokens.has(next) || (key !== undefined && firstKeys.has(key)))
      throw new ProtocolError('a page of a list named an earlier one as the next; relisting');
    if (key !== undefined) firstKeys.add(key);
    tokens.add(next);
    for (const oldest of tokens) {
      if (tokens.size <= maxTokens) break;
      tokens.delete(oldest);
    }
    emptyPages = items.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages > maxEmptyPages)
      throw new ProtocolError(`more than ${maxEmptyPages} pages in a row held no object; relisting`);
  };
}

/**
 * The maximum number of characters of a continue token. The tokens of Kubernetes have some hundred
 * characters. The limit exists because a token becomes part of a URL.
 */
const maxTokenLength = 16_384;
/** The number of continue tokens that are remembered to find a cycle of pages. */
const maxTokens = 1_000;
/**
 * The maximum number of empty pages in a row. In Kubernetes only the last page can be empty. But other
 * servers can send an empty page if a selector matches no object of the page.
 */
const maxEmptyPages = 20;
