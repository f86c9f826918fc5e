import { describe, expect, it } from '@jest/globals';
import { take } from 'rxjs';
import { type ApiServer, createApiServer, manualClock } from 'rx-informer/apiserver';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

/**
 * Creates a server with a compaction interval. `firstFrame` returns the first event of a watch after a
 * resourceVersion.
 */
function scenario(compactionInterval: number) {
  const clock = manualClock();
  const server = createApiServer({ compactionInterval, clock });
  const write = (name: string): string =>
    server.objects.create(configMaps, { metadata: { name, namespace: 'default' } }).metadata.resourceVersion;
  return { clock, server, write };
}

function firstFrame(server: ApiServer, resourceVersion: string): unknown {
  let frame: unknown;
  server.transport
    .open({ path: '/api/v1/configmaps', query: { watch: 'true', resourceVersion } })
    .pipe(take(1))
    .subscribe((bytes) => void (frame = JSON.parse(new TextDecoder().decode(bytes))))
    .unsubscribe();
  return frame;
}

const tooOld = { type: 'ERROR', object: { code: 410, reason: 'Expired' } };

describe('compactionInterval', () => {
  it('should drop events older than two intervals, and keep events younger than one (P36)', async () => {
    const { clock, server, write } = scenario(300_000);
    const first = write('a');
    write('b');
    clock.advance(300_000); // the server compacts its history up to the version at the start of the interval
    expect(firstFrame(server, first)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'b' } } });

    const young = write('c');
    write('d');
    clock.advance(300_000);
    expect(firstFrame(server, first)).toMatchObject(tooOld);
    expect(firstFrame(server, young)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'd' } } });
    await server.close();
  });

  it('should neither use a version, as compact() does, nor end a watch', async () => {
    const { clock, server, write } = scenario(1000);
    const frames: string[] = [];
    const following = server.transport
      .open({ path: '/api/v1/configmaps', query: { watch: 'true', resourceVersion: write('a') } })
      .subscribe((bytes) => frames.push(new TextDecoder().decode(bytes)));
    const { resourceVersion } = server;
    clock.advance(10_000);
    expect(server.resourceVersion).toBe(resourceVersion);

    write('b');
    expect(frames).toHaveLength(1);
    expect(following.closed).toBe(false);
    following.unsubscribe();
    await server.close();
  });

  it('should refuse the next page of a list that is too old (P21)', async () => {
    const { clock, server, write } = scenario(1000);
    for (const name of ['a', 'b', 'c']) write(name);
    const path = '/api/v1/configmaps';
    let page = '';
    server.transport
      .open({ path, query: { limit: '1' } })
      .subscribe((bytes) => (page += new TextDecoder().decode(bytes)));
    const token = (JSON.parse(page) as { metadata: { continue: string } }).metadata.continue;
    write('d');
    clock.advance(2000);

    let error: unknown;
    server.transport
      .open({ path, query: { limit: '1', continue: token } })
      .subscribe({ error: (why: unknown) => (error = why) });
    expect(error).toMatchObject({ code: 410, reason: 'Expired' });
    await server.close();
  });

  it('should keep the history by default', async () => {
    const { clock, server, write } = scenario(0);
    const first = write('a');
    write('b');
    clock.advance(86_400_000);
    expect(firstFrame(server, first)).toMatchObject({ type: 'ADDED' });
    await server.close();
  });
});
