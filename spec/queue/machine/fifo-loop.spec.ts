import { describe, expect, it } from '@jest/globals';
import type { KubeObject, ReflectorEvent } from 'rx-informer';
import { AtomicFifo, keyOrder } from '../../../src/queue/machine/atomic-fifo.ts';
import { FifoLoop, type Step } from '../../../src/queue/machine/fifo-loop.ts';
import { added, at, brief } from '../events.ts';

type Steps = readonly Step<ReflectorEvent<KubeObject>>[];

const a = added(at('a', '3'));
const b = added(at('b', '4'));
const pop = { type: 'POP' } as const;
const eventsEnd = { type: 'EVENTS_END' } as const;
const popsEnd = { type: 'POPS_END' } as const;

/**
 * Returns the entry that each step pops, or `-` if the step pops nothing. When the loop has finished, the text also
 * contains `|`.
 */
function played(...steps: Steps): string[] {
  const loop = new FifoLoop(new AtomicFifo(keyOrder<KubeObject>()));
  return steps.map((step) => {
    const { popped, isFinished } = loop.step(step);
    return `${brief(popped) ?? '-'}${isFinished ? ' |' : ''}`;
  });
}

describe('FifoLoop', () => {
  it('should pop at most one entry a step', () => {
    expect(played(a, b, pop, pop)).toEqual(['-', '-', 'Added a@3', 'Added b@4']);
  });

  it('should serve a pop of an empty queue with the next event, once', () => {
    expect(played(pop, pop, a, b, pop)).toEqual(['-', '-', 'Added a@3', '-', 'Added b@4']);
  });

  it('should finish when the events end with an empty queue', () => {
    expect(played(a, pop, eventsEnd)).toEqual(['-', 'Added a@3', '- |']);
  });

  it('should pop the remaining entries after the end of the events, then finish (B87)', () => {
    expect(played(a, b, eventsEnd, pop, pop)).toEqual(['-', '-', '-', 'Added a@3', 'Added b@4 |']);
  });

  it('should end a pop of a queue that is closed and empty (B87)', () => {
    expect(played(eventsEnd, pop, a)).toEqual(['- |', '- |', '-']);
  });

  it('should finish when the pops end and no pop is pending', () => {
    expect(played(a, b, pop, popsEnd)).toEqual(['-', '-', 'Added a@3', '- |']);
  });

  it('should serve a pending pop after the end of the pops, then finish', () => {
    expect(played(pop, popsEnd, a)).toEqual(['-', '-', 'Added a@3 |']);
  });
});
