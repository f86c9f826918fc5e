import type { IncomingHttpHeaders } from 'node:http';
import type { Body } from './bodies.ts';
import { begin, patience, type Question } from './client.ts';

export interface Frame {
  readonly type: string;
  readonly object: Body;
}

/** An open watch. */
export interface Frames {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All lines so far, as they came. */
  readonly lines: readonly string[];
  /** The next frame; rejects at the end, at an error, and when there is none in time. */
  next(): Promise<Frame>;
  /** The next frame that is no bookmark: those may come at any time. */
  nextChange(): Promise<Frame>;
  /** The next `count` frames. */
  take(count: number): Promise<readonly Frame[]>;
  /** Up to the first that fits, with it. */
  until(fits: (frame: Frame) => boolean): Promise<readonly Frame[]>;
  /** What is still to come, when the server ends the watch cleanly; rejects when it is cut. */
  rest(): Promise<readonly Frame[]>;
  close(): void;
}

/** Opens a watch and reads its lines. */
export async function watch(path: string, question: Question = {}): Promise<Frames> {
  const incoming = await begin('GET', path, question);
  const lines: string[] = [];
  let read = 0;
  let partial = '';
  let end: 'clean' | Error | undefined;
  let wake = (): void => undefined;

  // One that a failed check leaves open keeps no process alive; whoever waits for a frame has a timer.
  incoming.socket.unref();
  incoming.setEncoding('utf8');
  incoming.on('data', (chunk: string) => {
    const parts = (partial + chunk).split('\n');
    partial = parts.pop() ?? '';
    lines.push(...parts);
    wake();
  });
  incoming.once('end', () => {
    end = partial === '' ? 'clean' : new Error(`the watch ends within a line: ${partial}`);
    wake();
  });
  incoming.once('error', (error) => {
    end ??= error;
    wake();
  });

  /** One more line, or the end. */
  const more = async (): Promise<string | undefined> => {
    const deadline = Date.now() + patience;
    while (read === lines.length && end === undefined) {
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(`${path}: nothing comes after ${lines.length} lines: ${lines.join('\n')}`);
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(limit);
          resolve();
        };
      });
    }
    if (read < lines.length) return lines[read++];
    if (end instanceof Error) throw end;
    return undefined;
  };
  const next = async (): Promise<Frame> => {
    const line = await more();
    if (line === undefined)
      throw new Error(`${path}: ended after ${lines.length} lines: ${lines.join('\n')}`);
    return JSON.parse(line) as Frame;
  };
  const collect = async (enough: (frame: Frame, count: number) => boolean): Promise<readonly Frame[]> => {
    const frames: Frame[] = [];
    for (;;) {
      const frame = await next();
      frames.push(frame);
      if (enough(frame, frames.length)) return frames;
    }
  };

  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    lines,
    next,
    nextChange: async () => {
      for (;;) {
        const frame = await next();
        if (frame.type !== 'BOOKMARK') return frame;
      }
    },
    take: (count) => (count === 0 ? Promise.resolve([]) : collect((_, taken) => taken === count)),
    until: (fits) => collect(fits),
    rest: async () => {
      const frames: Frame[] = [];
      for (let line = await more(); line !== undefined; line = await more())
        frames.push(JSON.parse(line) as Frame);
      return frames;
    },
    close: () => incoming.destroy(),
  };
}

/** `ADDED c1`: what a frame says, in short. */
export const inShort = ({ type, object }: Frame): string => `${type} ${object.metadata.name}`;

/** What ends the initial state of a streamed list. */
export const isInitialEnd = ({ type, object }: Frame): boolean =>
  type === 'BOOKMARK' && object.metadata.annotations['k8s.io/initial-events-end'] === 'true';
