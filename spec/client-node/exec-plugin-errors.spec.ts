import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, throwError } from 'rxjs';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { failed } from '../contract/support/harness.ts';
import { configLike, type Filled } from './support/config-like.ts';

/** Returns the error of a request whose exec plugin, or whose kubeconfig, throws the given value. */
const failingWith = (
  thrown: unknown,
  exec: object = { command: 'login-tool' },
  cluster: object = {},
): Promise<unknown> =>
  failed(
    kubeConfigTransport(
      configLike('https://127.0.0.1:1', {
        user: { name: 'u', exec },
        cluster,
        fill: () => lastValueFrom(throwError(() => thrown)),
      }),
    ),
  );
const ofNode = (syscall: string, code?: string): Error =>
  Object.assign(new Error(`${syscall} failed`), { syscall, ...(code !== undefined && { code }) });
const plugin =
  "the credentials are not available, so nothing was sent: the exec plugin 'login-tool' of the kubeconfig";

describe('the error for an exec plugin', () => {
  const words = 'abcd '.repeat(59);
  it.each([
    [
      'failed with a message',
      new Error(' the session\n has  ended '),
      'failed and said: the session has ended',
    ],
    ['failed with an empty text', new Error(' \n'), 'failed and said nothing'],
    ['failed without a message', 'why', 'failed and said nothing'],
    ['failed with 300 characters', new Error(`${words}abcde`), `failed and said: ${words}abcde`],
    ['failed with more', new Error(`${words}abcdef`), `failed and said: ${words}abcde…`],
    ['printed text that is not JSON', new SyntaxError('x'), 'printed something that is not JSON'],
    ['printed no status', new TypeError('x'), 'printed no ExecCredential with a status'],
  ])('should explain that it %s', async (_, thrown, says) => {
    expect(await failingWith(thrown)).toMatchObject({
      name: 'ConnectionError',
      failure: 'unauthorized',
      answered: false,
      message: `${plugin} ${says}; run it by hand to see why`,
    });
  });

  it('should explain that the plugin printed no credentials', async () => {
    const config = configLike('https://127.0.0.1:1', {
      user: { name: 'u', exec: { command: 'login-tool' } },
    });

    expect(await failed(kubeConfigTransport(config))).toMatchObject({
      message: `${plugin} printed neither a token nor a client certificate; run it by hand to see why`,
    });
  });

  it.each([
    ['ENOENT', 'was not found in the PATH'],
    ['EACCES', 'cannot be started (EACCES)'],
    [undefined, 'cannot be started (unknown)'],
  ])('should explain that it cannot be started, with advice: %s', async (code, says) => {
    expect(await failingWith(ofNode('spawn login-tool', code))).toMatchObject({
      failure: 'fatal',
      message: `${plugin} ${says}: install it, or correct the command in the kubeconfig`,
    });
    expect(
      await failingWith(ofNode('spawn login-tool', code), {
        command: 'login-tool',
        installHint: ' brew\n it ',
      }),
    ).toMatchObject({ message: `${plugin} ${says}: brew it` });
  });

  it('should omit the name if the kubeconfig has none', async () => {
    expect(await failingWith(new Error('x'), { command: 12 })).toMatchObject({
      message:
        'the credentials are not available, so nothing was sent: the exec plugin of the kubeconfig failed and said: x; run it by hand to see why',
    });
  });

  it('should not name the plugin for a file that cannot be read', async () => {
    expect(await failingWith(ofNode('open', 'EACCES'))).toMatchObject({
      failure: 'transient',
      message: 'the credentials are not available, so nothing was sent; see the cause',
      cause: { code: 'EACCES' },
    });
  });

  it('should not name the plugin for an error of the cluster', async () => {
    expect(await failingWith(new Error('x'), {}, { proxyUrl: 'proxy' })).toMatchObject({
      name: 'OptionsError',
      option: "kubeConfigTransport: the cluster's proxy-url",
    });
  });

  it('should not name the plugin for an `as` name that cannot be sent', async () => {
    const fill = ({ headers }: Filled): unknown =>
      Object.assign(headers, { Authorization: 'Bearer t', 'Impersonate-User': 'al\nice' });
    const user = { name: 'u', exec: { command: 'login-tool' } };

    expect(
      await failed(kubeConfigTransport(configLike('https://127.0.0.1:1', { fill, user }))),
    ).toMatchObject({
      message: expect.stringMatching(
        /^the credentials of the kubeconfig cannot be sent.*the header 'impersonate-user' holds/,
      ),
    });
  });
});
