import type { RequestListener, ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

/** A hostile server. For example, it sends a list without an end. */
export interface Attack {
  readonly name: string;
  readonly answer: RequestListener;
  /**
   * The expected reaction of the informer. A RegExp must match the first failure. A number is the number of changes
   * that the informer must emit.
   */
  readonly says: RegExp | number;
}

const mebibyte = 1_048_576;
const emptyList = '{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[]}';

const isWatch = (url = ''): boolean => url.includes('watch=true');

/** Writes the chunk again and again without an end, as fast as the client reads. */
function pour(response: ServerResponse, chunk: string | Buffer): void {
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
}

const pod = (nth: number): string =>
  `{"type":"MODIFIED","object":{"metadata":{"name":"pod-${nth % 100}","namespace":"n","uid":"u-${nth % 100}","resourceVersion":"${nth + 2}"}}}\n`;

/** Sends `count` watch events. Then leaves the watch open and sends nothing. */
function events(response: ServerResponse, count: number): void {
  let nth = 0;
  const write = (): void => {
    while (nth < count && !response.destroyed) {
      const to = Math.min(count, nth + 100);
      let text = '';
      for (; nth < to; nth++) text += pod(nth);
      if (!response.write(text)) return;
    }
  };
  response.on('drain', write);
  write();
}

const onWatch =
  (answer: (response: ServerResponse) => void): RequestListener =>
  ({ url }, response) => {
    if (isStream(url)) response.write(endOfList);
    if (isWatch(url)) answer(response);
    else response.end(emptyList);
  };

const isStream = (url = ''): boolean => url.includes('sendInitialEvents=true');
const endOfList =
  '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1","annotations":{"k8s.io/initial-events-end":"true"}}}}\n';

/** Returns 200 pods of 2 kB each. All pods have different names. */
const newPods = (from: number): string[] =>
  Array.from({ length: 200 }, (_, nth) => {
    const name = `pod-${from + nth}`;
    return `{"metadata":{"name":"${name}","uid":"u-${name}","resourceVersion":"1","annotations":{"a":"${name}${'x'.repeat(2_000)}"}}}`;
  });

/** Sends a list without an end: as a streaming list or in pages. */
const newNames: RequestListener = ({ url = '' }, response) => {
  let from = Number(/continue=(\d+)/.exec(url)?.[1] ?? 0);
  if (!isStream(url)) {
    const metadata = `{"resourceVersion":"1","continue":"${from + 200}"}`;
    response.end(`{"kind":"PodList","metadata":${metadata},"items":[${newPods(from).join(',')}]}`);
    return;
  }
  const write = (): void => {
    let goesOn = true;
    while (goesOn && !response.destroyed) {
      const frames = newPods(from).map((pod) => `{"type":"ADDED","object":${pod}}\n`);
      goesOn = response.write(frames.join(''));
      from += 200;
    }
  };
  response.on('drain', write);
  write();
};

/**
 * Sends a page without an end. Its objects contain only managedFields, which the client drops. Therefore the limits
 * for the number and the size of objects do not end the page.
 */
const managedFields: RequestListener = ({ url }, response) => {
  if (isStream(url)) {
    response.statusCode = 400; // the answer of a server without streaming lists
    response.end();
    return;
  }
  response.write('{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[');
  const fields = `"managedFields":[{"manager":"${letters}"}]`;
  pour(response, `{"metadata":{"name":"p","uid":"u","resourceVersion":"1",${fields}}},`);
};

const blanks = ' '.repeat(mebibyte);
const letters = 'x'.repeat(mebibyte);

export const attacks: readonly Attack[] = [
  {
    name: 'a list of endless blanks',
    answer: (_, response) => pour(response, blanks),
    says: /longer than/,
  },
  {
    name: 'an endless item',
    answer: (_, response) => {
      response.write('{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[{"a":"');
      pour(response, letters);
    },
    says: /longer than/,
  },
  {
    name: 'endlessly nested arrays',
    answer: (_, response) => {
      response.write('{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[{"a":');
      pour(response, '['.repeat(mebibyte));
    },
    says: /longer than/,
  },
  {
    name: 'endless managed fields',
    answer: managedFields,
    says: /a list page is longer than|does not stream lists/, // with streaming lists, the error has the second text
  },
  { name: 'endlessly many different names', answer: newNames, says: /more than 2000 objects/ },
  { name: 'an endless line', answer: onWatch((response) => pour(response, letters)), says: /longer than/ },
  {
    name: 'an endless refusal',
    answer: (_, response) => pour(response.writeHead(500), letters),
    says: /500/,
  },
  {
    name: 'a gzip bomb',
    answer: (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const bomb = createGzip();
      bomb.pipe(response);
      response.on('close', () => bomb.destroy());
      const write = (): void => {
        while (!bomb.destroyed && bomb.write(blanks));
      };
      bomb.on('drain', write);
      write();
    },
    says: /longer than|came as gzip/,
  },
  {
    name: 'six content codings',
    answer: (_, response) => {
      response.writeHead(200, { 'content-encoding': ['gzip, gzip', 'gzip, gzip', 'gzip, gzip'].join() });
      response.write('x');
    },
    says: /more than 5 content codings|no answer|came as/,
  },
  {
    name: 'six content codings of an incomplete answer',
    answer: (_, response) => {
      response.writeHead(200, {
        'content-encoding': 'gzip, gzip, gzip, gzip, gzip, gzip',
        'content-length': 9,
      });
      response.write('x');
      setTimeout(() => response.destroy(), 20);
    },
    says: /more than 5 content codings|no answer|came as/,
  },
  {
    name: 'endless headers',
    answer: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const line = `x-header: ${'y'.repeat(1_000)}\r\n`.repeat(100);
      const write = (): void => {
        while (!socket.destroyed && socket.write(line));
      };
      socket.on('drain', write).on('error', () => undefined);
      write();
    },
    says: /no answer/,
  },
  {
    name: 'endless empty lines',
    answer: onWatch((response) => pour(response, '\n'.repeat(mebibyte))),
    says: 0,
  },
  {
    name: 'a million tiny events',
    answer: onWatch((response) => events(response, 1_000_000)),
    says: 1_000_000,
  },
  {
    name: 'endlessly many invalid objects',
    answer: onWatch((response) => pour(response, '{"type":"ADDED","object":{}}\n'.repeat(1_000))),
    says: /without metadata/,
  },
];
