import { defer, type MonoTypeOperatorFunction, tap } from 'rxjs';
import { beginsAsWebPage, excerptOf, webPageError } from './machine/unexpected-answer.ts';
import { type RequestLine, requestLine } from './transport.ts';

/**
 * For transports: fails with a ProtocolError of class `unauthorized` where an answer with a good status is a web page. Its
 * type has to say so, and its first byte: what a type alone says is not believed. An answer that comes from a pod or a
 * service, through the API server's own proxy, may be a page.
 *
 * @param contentType - the header `Content-Type`
 */
export function exceptWebPages(
  contentType: string | null | undefined,
  request: RequestLine,
): MonoTypeOperatorFunction<Uint8Array> {
  return (chunks$) => {
    if (!/^\s*(text\/html|application\/xhtml)/i.test(contentType ?? '') || throughProxy.test(request.path)) {
      return chunks$;
    }
    return defer(() => {
      let isFirst = true;
      return chunks$.pipe(
        tap((chunk) => {
          if (!isFirst || chunk.length === 0) return;
          isFirst = false;
          if (beginsAsWebPage(chunk))
            throw webPageError(requestLine(request), excerptOf(chunk, isOfSecrets(request)));
        }),
      );
    });
  };
}

const throughProxy = /\/(pods|services|nodes)\/[^/]+\/proxy(\/|$)/;
const isOfSecrets = ({ path }: RequestLine): boolean => /\/secrets(\/|$)/.test(path);
