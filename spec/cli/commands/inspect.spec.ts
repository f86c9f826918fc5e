import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { informer, type Informer, type KubeObject } from 'rx-informer';
import { operations } from 'rx-informer/controller';
import { where } from 'rx-informer/derived';
import { type InformerInspection, inspect } from 'rx-informer/inspect';
import { kubeObject } from 'rx-informer/testing';
import { concat, NEVER, of } from 'rxjs';
import { until } from '../../support/until.ts';
import { inProcess } from '../in-process.ts';

describe('rx-informer inspect', () => {
  const servers: Server[] = [];
  afterEach(() => {
    jest.useRealTimers();
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  /** Serves a handler of the fetch API. Returns its address. */
  async function serve(handler: (request: Request) => Promise<Response> | Response): Promise<string> {
    const server = createServer((request, response) => {
      void (async () => {
        const answer = await handler(new Request(`http://127.0.0.1${request.url ?? ''}`));
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(await answer.text());
      })();
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const serveText = (text: string, status = 200): Promise<string> =>
    serve(() => new Response(text, { status }));
  const serveJson = (value: unknown): Promise<string> => serveText(JSON.stringify(value));

  async function result(...words: readonly string[]): Promise<readonly [number, string, string]> {
    const run = inProcess(['inspect', ...words]);
    return [await run.ended, run.output(), run.errors()];
  }

  function informers(): Readonly<Record<string, Informer<KubeObject>>> {
    const things = informer(
      concat(
        of({
          type: 'REPLACED' as const,
          items: [kubeObject('shop/a'), kubeObject('b')],
          resourceVersion: '9',
        }),
        NEVER,
      ),
    );
    const shop = where(things, ({ metadata }) => metadata.namespace === 'shop');
    shop.start();
    return { things, shop };
  }

  it('should print a line for each informer, with its inputs below it', async () => {
    const url = await serve(operations({ informers: informers(), inspect: true }));
    const [code, output, errors] = await result(url);

    expect([code, errors]).toEqual([0, '']);
    expect(output.split('\n')).toEqual([
      'NAME      PHASE      SYNCED   OBJECTS   FRAME   QUEUE   SUBSCRIBERS   BUFFERED   OLDEST',
      'things    watching   yes      2         0s      0       1             0          -',
      'shop      watching   yes      1         0s      0       0             0          -',
      '  input   watching   yes      2         0s      0       1             0          -',
      '',
    ]);
  });

  it('should print the answer as JSON with -o json', async () => {
    const url = await serve(operations({ informers: informers(), inspect: true }));
    const [code, output] = await result(`${url}/debug/informers`, '-o', 'json');

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      informers: { things: { store: { objects: 2 } }, shop: { inputs: [{ name: 'input' }] } },
    });
  });

  const state = (over: Partial<InformerInspection>): InformerInspection => ({
    ...inspect(informer(NEVER)),
    ...over,
  });

  it('should print phases, buffers and errors in words, without control characters', async () => {
    const waiting = {
      phase: 'waiting',
      hasSynced: true,
      frameAge: 130_500,
      attempt: 3,
      retryIn: 4_000,
      incidents: 0,
    } as const;
    const buffer = { buffer: 'unbounded', conflated: 0, dropped: 0 } as const;
    const error = {
      age: 5_000,
      name: 'StatusError',
      failure: 'forbidden',
      message: 'no\n\u001b[31mrights',
      advice: '',
    } as const;
    const url = await serveJson({
      informers: {
        'po\u001b[2Jds': state({
          reflector: waiting,
          delivery: {
            starts: 0,
            subscribers: 2,
            buffers: [
              { ...buffer, pending: 5, age: 61_000 },
              { ...buffer, pending: 2, age: 121_000 },
              { ...buffer, pending: 0, age: 0 },
            ],
          },
          errors: [error],
        }),
        nodes: state({
          reflector: { phase: 'stopped', hasSynced: false, disabled: true, frameAge: null, incidents: 0 },
        }),
        'evil\nname\t': state({
          reflector: { ...waiting, phase: 'x\u001b[31m\nfake-row\twatching\u2028' as never },
        }),
      },
    });
    const [code, output] = await result(url);

    expect(code).toBe(0);
    expect(output.split('\n').map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      'NAME  PHASE  SYNCED  OBJECTS  FRAME  QUEUE  SUBSCRIBERS  BUFFERED  OLDEST',
      'po [2Jds  waiting 4s (failure 3)  yes  0  2m10s  0  2  7  2m1s',
      'nodes  stopped (disabled)  no  0  -  0  0  0  -',
      'evil name  x [31m fake-row watching  yes  0  2m10s  0  0  0  -',
      '',
      'po [2Jds: 5s ago, forbidden: no [31mrights',
      '',
    ]);
  });

  const waiting = { phase: 'waiting', hasSynced: false, frameAge: null, attempt: 1, incidents: 0 } as const;
  const watching = { phase: 'watching', hasSynced: true, frameAge: 0, incidents: 0 } as const;
  const errorOf = (age: number, message: string) =>
    ({ age, name: 'StatusError', failure: 'forbidden', message, advice: '' }) as const;
  const squeezed = (output: string): readonly string[] =>
    output.split('\n').map((line) => line.replace(/(?<=\S) {2,}/g, '  '));

  it('should print a repeated error once, and the path of an input', async () => {
    const input = state({ errors: [errorOf(4_000, 'no'), errorOf(3_000, 'gone')] });
    const url = await serveJson({
      informers: {
        p: state({
          errors: [
            errorOf(9_000, 'no'),
            errorOf(8_000, 'gone'),
            errorOf(7_000, 'no'),
            { ...errorOf(6_500, 'no'), failure: 'fatal' },
            errorOf(6_000, 'no'),
          ],
          inputs: [
            { name: 'input', ...input },
            { name: 'input', ...state({ inputs: [{ name: 'in\nput', ...input }] }) },
          ],
        }),
      },
    });
    const [, output] = await result(url);

    expect(output.slice(output.indexOf('\n\n') + 2).split('\n')).toEqual([
      'p: 8s ago, forbidden: gone',
      'p: 6s ago, fatal: no',
      'p: ×3, last 6s ago, forbidden: no',
      'p/input: 4s ago, forbidden: no',
      'p/input: 3s ago, forbidden: gone',
      'p/input/in put: 4s ago, forbidden: no',
      'p/input/in put: 3s ago, forbidden: gone',
      '',
    ]);
  });

  it('should print a reference to an input that is shown before', async () => {
    const url = await serveJson({
      informers: {
        p: state({
          inputs: [
            { name: 'left', ...state({ inputs: [{ name: 'input', ...state({}) }] }) },
            { name: 'right', sameAs: 'left/in\nput' },
          ],
        }),
      },
    });
    const [code, output] = await result(url);

    expect(code).toBe(0);
    expect(squeezed(output)).toEqual([
      'NAME  PHASE  SYNCED  OBJECTS  FRAME  QUEUE  SUBSCRIBERS  BUFFERED  OLDEST',
      'p  stopped  no  0  -  0  0  0  -',
      '  left  stopped  no  0  -  0  0  0  -',
      '    input  stopped  no  0  -  0  0  0  -',
      '  right  same as p/left/in put',
      '',
    ]);
  });

  it('should print at most 50 inputs of an informer, and those that do not watch first', async () => {
    const member = (nth: number) => ({
      name: `m${nth}`,
      ...state({
        reflector: nth % 25 === 24 ? waiting : watching,
        errors: nth % 25 === 24 ? [errorOf(1_000, 'no')] : [],
      }),
    });
    const set = (count: number) =>
      state({
        inputs: [{ name: 'shared', sameAs: 'm0' }, ...Array.from({ length: count }, (_, nth) => member(nth))],
      });
    const url = await serveJson({ informers: { set: set(999), small: set(49) } });
    const [code, output] = await result(url);
    const names = output.split('\n').map((line) => line.replace(/^( *(?:… )?\S+(?: more)?).*/, '$1'));
    const failed = Array.from({ length: 39 }, (_, nth) => `  m${nth * 25 + 24}`);

    expect(code).toBe(0);
    expect(names.slice(0, 105)).toEqual([
      'NAME',
      'set',
      ...failed,
      '  shared',
      ...Array.from({ length: 10 }, (_, nth) => `  m${nth}`),
      '  … 950 more',
      'small',
      '  shared',
      ...Array.from({ length: 49 }, (_, nth) => `  m${nth}`),
      '',
    ]);
    expect(output).toContain('\nset/m24: 1s ago, forbidden: no\n');
    const run = inProcess(['inspect', url, '-o', 'json']);
    await until(() => run.output().endsWith('\n}\n')); // a large JSON is written in pieces

    expect(JSON.parse(run.output())).toMatchObject({ informers: { set: set(999) } });
  });

  it('should print 1,000 failed members in 50 rows', async () => {
    const failed = state({ reflector: waiting, errors: [errorOf(1_000, 'no')] });
    const inputs = Array.from({ length: 1_000 }, (_, nth) => ({ name: `m${nth}`, ...failed }));
    const [, output] = await result(await serveJson({ informers: { set: state({ inputs }) } }));

    expect(output.split('\n')).toHaveLength(2 + 50 + 1 + 1 + 50 + 1);
  });

  it('should say so if the program has no informers', async () => {
    expect(await result(await serveJson({ informers: {} }))).toEqual([
      0,
      'the program has no informers in the options of operations()\n',
      '',
    ]);
  });

  it('should say how to serve the state if the program answers 404', async () => {
    const url = await serve(operations({ informers: informers() }));
    const [code, output, errors] = await result(url);

    expect([code, output]).toEqual([1, '']);
    expect(errors).toBe(
      `rx-informer: ${url} answered /debug/informers with the status 404\n` +
        'Give operations() of rx-informer/controller the option inspect: true, and serve its handler at this address.\n',
    );
  });

  it.each([
    ['a web page', '<html></html>'],
    ['other JSON', '{"informers":{"pods":{"store":{}}}}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['informers that are null', '{"informers":{"pods":null}}'],
  ])('should refuse %s', async (_, text) => {
    const url = await serveText(text);
    const [code, output, errors] = await result(url);

    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(`the answer of ${url} to /debug/informers is not the state of informers`);
  });

  const text = JSON.stringify({ informers: { pods: state({}) } });
  it.each([
    ['hasSynced that is a number', text.replace('"hasSynced":false', '"hasSynced":0')],
    ['no hasSynced', text.replace('"hasSynced":false,', '')],
    ['another frameAge', text.replace('"frameAge":null', '"frameAge":"3 s"')],
    ['an infinite frameAge', text.replace('"frameAge":null', '"frameAge":1e999')],
    ['an infinite number of objects', text.replace('"objects":0', '"objects":1e999')],
    ['retryIn that is a text', text.replace('"frameAge"', '"retryIn":"4 s","frameAge"')],
    ['an infinite retryIn', text.replace('"frameAge"', '"retryIn":1e999,"frameAge"')],
    ['attempt that is an object', text.replace('"frameAge"', '"attempt":{},"frameAge"')],
    ['received that is null', text.replace('"frameAge"', '"received":null,"frameAge"')],
    ['an error that is a text', text.replace('"errors":[]', '"errors":["no"]')],
    ['an error without a message', text.replace('"errors":[]', '"errors":[{"age":1,"failure":"fatal"}]')],
    ['an error without a class', text.replace('"errors":[]', '"errors":[{"age":1,"message":"no"}]')],
    ['an error without an age', text.replace('"errors":[]', '"errors":[{"failure":"fatal","message":"no"}]')],
    ['a buffer without an age', text.replace('"buffers":[]', '"buffers":[{"pending":1}]')],
    ['inputs that are no list', text.replace('"errors":[]', '"errors":[],"inputs":{}')],
    ['an input that is null', text.replace('"errors":[]', '"errors":[],"inputs":[null]')],
    [
      'a reference that is no text',
      text.replace('"errors":[]', '"errors":[],"inputs":[{"name":"a","sameAs":1}]'),
    ],
    ['a reference without a name', text.replace('"errors":[]', '"errors":[],"inputs":[{"sameAs":"a"}]')],
    ['an input without a state', text.replace('"errors":[]', '"errors":[],"inputs":[{"name":"a"}]')],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    [
      'a deep member that the command does not show',
      text.replace('"errors":[]', `"errors":[],"x":${'[['.repeat(400)}${']]'.repeat(400)}`),
    ],
    ['deeply nested inputs', nestedInputs(5_000)],
  ])('should refuse %s', async (_, answer) => {
    expect(answer).not.toBe(text);
    const url = await serveText(answer);
    const expected = [
      1,
      '',
      expect.stringContaining(`the answer of ${url} to /debug/informers is not the state`),
    ];

    expect(await result(url)).toEqual(expected);
    expect(await result(url, '-o', 'json')).toEqual(expected);
  });

  it('should show informers with inputs in many levels', async () => {
    const [code, output] = await result(await serveText(nestedInputs(200)));

    expect([code, output.trimEnd().split('\n').length]).toEqual([0, 202]);
  });

  /** Returns an answer in which each informer has one input, in this number of levels. */
  function nestedInputs(levels: number): string {
    const one = JSON.stringify({ name: 'input', ...state({}) }).slice(0, -1);
    return `{"informers":{"p":${`${one},"inputs":[`.repeat(levels)}${one}}${']}'.repeat(levels)}}}`;
  }

  it('should refuse a redirect, and another status', async () => {
    const url = await serve(
      () => new Response('', { status: 302, headers: { location: 'http://127.0.0.1:1' } }),
    );

    expect(await result(url)).toEqual([1, '', expect.stringContaining('with the status 302')]);
    expect(await result(await serveText('', 500))).toEqual([
      1,
      '',
      expect.stringContaining('with the status 500'),
    ]);
  });

  it('should name the reason if the program cannot be reached', async () => {
    const url = await serveText('');
    servers.splice(0).forEach((server) => server.close());
    const [code, output, errors] = await result(url);

    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(`rx-informer: cannot reach ${url}: `);
    expect(errors).toContain('ECONNREFUSED');
  });

  it('should keep the path and the query of the URL', async () => {
    const asked: string[] = [];
    const url = await serve((request) => {
      asked.push(request.url.replace('http://127.0.0.1', ''));
      return new Response('{"informers":{}}');
    });
    for (const path of ['', '/', '?a=b&c=d', '/state/of?a=b', '/debug/informers/#part'])
      await result(`${url}${path}`);

    expect(asked).toEqual([
      '/debug/informers',
      '/debug/informers',
      '/debug/informers?a=b&c=d',
      '/state/of?a=b',
      '/debug/informers/',
    ]);
  });

  it('should end with an error if the program does not answer within 10 s', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    let asked: () => void;
    const request = new Promise<void>((resolve) => (asked = resolve));
    const url = await serve(() => {
      asked();
      return new Promise<Response>(() => undefined);
    });
    const run = inProcess(['inspect', url]);
    const ended = jest.fn();
    void run.ended.then(ended);
    await request;
    await jest.advanceTimersByTimeAsync(9_999);
    expect(ended).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);

    expect([await run.ended, run.output()]).toEqual([1, '']);
    expect(run.errors()).toBe(
      `rx-informer: cannot reach ${url}: no answer within 10 s\n` +
        'Check that the program runs, and that it serves operations() at this port.\n',
    );
  });

  it('should end at a signal while the program does not answer', async () => {
    let asked = false;
    const url = await serve(() => {
      asked = true;
      return new Promise<Response>(() => undefined);
    });
    const run = inProcess(['inspect', url]);
    await until(() => asked);
    run.stop();

    expect(await run.ended).toBe(0);
  });

  it.each([
    ['pods', 'inspect takes the URL of a running program, not pods'],
    ['ftp://a', 'inspect takes the URL of a running program, not ftp://a'],
    ['http://me:secret@127.0.0.1', 'inspect takes a URL without a user and a password'],
    ['http://secret@127.0.0.1', 'inspect takes a URL without a user and a password'],
    ['http://me:secret@127.0.0.1:99999', 'inspect takes the URL of a running program\n'],
    ['http://me:secret%40127.0.0.1', 'inspect takes the URL of a running program\n'],
    ['http://127.0.0.1:99999/?token=secret', 'inspect takes the URL of a running program\n'],
    ['http://127.0.0.1:99999/#secret', 'inspect takes the URL of a running program\n'],
    ['ftp://me:secret@host/', 'inspect takes the URL of a running program\n'],
  ])('should refuse %s as a URL', async (url, problem) => {
    const [code, output, errors] = await result(url);

    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(problem);
    expect(errors).not.toContain('secret');
  });
});
