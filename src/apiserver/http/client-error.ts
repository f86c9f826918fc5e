import type { Duplex } from 'node:stream';
import { Refusal } from '../status/refusal.ts';
import { closeGracefully } from './close-gracefully.ts';

/**
 * Answers a connection error of the client with a `Status`, and closes the connection. A connection error is data that
 * is not HTTP, or a request that takes too long to arrive.
 *
 * @param isAnswering - `true` if the server is sending a response on the connection; the function then sends no error,
 * because the error would be inside the response
 */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Duplex,
  isAnswering: boolean,
): void {
  if (socket.writableEnded) return; // the server has already sent a response to an earlier error
  if (isAnswering || error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status } = refusalOf(error.code ?? '');
  const body = `${JSON.stringify(status)}\n`;
  const head = [
    `HTTP/1.1 ${status.code} ${status.reason ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  closeGracefully(socket);
}

function refusalOf(code: string): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal({ code: 408, reason: 'Timeout', message: 'the request took too long to come in' });
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal({
        code: 431,
        reason: 'BadRequest',
        message: 'the headers of the request are too large',
      });
    default:
      return new Refusal({ code: 400, reason: 'BadRequest', message: 'the request is not HTTP' });
  }
}
