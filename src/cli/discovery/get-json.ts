import { catchError, defer, map, type Observable, tap, throwError, toArray } from 'rxjs';
import { ProtocolError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { beginsAsWebPage, concealedError, type Transport, webPageError } from '../../source/index.ts';

/** Bytes of all documents of one discovery; a cluster with hundreds of definitions sends less than one MiB. */
export const mostDiscoveryBytes: number = 64 * 1_048_576;

/** Bytes that the documents of one discovery may still have, together. */
export interface Budget {
  left: number;
}

/**
 * One document of a server, parsed.
 *
 * Errors with what the transport throws, and with a `ProtocolError` for a body that is not JSON: another kind of
 * server, a page of a proxy.
 */
export function getJson(
  transport: Transport,
  path: string,
  accept: string,
  budget: Budget = { left: mostDiscoveryBytes },
): Observable<unknown> {
  return defer(() => {
    const decoder = new TextDecoder();
    let isFirst = true;
    return transport.open({ path, headers: { accept } }).pipe(
      tap((chunk) => {
        budget.left -= chunk.length;
        if (budget.left < 0) throw tooLong(path);
      }),
      tap((chunk) => {
        if (isFirst && beginsAsWebPage(chunk)) throw webPageError(`GET ${path}`, '');
        isFirst = false;
      }),
      map((chunk) => decoder.decode(chunk, { stream: true })),
      toArray(),
      map((texts) => parse(path, texts.join('') + decoder.decode())),
      catchError((error: unknown) =>
        throwError(() => concealedError(error, (text) => transport.conceal?.(text) ?? text)),
      ),
    );
  });
}

const tooLong = (path: string): CommandError =>
  new CommandError(`discovery takes at most ${mostDiscoveryBytes} bytes, and ${path} has more`, {
    hints: ['Is the URL right, with its port and its path?'],
  });

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without a cause: the error of JSON.parse quotes what it was given.
    throw new ProtocolError(`the answer to ${path} is not JSON`, { excerpt: text });
  }
}
