import { defer, map, type Observable, toArray } from 'rxjs';
import { ProtocolError } from '../../objects/index.ts';
import type { Transport } from '../../source/index.ts';

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
    );
  });
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError(`the answer to ${path} is not JSON`, { excerpt: text, cause });
  }
}
