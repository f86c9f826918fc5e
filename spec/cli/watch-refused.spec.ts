import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { inProcess } from './in-process.ts';

const token = 's3cret-token';
const environment = { RX_INFORMER_TOKEN: token };

describe('rx-informer watch, without the permission for some collections', () => {
  const refused = new Set<string>();
  let server: ApiServer;
  let login: readonly string[];
  beforeAll(async () => {
    server = createApiServer({
      tokens: { [token]: 'anna' },
      authorize: ({ resource }) => resource === undefined || !refused.has(resource),
    });
    server.objects.create(core.v1.configmaps, { metadata: { name: 'a', namespace: 'default' } });
    refused.add('nodes').add('secrets');
    login = ['--server', (await server.listen()).url];
  });
  afterAll(() => server.close());

  const watch = (...words: readonly string[]) => inProcess(['watch', ...words, ...login], { environment });

  it('should show the other collections, and report the refused ones with the time of the retry', async () => {
    const command = watch('no,cm,secrets');
    const deadline = Date.now() + 10_000;
    while (!command.errors().includes('secrets:') && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    command.stop();

    expect(await command.ended).toBe(0);
    expect(command.output()).toContain('added configmaps default/a');
    for (const name of ['nodes', 'secrets']) {
      expect(command.errors()).toMatch(
        new RegExp(`${name}: .*anna.* cannot (list|watch) .*; next try in \\d\\d s`),
      );
    }
  });

  it('should print the other collections with --until-synced, and end with the reason', async () => {
    const command = watch('no,cm', '--until-synced');

    expect(await command.ended).toBe(1);
    expect(command.output()).toContain('added configmaps default/a');
    expect(command.errors()).toMatch(
      /^rx-informer: .* answered 403: .*anna.* cannot (list|watch) .*nodes.*\n$/m,
    );
  });

  it('should end if all collections are refused, with one reason', async () => {
    const command = watch('no,secrets');

    expect(await command.ended).toBe(1);
    expect(command.output()).toBe('');
    expect(command.errors()).toMatch(/^rx-informer: .* answered 403: .*\n$/);
  });

  it('should describe this behaviour in its help', async () => {
    const command = inProcess(['watch', '--help']);

    expect(await command.ended).toBe(0);
    expect(command.output()).toMatch(/If the server refuses the first list/);
  });
});
