import { describe, expect, it } from '@jest/globals';
import { ConnectionError, KubeError, StatusError } from '../../../src/objects/index.ts';
import { defaultBackoff } from '../../../src/reflector/machine/backoff.ts';
import { decide, type Ending } from '../../../src/reflector/machine/decide.ts';
import { createMemory, type Memory, replaced } from '../../../src/reflector/machine/memory.ts';
import { ended, error, watching } from './endings.ts';

const timing = { backoff: defaultBackoff, random: () => 0 };
const after = (memory: Memory, ...endings: readonly Partial<Ending>[]) =>
  endings.map((ending) => decide(memory, ended(memory, ending), timing));

describe('decide, of what a request says that failed', () => {
  it('should wait 30 to 60 s for what only a person can mend', () => {
    const delays = [0, 0.25, 1].map((random) => {
      const memory = watching();
      return decide(memory, ended(memory, { error: error(403) }), { ...timing, random: () => random })?.delay;
    });

    expect(delays).toEqual([30_000, 37_500, 60_000]);
  });

  it('should be as slow where a list, or a watch, is not supported at all', () => {
    const unsupported = new KubeError('unsupported', 'no');

    for (const memory of [watching(), createMemory(false)])
      expect(after(memory, { error: unsupported })).toEqual([
        { error: unsupported, failure: 'unsupported', attempt: 1, delay: 30_000 },
      ]);
  });

  it('should take a replica that is behind for one that comes after', () => {
    const lag = new StatusError({ code: 504, causes: [{ reason: 'ResourceVersionTooLarge' }] });

    expect(after(watching(), { error: lag })).toEqual([
      { error: lag, failure: 'transient', attempt: 1, delay: 1_000 },
    ]);
  });

  it('should take no error for a refusal that comes after frames', () => {
    expect(after(watching(), { lived: 5_000, frames: 1, error: error(500) })[0]?.delay).toBe(0);
  });

  it.each<[string, Partial<Ending>, string]>([
    ['silence', { silent: true }, 'nothing came for too long'],
    ['the end of a watch', { lived: 123.4 }, 'the server closed the watch after 123 ms'],
    [
      'the end of a streamed list that had become a watch',
      { lived: 10, synced: true, plan: { kind: 'stream', resourceVersion: '' } },
      'the server closed the watch after 10 ms',
    ],
    [
      'the end of a streamed list',
      { plan: { kind: 'stream', resourceVersion: '' } },
      'the server closed a streamed list before its end',
    ],
  ])('should say what happened: %s', (_, ending, message) => {
    expect(after(watching(), ending)[0]?.error.message).toContain(message);
  });
});

describe('decide, of failures in a row', () => {
  const failed = { error: error(500) };
  const empty = { lived: 999 };

  it.each<[string, Partial<Ending>]>([
    ['a watch that ended well', { lived: 6_000 }],
    ['frames', { frames: 1, ...failed }],
  ])('should begin to count again after %s', (_, ending) => {
    const memory = watching();
    after(memory, failed, failed, failed, failed, ending, failed);

    expect(memory.plan).toBe('check');
  });

  it('should relist after three empty watches, again after three more, and as at first after a frame (P137)', () => {
    const memory = watching();
    const planAfter = (...endings: readonly Partial<Ending>[]) => {
      after(memory, ...endings);
      const { plan, consistent } = memory;
      replaced(memory, '9', 0);
      return [plan, consistent];
    };

    expect(planAfter(empty, empty)).toEqual(['check', false]);
    expect(planAfter(empty)).toEqual(['list', true]);
    expect(planAfter(empty, empty)).toEqual(['check', false]);
    expect(planAfter(empty)).toEqual(['list', true]);
    expect(planAfter(empty, empty, empty)).toEqual(['check', false]);
    expect(planAfter({ frames: 1 }, empty, empty)).toEqual(['check', false]);
    expect(planAfter(empty)).toEqual(['list', true]);
  });

  it.each<[string, Partial<Ending>, Memory['plan']]>([
    ['brought frames', { frames: 1, lived: 5_000 }, 'watch'],
    ['lived a second', { lived: 1_000 }, 'check'],
  ])('should suspect no watch that %s', (_, ending, plan) => {
    const memory = watching();
    after(memory, ending, ending, ending);

    expect(memory.plan).toBe(plan);
  });
});

describe('decide, of lists that are streamed', () => {
  it('should say why they are not, and ask for the state as before', () => {
    const memory = createMemory(true);
    const cause = error(422);
    const wait = after(memory, { error: cause })[0];

    expect(memory).toMatchObject({ streaming: false, consistent: false });
    expect(wait?.error).toMatchObject({ failure: 'unsupported', cause });
    expect(wait?.error.message).toContain(`the server does not stream lists (${cause.message})`);
  });

  it('should have no cause where the end of one never came', () => {
    const wait = after(createMemory(true), { silent: true })[0];

    expect(wait?.error.message).toContain('(the end of one never came)');
    expect(wait?.error).not.toHaveProperty('cause');
  });

  it.each([
    ['had been answered, for broken off', true, 'unsupported'],
    ['was never answered, for nothing that speaks of streams', false, 'transient'],
    ['was answered perhaps, for the same', undefined, 'transient'],
  ])('should take a connection that %s', (_, answered, failure) => {
    const lost = {
      error: new ConnectionError('reset', answered === undefined ? undefined : { answered }),
    };

    expect(after(createMemory(true), lost, lost, lost).at(-1)?.failure).toBe(failure);
  });
});
