import { defer, finalize, map, NEVER } from 'rxjs';
import {
  deltaFifo,
  indexedStore,
  type KubeObject,
  listWatch,
  reflect,
  type ReflectorStatus,
} from 'rx-informer';
import type { KubeRequest } from '../../../src/source/index.ts';
import { marbles } from '../../support/marbles.ts';
import { line } from '../../support/things.ts';
import { describeStatus } from '../scenario.ts';
import type { Opening, Scenario } from './cell.ts';
import { letter } from './letters.ts';

/** The recorded behaviour of a reflector from its first request on. Each line begins with its time in ms. */
export interface Played {
  readonly requests: readonly string[];
  readonly statuses: readonly string[];
  readonly changes: readonly string[];
  readonly received: readonly ReflectorStatus[];
  /** Number of requests that are still open after the unsubscribe. */
  readonly open: number;
  readonly error: unknown;
}

/**
 * Runs a reflector, a queue and a store with bytes as input, in virtual time. Retry delays have no random part. The
 * run ends one minute after `until` ms.
 */
export function playCell(opening: Opening, { answers: given }: Scenario, until: number): Played {
  const requests: string[] = [];
  const statuses: string[] = [];
  const changes: string[] = [];
  const received: ReflectorStatus[] = [];
  let open = 0;
  let error: unknown;

  const scheduler = marbles();
  scheduler.run(({ cold }) => {
    const [first = '', ...rest] = given;
    const answers = [...opening.answers, opening.lead + first, ...rest].map((diagram) =>
      cold(diagram).pipe(map(letter)),
    );
    const transport = {
      open: (request: KubeRequest) =>
        defer(() => {
          open++;
          requests.push(`${scheduler.now()} ${describeRequest(request)}`);
          return (answers[requests.length - 1] ?? NEVER).pipe(
            finalize(() => {
              open--;
            }),
          );
        }),
    };
    const store = indexedStore<KubeObject>();
    store.batches$.subscribe((batch) => {
      changes.push(...batch.map((change) => `${scheduler.now()} ${line(change)}`));
    });
    let listening = true;
    const running = reflect(listWatch(transport, { group: '', version: 'v1', resource: 'nodes' }), {
      streamingList: opening.streamingList,
      random: () => 0,
      status: {
        next: (status) => {
          if (!listening) return;
          received.push(status);
          statuses.push(`${scheduler.now()} ${describeStatus(status)}`);
        },
      },
    })
      .pipe(deltaFifo())
      .subscribe({
        next: (deltas) => store.next(deltas),
        error: (thrown: unknown) => (error = thrown),
      });
    scheduler.schedule(() => {
      listening = false;
      running.unsubscribe();
    }, until + 60_000);
  });
  return { requests, statuses, changes, received, open, error };
}

/** Returns the verb and the query of a request. Omits the query parameters that all watches have. */
function describeRequest({ query = {} }: KubeRequest): string {
  const { watch, ...list } = query;
  if (watch === undefined) return `list ${textOf(list)}`.trimEnd();
  const { allowWatchBookmarks, timeoutSeconds, ...rest } = list;
  const usual = allowWatchBookmarks === 'true' && timeoutSeconds === '300';
  return `watch ${textOf(usual ? rest : list)}`;
}

const textOf = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
