import { defer, EMPTY, finalize, NEVER, type Observable } from 'rxjs';
import type { KubeRequest, Transport } from '../../src/source/index.ts';

/**
 * Creates a transport that answers the n-th request with the n-th body. Later requests get the last body. The
 * transport records its requests. `pauses` records the values of `paused$`.
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

/** Removes the callback `onLateAnswer`, which is not a part of the request to the server. */
function withoutListener(request: KubeRequest): KubeRequest {
  const entries = Object.entries(request).filter(([name]) => name !== 'onLateAnswer');
  return Object.fromEntries(entries) as unknown as KubeRequest;
}

/** Encodes a text as UTF-8. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns a page of a PodList. Each character of `names` is the name of one pod. */
export function pageText(resourceVersion: string, names: string, next?: string): string {
  const items = Array.from(names, (name) => ({
    metadata: { name, namespace: 'n', uid: `u-${name}`, resourceVersion: '7' },
  }));
  const metadata = { resourceVersion, ...(next !== undefined && { continue: next, remainingItemCount: 3 }) };
  return JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata, items });
}

/** Returns the pod with this name in the texts of {@link pageText} and {@link frameText}. */
export const pod = (name: string) => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'n', uid: `u-${name}`, resourceVersion: '7' },
});

/** Returns a watch event with a pod, as a line. */
export const frameText = (type: string, name: string): string =>
  `${JSON.stringify({ type, object: pod(name) })}\n`;

/** Returns the ERROR event that ends a watch with a Status, as a line. */
export const errorFrame = (status: object): string =>
  `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', ...status } })}\n`;
