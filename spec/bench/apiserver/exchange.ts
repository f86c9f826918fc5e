import type { Socket } from 'node:net';

/** An HTTP connection that carries one request at a time. */
export interface Exchange {
  /**
   * Sends a request. Resolves with the status and the body of the response. The body includes the chunk headers.
   * Rejects if the connection breaks.
   */
  send(request: string): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Creates a minimal HTTP/1.1 client. The client must use little CPU time, because it runs on the same computer as the
 * measured server.
 */
export function exchangeOn(socket: Socket): Exchange {
  let parts: Buffer[] = [];
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  socket.on('data', (chunk) => {
    parts.push(chunk);
    const received = parts.length === 1 ? chunk : isEnd(chunk) ? Buffer.concat(parts) : undefined;
    const answer = received && answerIn(received);
    if (answer === undefined) return;
    parts = [];
    waiting?.resolve(answer);
  });
  socket.once('close', () => waiting?.reject(new Error('the connection broke')));
  socket.on('error', () => undefined);
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
  };
}

/**
 * Whether a chunk is the end of an HTTP answer. JSON ends with a newline or a brace, and a chunked body ends with an
 * empty line.
 */
const isEnd = (chunk: Buffer): boolean => ends.has(chunk[chunk.length - 1] ?? 0);
const ends = new Set([0x0a, 0x7d]);

function answerIn(received: Buffer): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  const isWhole =
    length === undefined
      ? received.toString('latin1', received.length - 5) === '0\r\n\r\n'
      : received.length >= end + 4 + Number(length);
  return isWhole ? { status: Number(head.slice(9, 12)), body: received.subarray(end + 4) } : undefined;
}
