import { type IncomingMessage, request as httpRequest } from 'node:http';
import { Observable } from 'rxjs';
import { type Answer, bodyOf, type Client, parsed } from './client.ts';
import { textOf } from './listening.ts';
import { watching } from './watching.ts';

/** Creates a client that sends each request over a new socket. */
export function httpClient(url: string): Client {
  return {
    request: (method, target, extras = {}) =>
      new Promise((resolve, reject) => {
        const { text, headers } = bodyOf(extras);
        const length = { 'content-length': String(Buffer.byteLength(text)) };
        const sent = httpRequest(url + target, { method, headers: { ...headers, ...length }, agent: false });
        sent.once('error', reject);
        sent.once('response', (response) => void answerOf(response).then(resolve, reject));
        sent.end(text);
      }),
    watch: (target, { headers = {} } = {}) => {
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => (open = resolve));
      return watching(body(url + target, headers, open), opened);
    },
  };
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const text = await textOf(response);
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
  return { code: response.statusCode ?? 0, body: parsed(text), headers: Object.fromEntries(headers) };
}

/** Emits the chunks of a response body until the server ends it. */
function body(
  url: string,
  headers: Readonly<Record<string, string>>,
  open: () => void,
): Observable<Uint8Array> {
  return new Observable((subscriber) => {
    const sent = httpRequest(url, { headers, agent: false }, (response) => {
      open();
      response.on('data', (chunk: Uint8Array) => subscriber.next(chunk));
      response.once('end', () => subscriber.complete());
      response.once('error', (error) => subscriber.error(error));
    });
    sent.on('error', (error) => subscriber.error(error));
    sent.end();
    return () => sent.destroy();
  });
}
