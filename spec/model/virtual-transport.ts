import { catchError, map, type Observable, of, throwError } from 'rxjs';
import { type KubeObject, StatusError, type Transport, type WatchEvent } from 'rx-informer';
import type { FaultySource, Page, PageToken } from './faulty-source.ts';

/**
 * Creates a transport that reads from the faulty source. The transport sends bytes as a server does: pages with
 * continue tokens, and watch events, including ERROR events.
 */
export function virtualTransport(source: FaultySource): Transport {
  const tokens = new Map<string, PageToken>();
  const encoder = new TextEncoder();
  const bytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

  const pageBytes = ({ items, resourceVersion, next }: Page): Uint8Array => {
    const token = next === undefined ? '' : `token-${tokens.size}`;
    if (next !== undefined) tokens.set(token, next);
    const metadata = { resourceVersion, ...(next !== undefined && { continue: token }) };
    return bytes({ kind: 'ConfigMapList', apiVersion: 'v1', metadata, items });
  };
  const frame = (type: string, object: unknown): Uint8Array =>
    encoder.encode(`${JSON.stringify({ type, object })}\n`);

  return {
    open({ query = {} }) {
      const { resourceVersion, limit, continue: token = '' } = query;
      const from = resourceVersion === undefined ? {} : { resourceVersion };
      if (query['watch'] === undefined) {
        return source.page({ ...from, limit: Number(limit ?? 0) }, tokens.get(token)).pipe(map(pageBytes));
      }
      const options = {
        ...from,
        sendInitialEvents: query['sendInitialEvents'] === 'true',
        timeoutSeconds: Number(query['timeoutSeconds'] ?? 3_600),
      };
      return source.watch(options).pipe(
        map((event) => frame(event.type, bodyOf(event))),
        catchError((error: unknown): Observable<Uint8Array> => {
          if (!(error instanceof StatusError) || !error.inStream) return throwError(() => error);
          const { code, reason, message } = error;
          return of(
            frame('ERROR', { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message }),
          );
        }),
      );
    },
  };
}

function bodyOf(event: WatchEvent<KubeObject>): unknown {
  if (event.type !== 'BOOKMARK') return event.object;
  const { resourceVersion, initialEventsEnd } = event;
  const annotations = { 'k8s.io/initial-events-end': 'true' };
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { resourceVersion, ...(initialEventsEnd === true && { annotations }) },
  };
}
