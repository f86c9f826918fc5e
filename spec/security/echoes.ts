import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A server that copies the request, including the credentials, into an invalid response. */
export interface Echo {
  readonly name: string;
  readonly answer: RequestListener;
}

/** Returns all headers of a request as text. The error page of a proxy may contain such a text. */
const shown = ({ rawHeaders }: IncomingMessage): string =>
  rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\n`)).join('');

const status = (code: number, request: IncomingMessage): string =>
  JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason: shown(request),
    message: shown(request),
    details: { causes: [{ reason: shown(request), message: shown(request), field: shown(request) }] },
  });

const isWatch = ({ url = '' }: IncomingMessage): boolean => url.includes('watch=true');

/** A server that sends an empty list, and lets `answer` handle each watch. */
const watching =
  (answer: (request: IncomingMessage, response: ServerResponse) => void): RequestListener =>
  (request, response) => {
    if (isWatch(request)) answer(request, response);
    else response.end('{"kind":"PodList","metadata":{"resourceVersion":"7"},"items":[]}');
  };

const refusals = [400, 401, 403, 404, 407, 410, 422, 429, 500, 503].flatMap((code): readonly Echo[] => [
  { name: `${code} in text`, answer: (request, response) => response.writeHead(code).end(shown(request)) },
  {
    name: `${code} with a Status`,
    answer: (request, response) => response.writeHead(code).end(status(code, request)),
  },
]);

const text = (body: (request: IncomingMessage) => string): RequestListener => {
  return (request, response) => response.end(body(request));
};

const whole = '{"type":"ADDED","object":{"metadata":{"name":"a","uid":"u","resourceVersion":"8"}}}\n';

const item = (name: string): string => `{"metadata":{"name":${JSON.stringify(name)},"resourceVersion":"8"}}`;

/** Servers that fail in the middle of a streaming list. */
const streamed: readonly Echo[] = [
  {
    name: 'a streamed list with an ERROR',
    answer: watching((request, response) =>
      response.end(`${whole}{"type":"ERROR","object":${status(500, request)}}\n`),
    ),
  },
  {
    name: 'a streamed list with a text',
    answer: watching((request, response) =>
      response.end(`${whole}${shown(request).replaceAll('\n', ' ')}\n`),
    ),
  },
];

/** Servers that send an invalid body with a status of 2xx. */
const garbage: readonly Echo[] = [
  { name: 'a list that is plain text', answer: text(shown) },
  { name: 'a list of another type', answer: text(({ headers }) => JSON.stringify({ headers })) },
  { name: 'a list of another kind', answer: text((request) => JSON.stringify({ kind: shown(request) })) },
  { name: 'a list that is a Status', answer: text((request) => status(200, request)) },
  {
    name: 'a list with an object that lacks a uid',
    answer: text(
      (request) => `{"kind":"PodList","metadata":{"resourceVersion":"7"},"items":[${item(shown(request))}]}`,
    ),
  },
  {
    name: 'a list that is truncated within the repeated headers',
    answer: text(
      (request) => `{"kind":"PodList","items":[{"metadata":{"name":"${shown(request).slice(0, -30)}`,
    ),
  },
  {
    name: 'a watch that is plain text',
    answer: watching((request, response) => response.end(`${shown(request).replaceAll('\n', ' ')}\n`)),
  },
  {
    name: 'a watch event of an unknown type',
    answer: watching((request, response) =>
      response.end(`${JSON.stringify({ type: shown(request), object: request.headers })}\n`),
    ),
  },
  {
    name: 'a watch with an ERROR',
    answer: watching((request, response) =>
      response.end(`{"type":"ERROR","object":${status(500, request)}}\n`),
    ),
  },
  {
    name: 'a watch with an ERROR that is not a Status',
    answer: watching((request, response) =>
      response.end(`{"type":"ERROR","object":${JSON.stringify(shown(request))}}\n`),
    ),
  },
  {
    name: 'a watch with an object that lacks a uid',
    answer: watching((request, response) =>
      response.end(`{"type":"ADDED","object":${item(shown(request))}}\n`),
    ),
  },
];

/** Servers whose response is not HTTP, or is HTTP only at its start. */
const broken: readonly Echo[] = [
  { name: 'no HTTP', answer: (request) => void request.socket.end(`${shown(request)}\r\n\r\n`) },
  {
    name: 'a status line with the headers in it',
    answer: (request) =>
      void request.socket.end(`HTTP/1.1 200 ${shown(request).replaceAll('\n', ' ')}\u0000\r\n\r\n`),
  },
  {
    name: 'invalid chunks',
    answer: (request) =>
      void request.socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${shown(request)}\r\n`),
  },
  {
    name: 'an endless header',
    answer: (request) => void request.socket.end(`HTTP/1.1 200 OK\r\nx: ${shown(request).repeat(200)}`),
  },
  {
    name: 'a reset in the body',
    answer: (request, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(shown(request), () => request.socket.resetAndDestroy());
    },
  },
  {
    name: 'a redirect with the credentials in its URL',
    answer: (request, response) =>
      response.writeHead(302, { location: `/?${encodeURIComponent(shown(request))}` }).end(shown(request)),
  },
  {
    name: 'an unknown encoding with the credentials in its name',
    answer: (request, response) =>
      response
        .writeHead(200, { 'content-encoding': (request.headers.authorization ?? 'none').replace(/\s/g, '-') })
        .end('x'),
  },
];

export const echoes: readonly Echo[] = [...refusals, ...garbage, ...streamed, ...broken];
