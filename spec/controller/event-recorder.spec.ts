import { describe, expect, it } from '@jest/globals';
import { firstValueFrom, NEVER, Observable, toArray } from 'rxjs';
import { ConnectionError, type KubeObject, OptionsError, StatusError, type Transport } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { type EventFacts, eventRecorder, type EventRecorder } from 'rx-informer/controller';
import { events, type EventsV1Event } from 'rx-informer/kinds';
import { kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';

const minute = 60_000;
const reportingController = 'example.com/websites';
const about = kubeObject('shop/web', { apiVersion: 'example.com/v1', kind: 'Website' });
const scaled: EventFacts = { type: 'Normal', reason: 'Scaled', action: 'Scale', note: 'from 1 to 3' };

interface Cluster {
  readonly cluster: ReturnType<typeof virtualCluster>;
  readonly recorder: EventRecorder;
  readonly errors: unknown[];
  readonly at: (time: number, act: () => void) => void;
  /** Returns the requests as text. Each text contains the time, the verb, and the count of the series. */
  readonly requests: () => string[];
}

/** Runs `body` in virtual time. Runs `check` after all planned actions have happened. */
function inVirtualTime(
  body: (parts: Cluster) => void,
  check: (parts: Cluster) => void,
  wrap: (transport: Transport) => Transport = (transport) => transport,
): void {
  const scheduler = marbleScheduler();
  scheduler.run(({ flush }) => {
    const cluster = virtualCluster({ latency: 5 });
    const recorder = eventRecorder(wrap(cluster.transport), { reportingController });
    const errors: unknown[] = [];
    recorder.errors$.subscribe((error) => errors.push(error));
    const parts: Cluster = {
      cluster,
      recorder,
      errors,
      at: (time, act) => void scheduler.schedule(act, time),
      requests: () =>
        cluster.requests.map(({ at, verb, body: sent }) => {
          const { series } = sent as EventsV1Event;
          return `${at} ${verb}${series === undefined ? '' : ` ${series.count}`}`;
        }),
    };
    body(parts);
    flush();
    check(parts);
  });
}

const eventsOf = ({ cluster }: Cluster): readonly EventsV1Event[] => cluster.objects(events.v1.events);

describe('eventRecorder', () => {
  it('should create an event of events.k8s.io/v1 about the object', () => {
    inVirtualTime(
      ({ recorder, at }) => at(1_234, () => recorder.record(about, { ...scaled, related: about })),
      (parts) => {
        expect(parts.errors).toEqual([]);
        const regarding = {
          apiVersion: 'example.com/v1',
          kind: 'Website',
          namespace: 'shop',
          name: 'web',
          uid: about.metadata.uid,
          resourceVersion: about.metadata.resourceVersion,
        };
        const [event] = eventsOf(parts);
        expect(event).toMatchObject({
          apiVersion: 'events.k8s.io/v1',
          kind: 'Event',
          metadata: { namespace: 'shop', name: expect.stringMatching(/^web\.[0-9a-f]+$/) as unknown },
          eventTime: '1970-01-01T00:00:01.234000Z',
          ...scaled,
          reportingController,
          reportingInstance: reportingController,
          regarding,
          related: regarding,
        });
        expect(event).not.toHaveProperty('series');
      },
    );
  });

  it('should begin a series at the second event, and write the last count 6 min after the last one (B279)', () => {
    inVirtualTime(
      ({ recorder, at }) => {
        for (const time of [0, 10, 20, 30, minute]) at(time, () => recorder.record(about, scaled));
      },
      (parts) => {
        expect(parts.requests()).toEqual(['0 create', '10 patch 2', `${7 * minute} patch 5`]);
        expect(eventsOf(parts)).toMatchObject([
          { series: { count: 5, lastObservedTime: '1970-01-01T00:01:00.000000Z' } },
        ]);
      },
    );
  });

  it('should write a running series again after 30 min (B279)', () => {
    inVirtualTime(
      ({ recorder, at }) => {
        for (let time = 0; time <= 40; time += 4) at(time * minute, () => recorder.record(about, scaled));
      },
      ({ requests }) =>
        expect(requests()).toEqual([
          '0 create',
          `${4 * minute} patch 2`,
          `${34 * minute + 5} patch 9`,
          `${46 * minute} patch 11`,
        ]),
    );
  });

  it('should send the requests of one series in order, and count meanwhile', () => {
    inVirtualTime(
      ({ recorder }) => {
        for (let count = 0; count < 4; count++) recorder.record(about, scaled);
      },
      ({ requests }) => expect(requests()).toEqual(['0 create', '5 patch 4']),
    );
  });

  it('should begin a new event after the end of the first, and have no timer after that', () => {
    inVirtualTime(
      ({ recorder, at }) => {
        at(0, () => recorder.record(about, scaled));
        at(7 * minute, () => recorder.record(about, scaled));
      },
      (parts) => {
        expect(parts.requests()).toEqual(['0 create', `${7 * minute} create`]);
        expect(new Set(eventsOf(parts).map(({ metadata }) => metadata.name)).size).toBe(2);
      },
    );
  });

  it('should have one series for each object, type, reason and action, but not for each note or version', () => {
    const changed = { ...about, metadata: { ...about.metadata, resourceVersion: '99' } };
    inVirtualTime(
      ({ recorder }) => {
        recorder.record(about, scaled);
        recorder.record(about, { ...scaled, type: 'Warning' });
        recorder.record(about, { ...scaled, reason: 'Full' });
        recorder.record(about, { ...scaled, action: 'Grow' });
        recorder.record(kubeObject('shop/db', { apiVersion: 'v1', kind: 'Pod' }), scaled);
        recorder.record(changed, { ...scaled, note: 'from 3 to 4' });
      },
      (parts) => {
        const creates = parts.requests().filter((request) => request.includes('create'));
        expect(creates).toHaveLength(5);
        expect(eventsOf(parts)).toHaveLength(5);
      },
    );
  });

  it('should create a series again that the server has forgotten (B274)', () => {
    inVirtualTime(
      ({ cluster, recorder, at }) => {
        at(0, () => recorder.record(about, scaled));
        at(10, () => {
          for (const { metadata } of cluster.objects(events.v1.events))
            cluster.collection(events.v1.events).remove(`shop/${metadata.name}`);
          recorder.record(about, scaled);
        });
      },
      (parts) => {
        expect(parts.requests()).toEqual(['0 create', '10 patch 2', '15 create 2']);
        expect(eventsOf(parts)).toMatchObject([{ series: { count: 2 } }]);
        expect(parts.errors).toEqual([]);
      },
    );
  });

  it('should try 12 times without an answer, 10 to 12.5 s apart, and once after a refusal (B273)', () => {
    const times: number[] = [];
    inVirtualTime(
      ({ cluster, recorder, at }) => {
        cluster.refuseWrites(new ConnectionError('no route to the server'), 12);
        at(0, () => recorder.record(about, scaled));
        at(3 * minute, () => {
          cluster.refuseWrites(403);
          recorder.record(about, { ...scaled, reason: 'Full' });
        });
      },
      ({ cluster, errors }) => {
        times.push(...cluster.requests.map(({ at }) => at));
        expect(errors.map((error) => (error as Error).constructor)).toEqual([ConnectionError, StatusError]);
      },
    );
    expect(times).toHaveLength(13);
    for (let index = 1; index < 12; index++) {
      const delay = Number(times[index]) - Number(times[index - 1]) - 5;
      expect(delay).toBeGreaterThanOrEqual(10_000);
      expect(delay).toBeLessThanOrEqual(12_500);
    }
  });

  it('should not report an event that the server already has after a lost answer', () => {
    let isFirst = true;
    inVirtualTime(
      ({ recorder }) => recorder.record(about, scaled),
      (parts) => {
        expect(parts.requests()).toHaveLength(2);
        expect(eventsOf(parts)).toHaveLength(1);
        expect(parts.errors).toEqual([]);
      },
      (transport) => ({
        open: (request) =>
          new Observable((subscriber) => {
            const isLost = isFirst;
            isFirst = false;
            return transport.open(request).subscribe({
              next: (chunk) =>
                isLost ? subscriber.error(new ConnectionError('lost')) : subscriber.next(chunk),
              error: (error: unknown) => subscriber.error(error),
              complete: () => subscriber.complete(),
            });
          }),
      }),
    );
  });

  it('should have 8 requests at a time, drop new events after 1,000, and report the first drop', () => {
    let open = 0;
    inVirtualTime(
      ({ recorder, at }) => {
        at(0, () => {
          for (let index = 0; index < 1_100; index++)
            recorder.record(kubeObject(`shop/web-${index}`, { apiVersion: 'v1', kind: 'Pod' }), scaled);
        });
        at(1, () => recorder.stop());
      },
      ({ errors }) => {
        expect(open).toBe(8);
        expect(errors.map((error) => (error as Error).message)).toEqual([
          'an event was dropped, because 1000 events wait',
        ]);
      },
      () => ({
        open: () => {
          open++;
          return NEVER;
        },
      }),
    );
  });

  it('should emit wrong arguments instead of throwing (never fails a reconcile)', () => {
    inVirtualTime(
      ({ recorder }) => {
        recorder.record(about, { ...scaled, reason: '' });
        recorder.record(about, { ...scaled, action: 'x'.repeat(129) });
        recorder.record(about, { ...scaled, type: 'Error' as 'Warning' });
        recorder.record(kubeObject('shop/web'), scaled);
        recorder.record(undefined as unknown as KubeObject, scaled);
        recorder.record(about, undefined as unknown as EventFacts);
      },
      ({ cluster, errors }) => {
        expect(cluster.requests).toEqual([]);
        expect(errors.map((error) => (error as OptionsError).option)).toEqual([
          'record: reason',
          'record: action',
          'record: type',
          'record: object',
          'record: object',
          'record: type',
        ]);
      },
    );
  });

  it('should cut a note to 1,024 bytes between two characters', () => {
    inVirtualTime(
      ({ recorder }) => {
        recorder.record(about, { ...scaled, note: `${'ä'.repeat(511)}x€` });
        recorder.record(about, { ...scaled, reason: 'Long', note: '😀'.repeat(300) });
      },
      (parts) =>
        expect(eventsOf(parts).map(({ note }) => note)).toEqual([`${'ä'.repeat(511)}x`, '😀'.repeat(256)]),
    );
  });

  it('should put events about cluster-scoped objects into `default`, and use short names for long objects', () => {
    inVirtualTime(
      ({ recorder }) => {
        recorder.record(kubeObject('node-1', { apiVersion: 'v1', kind: 'Node' }), scaled);
        recorder.record(kubeObject(`shop/${'x'.repeat(250)}`, { apiVersion: 'v1', kind: 'Pod' }), scaled);
      },
      (parts) =>
        expect(eventsOf(parts)).toMatchObject([
          { metadata: { namespace: 'default' }, regarding: { name: 'node-1' } },
          { metadata: { namespace: 'shop', name: expect.stringMatching(/^event\./) as unknown } },
        ]),
    );
  });

  it('should write the last counts at `stop`, complete, and drop later events', () => {
    let completedAt = -1;
    const scheduler = marbleScheduler();
    scheduler.run(({ flush }) => {
      const cluster = virtualCluster({ latency: 5 });
      const recorder = eventRecorder(cluster.transport, { reportingController });
      recorder.errors$.subscribe({ complete: () => (completedAt = scheduler.now()) });
      for (const time of [0, 10, 20]) scheduler.schedule(() => recorder.record(about, scaled), time);
      scheduler.schedule(() => {
        recorder.stop();
        recorder.record(about, { ...scaled, reason: 'Late' });
      }, 100);
      flush();
      expect(cluster.requests.map(({ at, verb }) => `${at} ${verb}`)).toEqual([
        '0 create',
        '10 patch',
        '100 patch',
      ]);
    });
    expect(completedAt).toBe(105);
  });

  it('should wait as a `Retry-After` says, and try again', () => {
    inVirtualTime(
      ({ cluster, recorder, at }) => {
        cluster.refuseWrites(new StatusError({ code: 429, retryAfterSeconds: 7 }));
        at(0, () => recorder.record(about, scaled));
      },
      ({ requests, errors }) => {
        expect(requests()).toEqual(['0 create', '7005 create']);
        expect(errors).toEqual([]);
      },
    );
  });

  it('should try a waiting request once more at `stop`, and report its error', () => {
    inVirtualTime(
      ({ cluster, recorder, at }) => {
        cluster.refuseWrites(new ConnectionError('no route to the server'), 12);
        at(0, () => recorder.record(about, scaled));
        at(100, () => recorder.stop());
      },
      ({ requests, errors }) => {
        expect(requests()).toEqual(['0 create', '100 create']);
        expect(errors).toMatchObject([{ message: 'no route to the server' }]);
      },
    );
  });

  it('should be accepted by the embedded API server', async () => {
    const { transport } = createApiServer();
    const recorder = eventRecorder(transport, { reportingController, reportingInstance: 'websites-0' });
    const errors = firstValueFrom(recorder.errors$.pipe(toArray()));
    recorder.record(kubeObject('default/web', { apiVersion: 'v1', kind: 'Pod' }), scaled);
    recorder.record(kubeObject('default/web', { apiVersion: 'v1', kind: 'Pod' }), scaled);
    recorder.stop();
    expect(await errors).toEqual([]);
    const list = await firstValueFrom(
      transport.open({ path: '/apis/events.k8s.io/v1/namespaces/default/events' }).pipe(toArray()),
    );
    const { items } = JSON.parse(list.map((chunk) => new TextDecoder().decode(chunk)).join('')) as {
      readonly items: readonly EventsV1Event[];
    };
    expect(items).toMatchObject([{ ...scaled, reportingInstance: 'websites-0', series: { count: 2 } }]);
  });

  it('should refuse wrong options', () => {
    const { transport } = virtualCluster();
    expect(() => eventRecorder(transport, {} as never)).toThrow(OptionsError);
    expect(() => eventRecorder(transport, undefined as never)).toThrow(OptionsError);
    expect(() => eventRecorder(transport, { reportingController: '' })).toThrow(OptionsError);
    expect(() =>
      eventRecorder(transport, { reportingController, reportingInstance: 'x'.repeat(129) }),
    ).toThrow(OptionsError);
    expect(() => eventRecorder({} as Transport, { reportingController })).toThrow(OptionsError);
  });
});
