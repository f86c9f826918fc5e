import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { concat, NEVER, type Observable, of, Subject, tap, throwError } from 'rxjs';
import { ConnectionError, type KubeObject, StatusError } from '../../src/objects/index.ts';
import { listWatch, type WatchEvent } from '../../src/source/index.ts';
import { bytes, errorFrame, fakeTransport, frameText } from './fake-transport.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(async () => {
  jest.restoreAllMocks();
  await turn(); // the next spec starts with a new task
});

/** Returns a watch whose subscriber takes 1 ms for each event. Only the subscriber moves the mocked clock. */
function slowly(body: Observable<Uint8Array>) {
  let now = 1_000;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const transport = fakeTransport(body);
  const seen: WatchEvent<KubeObject>[] = [];
  const events$ = listWatch(transport, pods)
    .watch()
    .pipe(
      tap((event) => {
        now++;
        seen.push(event);
      }),
    );
  return { transport, seen, events$ };
}

const frames = (count: number): Uint8Array => bytes(frameText('ADDED', 'a').repeat(count));

/** Returns the number of received events at each task of the event loop. */
async function turns(seen: readonly unknown[], count: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i++) {
    found.push(seen.length);
    await turn();
  }
  return found;
}

describe('a chunk of many watch events', () => {
  it('should be decoded in slices of 5 ms, and yield to the event loop between slices (PF9)', async () => {
    const { seen, events$ } = slowly(concat(of(frames(12)), NEVER));
    const subscription = events$.subscribe();

    expect(await turns(seen, 4)).toEqual([5, 10, 12, 12]);
    subscription.unsubscribe();
  });

  it.each([
    ['blank lines', '\n'.repeat(40)],
    ['skipped objects', '{"type":"ADDED","object":{}}\n'.repeat(40)],
  ])('should be split into slices when it contains only %s', async (_, text) => {
    let now = 1_000;
    jest.spyOn(Date, 'now').mockImplementation(() => now++);
    const transport = fakeTransport(concat(of(bytes(text)), NEVER));
    const subscription = listWatch(transport, pods).watch().subscribe();
    let turnsUntilRead = 0;
    for (; transport.pauses.at(-1) !== false && turnsUntilRead < 100; turnsUntilRead++) await turn();

    expect(turnsUntilRead).toBeGreaterThanOrEqual(5);
    expect(turnsUntilRead).toBeLessThan(100);
    subscription.unsubscribe();
  });

  it('should be decoded synchronously when decoding takes less than a slice', () => {
    const { seen, events$, transport } = slowly(of(frames(4), frames(4)));
    events$.subscribe();

    expect(seen).toHaveLength(8);
    expect(transport.pauses.at(-1)).toBe(false);
  });

  it('should pause the transport until all received chunks are decoded', async () => {
    const { events$, transport } = slowly(concat(of(frames(7), frames(7)), NEVER));
    const subscription = events$.subscribe();
    const paused: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      paused.push(transport.pauses.at(-1));
      await turn();
    }

    expect(paused).toEqual([true, true, false, false]);
    subscription.unsubscribe();
  });

  it('should be emitted in order with later chunks', async () => {
    const chunks = new Subject<Uint8Array>();
    const { seen, events$ } = slowly(chunks);
    events$.subscribe();
    chunks.next(frames(6));
    chunks.next(bytes(frameText('DELETED', 'a')));
    await turns(seen, 3);

    expect(seen.map(({ type }) => type)).toEqual([...Array<string>(6).fill('ADDED'), 'DELETED']);
  });

  it.each([
    ['the ERROR frame at its end', of(bytes(frameText('ADDED', 'a').repeat(7) + errorFrame({ code: 410 })))],
    [
      'an error of the transport',
      concat(
        of(frames(7)),
        throwError(() => new ConnectionError('reset')),
      ),
    ],
  ])('should be emitted before %s', async (_, body) => {
    const { seen, events$ } = slowly(body);
    const errors: unknown[] = [];
    events$.subscribe({ error: (error: unknown) => errors.push(error) });
    await turns(seen, 3);

    expect(seen).toHaveLength(7);
    expect(errors).toEqual([expect.any(Error)]);
    expect(errors[0]).toBeInstanceOf(_.startsWith('the ERROR') ? StatusError : ConnectionError);
  });

  it('should be emitted before the end of the stream', async () => {
    const { seen, events$ } = slowly(of(frames(7)));
    let completedAfter = -1;
    events$.subscribe({ complete: () => (completedAfter = seen.length) });
    await turns(seen, 3);

    expect(completedAfter).toBe(7);
  });

  it('should be decoded no further after an unsubscribe between two slices', async () => {
    const { seen, events$, transport } = slowly(concat(of(frames(12)), NEVER));
    events$.subscribe().unsubscribe();
    await turns(seen, 3);

    expect(seen).toHaveLength(5);
    expect(transport.requests).toHaveLength(1);
  });

  it('should be decoded again for each subscription', async () => {
    const { seen, events$ } = slowly(of(frames(6)));
    events$.subscribe();
    events$.subscribe();
    await turns(seen, 4);

    expect(seen).toHaveLength(12);
  });
});
