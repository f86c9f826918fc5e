import type { Form } from './form.ts';
import { stampName, unstamped } from './stamp.ts';

/** The bytes of watch events, which the server makes before the clock starts. */
export interface WatchFrames {
  /**
   * The first MODIFIED events, with many events in each Buffer. During these events, V8 compiles the code of the
   * client.
   */
  readonly cold: readonly Buffer[];
  /** MODIFIED events with many events in each Buffer. They change objects of the whole collection. */
  readonly flatOut: readonly Buffer[];
  /** MODIFIED events with an annotation that will contain the time. Each Buffer contains one event. */
  readonly paced: readonly Buffer[];
  /** The events of a streaming list, with the bookmark that ends the list. */
  readonly initial: readonly Buffer[];
  readonly expired: Buffer;
}

export interface FrameCounts {
  readonly objects: number;
  readonly cold?: number;
  readonly events: number;
  readonly paced: number;
  readonly streams: boolean;
}

export function watchFrames(
  form: Form,
  { objects, cold = 0, events, paced, streams }: FrameCounts,
): WatchFrames {
  const modified = (event: number, annotations?: Readonly<Record<string, string>>): string => {
    return frame('MODIFIED', form.object(changedBy(event, objects), objects + event + 1, annotations));
  };
  return {
    cold: inBatches(cold, (event) => modified(event)),
    flatOut: inBatches(events, (event) => modified(cold + event)),
    paced: Array.from({ length: paced }, (_, i) =>
      Buffer.from(modified(cold + events + i, { [stampName]: unstamped })),
    ),
    initial: streams
      ? [
          ...inBatches(objects, (index) => frame('ADDED', form.object(index, index + 1))),
          Buffer.from(frame('BOOKMARK', bookmark(form, objects))),
        ]
      : [],
    expired: Buffer.from(frame('ERROR', expiredStatus)),
  };
}

/** Returns the index of the object that the n-th event changes. The events are spread over the whole collection. */
export const changedBy = (event: number, objects: number): number =>
  (Math.imul(event, 7_919) >>> 0) % objects;

const frame = (type: string, object: string): string => `{"type":"${type}","object":${object}}\n`;

const bookmark = ({ head }: Form, resourceVersion: number): string =>
  `${head}"metadata":{"resourceVersion":"${resourceVersion}","annotations":{"k8s.io/initial-events-end":"true"}}}`;

const expiredStatus = JSON.stringify({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'too old resource version',
  reason: 'Expired',
  code: 410,
});

function inBatches(count: number, line: (nth: number) => string): readonly Buffer[] {
  const batch = 1_000;
  return Array.from({ length: Math.ceil(count / batch) }, (_, part) => {
    const length = Math.min(batch, count - part * batch);
    return Buffer.from(Array.from({ length }, (__, i) => line(part * batch + i)).join(''));
  });
}
