import type { IncomingHttpHeaders } from 'node:http';
import type { Body } from './bodies.ts';
import { begin, patience, type Question } from './client.ts';

export interface Frame {
  readonly type: string;
  readonly object: Body;
}

/** An open watch of a check. */
export interface Frames {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All lines that the watch has received, unchanged. */
  readonly lines: readonly string[];
  /** Resolves with the next watch event. Rejects if the watch ends or fails, and after the time limit. */
  next(): Promise<Frame>;
  /** Resolves with the next watch event that is no bookmark. The server may send a bookmark at any time. */
  nextChange(): Promise<Frame>;
  /** Resolves with the next `count` watch events. */
  take(count: number): Promise<readonly Frame[]>;
  /** Resolves with all watch events up to the first event that satisfies `fits`, including this event. */
  until(fits: (frame: Frame) => boolean): Promise<readonly Frame[]>;
  /**
   * Resolves with the remaining watch events when the server ends the watch normally. Rejects if the connection
   * breaks.
   */
  rest(): Promise<readonly Frame[]>;
  close(): void;
}

/** Opens a watch, and reads its events line by line. */
export async function watch(path: string, question: Question = {}): Promise<Frames> {
  const incoming = await begin('GET', path, question);
  const lines: string[] = [];
  let read = 0;
  let partial = '';
  let end: 'clean' | Error | undefined;
  let wake = (): void => undefined;

  // A failed check may leave a watch open. The open watch must not keep the process alive. Each wait for an event has
  // its own timer.
  incoming.socket.unref();
  incoming.setEncoding('utf8');
  incoming.on('data', (chunk: string) => {
    const parts = (partial + chunk).split('\n');
    partial = parts.pop() ?? '';
    lines.push(...parts);
    wake();
  });
  incoming.once('end', () => {
    end = partial === '' ? 'clean' : new Error(`the watch ended within a line: ${partial}`);
    wake();
  });
  incoming.once('error', (error) => {
    end ??= error;
    wake();
  });

  /** Resolves with the next line. Resolves with `undefined` at the end of the watch. */
  const more = async (): Promise<string | undefined> => {
    const deadline = Date.now() + patience;
    while (read === lines.length && end === undefined) {
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(`${path}: no further line after ${lines.length} lines: ${lines.join('\n')}`);
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

/** Returns the type and the name of a watch event as text, for example `ADDED c1`. */
export const inShort = ({ type, object }: Frame): string => `${type} ${object.metadata.name}`;

/** Whether the event is the bookmark that ends a streaming list. */
export const isInitialEnd = ({ type, object }: Frame): boolean =>
  type === 'BOOKMARK' && object.metadata.annotations['k8s.io/initial-events-end'] === 'true';
