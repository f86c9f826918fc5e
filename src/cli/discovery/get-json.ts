import { catchError, defer, map, type Observable, throwError, toArray } from 'rxjs';
import { ProtocolError } from '../../objects/index.ts';
import { concealedError, type Transport } from '../../source/index.ts';

/**
 * One document of a server, parsed.
 *
 * Errors with what the transport throws, and with a `ProtocolError` for a body that is not JSON: another kind of
 * server, a page of a proxy.
 */
export function getJson(transport: Transport, path: string, accept: string): Observable<unknown> {
  return defer(() => {
    const decoder = new TextDecoder();
    return transport.open({ path, headers: { accept } }).pipe(
      map((chunk) => decoder.decode(chunk, { stream: true })),
      toArray(),
      map((texts) => parse(path, texts.join('') + decoder.decode())),
      catchError((error: unknown) =>
        throwError(() => concealedError(error, (text) => transport.conceal?.(text) ?? text)),
      ),
    );
  });
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without a cause: the error of JSON.parse quotes what it was given.
    throw new ProtocolError(`the answer to ${path} is not JSON`, { excerpt: text });
  }
}
