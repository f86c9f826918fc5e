import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { inProcess } from './in-process.ts';

const token = 's3cret-token';

/** The exit code and the output of a command that cannot start. */
interface Failure {
  readonly code: number;
  readonly lines: readonly string[];
}

async function failure(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Failure> {
  const command = inProcess(words, { environment });
  const code = await command.ended;

  expect(command.output()).toBe('');
  expect(command.errors()).not.toContain(token);
  const lines = command.errors().trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(3);
  return { code, lines };
}

describe('a watch that cannot start', () => {
  let server: ApiServer;
  let url = '';
  let strange: Server;
  let strangeUrl = '';
  beforeAll(async () => {
    server = createApiServer({
      tokens: { [token]: 'admin', 'alice-token': 'alice' },
      authorize: ({ user, resource }) => user === 'admin' || resource === undefined,
    });
    ({ url } = await server.listen());
    // A server that behaves badly on purpose. For paths that begin with `/page`, the server answers with HTML. For any
    // other path, its error message contains the credentials of the request.
    strange = createServer(({ headers, url: path }, response) => {
      if (path?.startsWith('/page') === true) return response.end('<html>Welcome</html>');
      const message = `who is ${headers.authorization ?? ''}?`;
      return response.writeHead(401).end(JSON.stringify({ kind: 'Status', code: 401, message }));
    });
    await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
    strangeUrl = `http://127.0.0.1:${(strange.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await server.close();
    strange.close();
  });

  const watch = (...words: readonly string[]): Promise<Failure> =>
    failure(['watch', ...words], { RX_INFORMER_TOKEN: token });

  it('should report an unknown resource', async () => {
    expect(await watch('podz', '--server', url)).toEqual({
      code: 1,
      lines: ['rx-informer: the server has no resource “podz”', 'Did you mean pods?'],
    });
  });

  it('should report an invalid selector before it sends a request', async () => {
    const { code, lines } = await watch('pods', '-l', 'a=b=c', '--server', url);

    expect(code).toBe(2);
    expect(lines[0]).toContain('--selector must be a label selector');
  });

  it('should report a field that the server does not support in selectors', async () => {
    const { code, lines } = await watch('pods', '--field-selector', 'spec.no=1', '--server', url);

    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^rx-informer: .*spec\.no/);
  });

  it('should report a refused login, without the token', async () => {
    const wrong = await failure(['watch', 'pods', '--server', url, '--token', 'wrong-token']);
    const echoed = await watch('pods', '--server', strangeUrl);

    expect(wrong.code).toBe(1);
    expect(wrong.lines[0]).toContain(`${url} refused the login`);
    expect(echoed.lines[0]).toContain('refused the login');
  });

  it('should report a forbidden list', async () => {
    const { code, lines } = await failure(['watch', 'pods', '--server', url, '--token', 'alice-token']);

    expect(code).toBe(1);
    expect(lines[0]).toMatch(/403: .*alice.*cannot.*pods/);
  });

  it('should report an unreachable server, and a server that is not an API server', async () => {
    const unused = createServer();
    await new Promise<void>((resolve) => unused.listen(0, '127.0.0.1', resolve));
    const { port } = unused.address() as AddressInfo;
    await new Promise((resolve) => unused.close(resolve));

    const { code, lines } = await watch('pods', '--server', `http://127.0.0.1:${port}`);

    expect(code).toBe(1);
    expect(lines[0]).toContain(`cannot reach http://127.0.0.1:${port}`);
    expect((await watch('pods', '--server', `${strangeUrl}/page`)).lines[0]).toContain(
      'a login proxy asks to sign in',
    );
  });

  it.each([
    [['--server', 'localhost:8080'], '--server takes a URL'],
    [
      ['--server', 'https://127.0.0.1', '--certificate-authority', '/no/such/file'],
      'cannot read /no/such/file',
    ],
    [['--server', 'http://127.0.0.1', '-n', 'shop', '-A'], 'cannot be used with'],
    [['--server', 'http://127.0.0.1', '-n', 'Shop'], '--namespace takes the name of a namespace'],
    [['--server', 'http://127.0.0.1', '-o', 'yaml'], 'Allowed choices are table, json'],
    [['--server', 'http://127.0.0.1', '--token', ''], '--token is empty'],
  ])('should report %j', async (words, problem) => {
    const { code, lines } = await watch('pods', ...words);

    expect(code).toBe(2);
    expect(lines.join('\n')).toContain(problem);
  });

  it.each([
    [['pods,', '--server', 'http://127.0.0.1'], 2, 'is not a list of resources'],
    [['pods'], 2, 'no cluster is configured: give --kubeconfig FILE or --server URL'],
    [['pods', '--kubeconfig', '/no/such/file'], 2, 'cannot read /no/such/file (--kubeconfig)'],
    [['pods', '--kubeconfig', '/'], 1, 'cannot read the kubeconfig /: it is a directory'],
    [['pods', '--kubeconfig', 'package.json'], 1, 'there is no context in package.json'],
    [['pods', '--kubeconfig', 'README.md'], 1, 'README.md is not a kubeconfig'],
    [['pods', '--kubeconfig', 'a', '--server', 'http://127.0.0.1'], 2, 'cannot be used with'],
    [['pods', '--kubeconfig', 'a', '--token', 'b'], 2, '--token needs --server'],
  ])('should report %j, and send no request', async (words, code, problem) => {
    const failed = await failure(['watch', ...words]);

    expect(failed.code).toBe(code);
    expect(failed.lines[0]).toContain(problem);
  });

  it('should show a stack trace with --debug and never without', async () => {
    const words = ['watch', 'podz', '--server', url];
    const [plain, debug] = [words, [...words, '--debug']].map((all) =>
      inProcess(all, { environment: { RX_INFORMER_TOKEN: token } }),
    );
    await Promise.all([plain?.ended, debug?.ended]);

    expect(plain?.errors()).not.toMatch(/^ +at /m);
    expect(debug?.errors()).toMatch(/^ +at /m);
  });
});
