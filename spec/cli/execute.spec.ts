import { describe, expect, it } from '@jest/globals';
import { inProcess } from './in-process.ts';

describe('rx-informer', () => {
  const nowhere = ['--server', 'http://127.0.0.1:1'];

  it.each([
    [['watch', 'pods', ...nowhere], 1, 'cannot reach http://127.0.0.1:1'],
    [['start', ...nowhere], 1, 'cannot reach http://127.0.0.1:1'],
    [['record', 'pods,nodes', ...nowhere], 2, 'a recording is of one collection'],
    [['replay', '/no/such/file'], 1, 'cannot read /no/such/file: there is no such file'],
    [['apiserver', '--fault', 'nothing'], 2, "--fault 'nothing'"],
    [['apiserver', '--token', ' '], 2, '--token is empty'],
    [['types', '-f', '/no/such/file'], 1, 'cannot read /no/such/file: there is no such file'],
    [['demo', '--cors-allowed-origins', '('], 2, "--cors-allowed-origins: '(' is not a regular expression"],
  ])('should run %j, and explain in one line why it fails', async (words, code, problem) => {
    const command = inProcess(words);

    expect(await command.ended).toBe(code);
    expect(command.output()).toBe('');
    expect(command.errors().split('\n')[0]).toContain(`rx-informer: ${problem}`);
  });

  it.each([
    ['typed', ['--token', 's3cret-token'], {}],
    ['in the environment', [], { RX_INFORMER_TOKEN: 's3cret-token' }],
  ])('should serve with the token that is %s', async (_name, words, environment) => {
    const server = inProcess(['apiserver', '--port', '0', ...words], { environment });
    while (!server.output().includes('Ctrl-C'))
      await new Promise((resolve) => server.stdout.once('data', resolve));
    const [url = ''] = /http:\/\/\S+/.exec(server.output()) ?? [];

    expect((await fetch(`${url}/api`)).status).toBe(401);
    expect((await fetch(`${url}/api`, { headers: { authorization: 'Bearer s3cret-token' } })).status).toBe(
      200,
    );
    server.stop();
    expect(await server.ended).toBe(0);
  });
});
