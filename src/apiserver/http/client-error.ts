import type { Duplex } from 'node:stream';
import { Refusal } from '../status/refusal.ts';
import { hangUp } from './hang-up.ts';

/**
 * Answers what is no request, or too slow a one, in the words of the protocol, and ends the connection.
 *
 * @param isAnswering - whether an answer is on its way there: it would have this one in its middle
 */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Duplex,
  isAnswering: boolean,
): void {
  if (socket.writableEnded) return; // more of the same
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
  hangUp(socket);
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
