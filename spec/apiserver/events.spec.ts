import { describe, expect, it } from '@jest/globals';
import { map, mergeMap } from 'rxjs';
import { type ApiServer, createApiServer, manualClock } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { marbles } from '../support/marbles.ts';
import { throughBothDoors } from './support/in-process-and-over-http.ts';

const CORE = '/api/v1/namespaces/default/events';
const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';

const regarding = { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'p', uid: 'u' };

throughBothDoors('events', (setUp) => {
  it('should show the events of one group in the other (P134)', async () => {
    const { client } = await setUp();
    const eventTime = '2026-11-21T07:00:00.000000Z';
    const event = {
      kind: 'Event',
      apiVersion: 'events.k8s.io/v1',
      metadata: { name: 'e', namespace: 'default' },
      regarding,
      note: 'it happened',
      reason: 'Happened',
      action: 'Look',
      type: 'Normal',
      reportingController: 'example.com/me',
      reportingInstance: 'me-1',
      eventTime,
    };

    const made = await client.request('POST', EVENTS, { body: event });
    const shown = await client.request('GET', `${CORE}/e`);

    expect([made.code, made.body]).toMatchObject([201, event]);
    expect(shown.body).toMatchObject({
      kind: 'Event',
      apiVersion: 'v1',
      involvedObject: regarding,
      message: 'it happened',
      reason: 'Happened',
      reportingComponent: 'example.com/me',
      reportingInstance: 'me-1',
      eventTime,
    });
    expect(shown.body).not.toHaveProperty('regarding');
  });

  it('should select by the field names of the requested group (P134)', async () => {
    const { client, server } = await setUp();
    for (const name of ['a', 'b']) {
      server.objects.create(core.v1.events, {
        metadata: { name, namespace: 'default' },
        involvedObject: { ...regarding, name },
        reason: 'Tested',
      });
    }
    const names = async (path: string): Promise<unknown> => {
      const { body } = await client.request('GET', path);
      return (body as { items?: { metadata: { name: string } }[] }).items?.map(
        ({ metadata }) => metadata.name,
      );
    };

    expect(await names(`${CORE}?fieldSelector=involvedObject.name=b`)).toEqual(['b']);
    expect(await names(`${EVENTS}?fieldSelector=regarding.name=b`)).toEqual(['b']);
    expect((await client.request('GET', `${EVENTS}?fieldSelector=involvedObject.name=b`)).code).toBe(400);
    expect(await names(EVENTS)).toEqual(['a', 'b']);
  });

  it('should send a watch of one group the events of the other', async () => {
    const { client, server } = await setUp();
    const watch = client.watch(`${EVENTS}?watch=true&resourceVersion=${server.resourceVersion}`);
    await watch.opened;
    server.objects.create(core.v1.events, {
      metadata: { name: 'a', namespace: 'default' },
      involvedObject: regarding,
    });
    server.objects.delete(core.v1.events, 'default/a');

    const frames = await watch.take(2);
    watch.stop();

    expect(frames).toMatchObject([
      { type: 'ADDED', object: { apiVersion: 'events.k8s.io/v1', regarding } },
      { type: 'DELETED', object: { apiVersion: 'events.k8s.io/v1', regarding } },
    ]);
  });

  it('should delete an event with its namespace once, for any number of groups', async () => {
    const { client, server } = await setUp();
    server.objects.create(core.v1.events, {
      metadata: { name: 'a', namespace: 'ns' },
      involvedObject: { ...regarding, namespace: 'ns' },
    });

    expect((await client.request('DELETE', '/api/v1/namespaces/ns')).code).toBe(200);
    expect((await client.request('GET', '/api/v1/namespaces/ns')).code).toBe(404);
  });
});

describe('eventTtl', () => {
  /** Writes at the given times, and checks which events a watch receives. */
  function run(eventTtl: number | undefined, writes: string, expected: string): void {
    marbles().run(({ cold, expectObservable }) => {
      const server = createApiServer(eventTtl === undefined ? {} : { eventTtl });
      const write = {
        a: () => server.objects.create(core.v1.events, event('a')),
        b: () => server.objects.create(core.v1.events, event('b')),
        u: () => server.objects.patch(core.v1.events, 'default/a', { count: 2 }),
      };
      cold(writes).subscribe((letter) => write[letter as keyof typeof write]());
      const query = { watch: 'true', resourceVersion: server.resourceVersion, timeoutSeconds: '9000' };
      const received$ = server.transport.open({ path: CORE, query }).pipe(
        mergeMap((bytes) => new TextDecoder().decode(bytes).trimEnd().split('\n')),
        map((line) => (JSON.parse(line) as { type: string }).type.charAt(0)),
      );
      expectObservable(received$, '^ 8000s !').toBe(expected);
    });
  }

  const event = (name: string) => ({ metadata: { name, namespace: 'default' }, involvedObject: regarding });

  it('should be one hour after the last write by default', () => {
    run(undefined, 'a 599s 999ms u 999ms (b|)', 'A 599s 999ms M 999ms A 3598s 999ms D 999ms D');
  });

  it('should be the configured time, and restart with the next write', () => {
    run(1000, 'a 4999ms (b|)', 'A 999ms D 3999ms A 999ms D');
  });

  it('should have no limit with 0', () => {
    run(0, 'a', 'A');
  });

  /**
   * Creates 1,000 objects of the kind Event that expire together. Returns a function that counts the remaining
   * objects.
   */
  function fill({ objects }: ApiServer): () => number {
    for (let at = 0; at < 1_000; at++) objects.create(core.v1.events, event(`e${at}`));
    return () => objects.list(core.v1.events).length;
  }

  it('should yield to the event loop while many events expire together', async () => {
    const source = createApiServer({ eventTtl: 0 });
    fill(source);
    const server = createApiServer({ eventTtl: 50 });
    server.restore(source.snapshot());
    const count = (): number => server.objects.list(core.v1.events).length;
    const counts = [count()];
    while (count() > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(count());
    }
    await Promise.all([source.close(), server.close()]);

    const steps = counts.slice(1).map((after, at) => (counts[at] ?? 0) - after);
    expect(Math.max(...steps)).toBeLessThanOrEqual(200);
  });

  it('should remove many events before advance() of a manual clock returns', () => {
    const clock = manualClock(0);
    const server = createApiServer({ clock, eventTtl: 1_000 });
    const count = fill(server);
    clock.advance(999);
    expect(count()).toBe(1_000);

    clock.advance(1);
    expect(count()).toBe(0);
  });
});
