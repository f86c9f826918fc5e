import { defer, type MonoTypeOperatorFunction, tap } from 'rxjs';
import { beginsAsWebPage, excerptOf, webPageError } from './machine/unexpected-answer.ts';
import { type RequestLine, requestLine } from './transport.ts';

/**
 * Returns an operator over the body of a successful response. If the body is a web page, the operator errors
 * with a ProtocolError of the class `unauthorized`. Both the content type and the first byte must show a web
 * page, because some servers send JSON with a wrong content type. The operator does not check the answer of a
 * pod, a service or a node behind the proxy of the API server, because such an answer may be a web page.
 *
 * @param contentType - the value of the header `Content-Type`
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
