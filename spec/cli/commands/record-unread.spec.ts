import { describe, expect, it } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { inProcess } from '../in-process.ts';

describe('rx-informer record to stdout', () => {
  it('should end if the reader does not read and 256 MiB are pending', async () => {
    const server = createApiServer();
    server.objects.create(core.v1.configmaps, { metadata: { name: 'a', namespace: 'default' } });
    const { url } = await server.listen();
    const run = inProcess(['record', 'configmaps', '--server', url], { reads: false });
    Object.defineProperty(run.stdout, 'writableLength', { value: 256 * 1_048_576 + 1 });

    expect(await run.ended).toBe(1);
    expect(run.errors()).toContain(
      'cannot write the output: more than 268435456 bytes wait for the program that reads it',
    );
    await server.close();
  });
});
