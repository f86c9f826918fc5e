import { connect, type Socket } from 'node:net';

/** The response to raw bytes. These bytes may be invalid HTTP. */
export interface RawAnswer {
  /** The status code. 0 if the server closed the connection without a response. */
  readonly code: number;
  readonly text: string;
}

/** Sends raw bytes on a new connection, and reads until the end of the connection. */
export async function raw(url: string, ...pieces: readonly (string | Uint8Array)[]): Promise<RawAnswer> {
  const socket = connect(Number(new URL(url).port), new URL(url).hostname);
  socket.on('error', () => undefined); // the server may close the connection at any time
  for (const piece of pieces) socket.write(piece);
  return answerOf(socket);
}

/** Reads a response until the end of the connection. */
async function answerOf(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  const all = Buffer.concat(chunks).toString();
  const [head = '', ...body] = all.split('\r\n\r\n');
  return { code: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), text: body.join('\r\n\r\n') };
}

/** Returns the bytes of a complete HTTP request with `Connection: close`. */
export function request(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | Uint8Array = '',
): readonly (string | Uint8Array)[] {
  const bytes = Buffer.from(body);
  const all = { host: 'localhost', connection: 'close', 'content-length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return [`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, bytes];
}
