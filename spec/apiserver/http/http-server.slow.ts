import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { configMaps } from '../support/in-process-and-over-http.ts';
import { closeAll, listening, open, textOf } from '../support/listening.ts';

const path = '/api/v1/namespaces/default/configmaps';

describe('the API server over HTTP, with much to send', () => {
  afterEach(closeAll);

  it('should send a long list completely to a slow reader', async () => {
    const { server, url } = await listening();
    const data = { a: 'a'.repeat(1000) };
    for (let n = 0; n < 5000; n++) {
      server.objects.create(configMaps, { metadata: { name: `c${n}`, namespace: 'default' }, ...{ data } });
    }

    const response = await open(url + path);
    response.pause();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { items } = JSON.parse(await textOf(response)) as { items: readonly unknown[] };

    expect(items).toHaveLength(5000);
  });

  it('should end a reader that falls behind the history, and no other', async () => {
    const { server, url } = await listening({ historySize: 20 });
    const target = `${url}${path}?watch=true&resourceVersion=${server.resourceVersion}`;
    const [stalled, quick] = await Promise.all([open(target), open(target)]);
    stalled.pause();
    let frames = 0;
    quick.on('data', (chunk: Buffer) => (frames += chunk.toString().split('\n').length - 1));

    server.objects.create(configMaps, { metadata: { name: 'x', namespace: 'default' } });
    for (let n = 0; n < 100; n++) {
      const data = { n: `${n}${'a'.repeat(400_000)}` };
      server.objects.patch(configMaps, 'default/x', { data });
      while (frames < n + 2) await new Promise((resolve) => setTimeout(resolve, 1));
    }

    const lines = (await textOf(stalled)).trimEnd().split('\n');
    expect(lines.length).toBeLessThan(101);
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).not.toContain('ERROR');
    expect(frames).toBe(101);
    quick.destroy();
  });

  it('should leave no handle open that keeps a program alive', async () => {
    const program = fileURLToPath(new URL('closes.ts', import.meta.url));

    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=rx-informer:source', program],
      {
        timeout: 20_000,
      },
    );

    expect(stdout).toBe('closed\n');
  }, 25_000);
});
