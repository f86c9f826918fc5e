import type { KubeObject } from 'rx-informer';
import { newDeltaFIFO } from 'rx-informer/client-go';
import { fc } from '../support/properties.ts';
import { keys } from './plans.ts';
import { allInWords, keyIn, objectOf } from './virtual-server.ts';

/** An operation on the queue under test. */
export type QueueStep =
  | { readonly does: 'add' | 'update' | 'delete'; readonly key: string }
  | { readonly does: 'replace'; readonly keys: readonly string[] }
  | { readonly does: 'resync' | 'pop' };

const aKey = fc.constantFrom(...keys);
export const queueSteps: fc.Arbitrary<readonly QueueStep[]> = fc.array(
  fc.oneof(
    fc.record({ does: fc.constantFrom('add', 'update', 'delete'), key: aKey }),
    fc.record({ does: fc.constantFrom('pop', 'pop', 'resync') }),
    fc.record({ does: fc.constant('replace' as const), keys: fc.uniqueArray(aKey) }),
  ),
  { maxLength: 130, size: 'max' },
);

export const sayQueueStep = (step: QueueStep): string =>
  'keys' in step ? `replace ${step.keys.join(', ')}` : `${step.does} ${'key' in step ? step.key : ''}`;

/**
 * Compares DeltaFIFO with a plain list of keys. The oldest key must come first. Deletes may occur only for known
 * objects. No delta may get lost (B71–B90).
 */
export function queueBreaches(steps: readonly QueueStep[]): readonly string[] {
  const breaches: string[] = [];
  const truth = new Map<string, KubeObject>();
  const consumer = new Map<string, KubeObject>();
  const waiting: string[] = [];
  const known = {
    listKeys: () => [...consumer.keys()],
    getByKey: (key: string) => consumer.get(key),
    get: (key: string) => consumer.get(key),
  };
  const fifo = newDeltaFIFO<KubeObject>({ knownObjects: known, emitDeltaTypeReplaced: true });
  let version = 10;
  const made = (key: string): KubeObject =>
    objectOf({ key, uid: `uid of ${key}`, version: ++version, color: 'red' });
  const wait = (key: string): void => {
    if (!waiting.includes(key)) waiting.push(key);
  };
  const pop = (): void => {
    fifo
      .pop((deltas) => {
        const key = deltas[0]?.key ?? 'nothing';
        const expected = waiting.shift();
        if (key !== expected) breaches.push(`${key} was popped, but the oldest key is ${expected ?? 'none'}`);
        deltas.forEach(({ type, object }, nth) => {
          if (type === 'Deleted' && deltas[nth + 1]?.type === 'Deleted')
            breaches.push(`two deletes of ${key}`);
          if (type === 'Deleted') consumer.delete(key);
          else consumer.set(key, object);
        });
      })
      .subscribe();
  };
  const take = (step: QueueStep): void => {
    switch (step.does) {
      case 'add':
      case 'update': {
        const object = made(step.key);
        truth.set(step.key, object);
        wait(step.key);
        fifo[step.does](object);
        return;
      }
      case 'delete':
        truth.delete(step.key);
        if (consumer.has(step.key)) wait(step.key);
        fifo.delete(made(step.key));
        return;
      case 'replace': {
        const objects = step.keys.map(made);
        truth.clear();
        for (const object of objects) truth.set(keyIn(object), object);
        for (const key of [...step.keys, ...consumer.keys()]) wait(key);
        fifo.replace(objects, `${version}`);
        return;
      }
      case 'resync':
        for (const key of consumer.keys()) wait(key);
        fifo.resync();
        return;
      case 'pop':
        if (waiting.length > 0) pop();
    }
  };

  for (const step of steps) {
    take(step);
    if (fifo.length !== waiting.length) breaches.push(`${fifo.length} wait, not ${waiting.join(', ')}`);
    if (breaches.length > 0) return breaches;
  }
  while (waiting.length > 0) pop();
  const [has, should] = [allInWords(consumer.values()), allInWords(truth.values())];
  if (has !== should) breaches.push(`the consumer has ${has}, not ${should}`);
  return breaches;
}
