import { defer, EMPTY, finalize, NEVER, type Observable } from 'rxjs';
import type { KubeRequest, Transport } from '../../src/source/index.ts';

/**
 * A transport that answers the n-th request with the n-th body, later ones with the last, and remembers them; when they
 * were paused is asked for apart.
 */
export function fakeTransport(...bodies: readonly Observable<Uint8Array>[]): Transport & {
  readonly requests: readonly KubeRequest[];
  readonly pauses: readonly boolean[];
} {
  const requests: KubeRequest[] = [];
  const pauses: boolean[] = [];
  return {
    requests,
    pauses,
    open: ({ paused$ = EMPTY, ...request }) =>
      defer(() => {
        requests.push(withoutListener(request));
        const watching = paused$.subscribe((paused) => pauses.push(paused));
        const body$ = bodies[Math.min(requests.length, bodies.length) - 1] ?? NEVER;
        return body$.pipe(finalize(() => watching.unsubscribe()));
      }),
  };
}

/** What goes to the server. */
function withoutListener(request: KubeRequest): KubeRequest {
  const entries = Object.entries(request).filter(([name]) => name !== 'onLateAnswer');
  return Object.fromEntries(entries) as unknown as KubeRequest;
}

/** The bytes of a text. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A page of a PodList at a version; its items by name. */
export function pageText(resourceVersion: string, names: string, next?: string): string {
  const items = Array.from(names, (name) => ({
    metadata: { name, namespace: 'n', uid: `u-${name}`, resourceVersion: '7' },
  }));
  const metadata = { resourceVersion, ...(next !== undefined && { continue: next, remainingItemCount: 3 }) };
  return JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata, items });
}

/** The pod that {@link pageText} and {@link frameText} speak of. */
export const pod = (name: string) => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'n', uid: `u-${name}`, resourceVersion: '7' },
});

/** A watch frame about a pod. */
export const frameText = (type: string, name: string): string =>
  `${JSON.stringify({ type, object: pod(name) })}\n`;

/** The watch frame that ends a stream with a Status. */
export const errorFrame = (status: object): string =>
  `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', ...status } })}\n`;
