import type { Form } from './form.ts';
import { stampName, unstamped } from './stamp.ts';

/** What a watch sends, made beforehand. */
export interface WatchFrames {
  /** MODIFIED events that come before those that count. */
  readonly warm: readonly Buffer[];
  /** MODIFIED events all over the collection, many to a Buffer. */
  readonly flatOut: readonly Buffer[];
  /** MODIFIED events with room for a stamp, one to a Buffer. */
  readonly paced: readonly Buffer[];
  /** The streaming list, its closing bookmark included. */
  readonly initial: readonly Buffer[];
  readonly expired: Buffer;
}

export interface FrameCounts {
  readonly objects: number;
  readonly warm?: number;
  readonly events: number;
  readonly paced: number;
  readonly streams: boolean;
}

export function watchFrames(
  form: Form,
  { objects, warm = 0, events, paced, streams }: FrameCounts,
): WatchFrames {
  const modified = (event: number, annotations?: Readonly<Record<string, string>>): string => {
    const index = (Math.imul(event, 7_919) >>> 0) % objects; // all over the collection
    return frame('MODIFIED', form.object(index, objects + event + 1, annotations));
  };
  return {
    warm: inBatches(warm, (event) => modified(event)),
    flatOut: inBatches(events, (event) => modified(warm + event)),
    paced: Array.from({ length: paced }, (_, i) =>
      Buffer.from(modified(warm + events + i, { [stampName]: unstamped })),
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
