import { fc } from '../support/properties.ts';
import type { Act, Behaviour, Plan, Refusal, Setting, Step, StreamFault, Write } from './step.ts';

export const keys = ['a', 'b', 'n/c', 'n/d', 'm/e'] as const;
export const colors = ['red', 'blue'] as const;

export const aWrite: fc.Arbitrary<Write> = fc.record({
  op: fc.constantFrom('put', 'put', 'put', 'delete', 'delete', 'recreate'),
  key: fc.constantFrom(...keys),
  color: fc.constantFrom(...colors),
});

const refusalKinds: readonly Refusal['kind'][] = [
  'expired',
  'expired',
  'server error',
  'server error',
  'throttled',
  'unauthorized',
  'forbidden',
  'not found',
  'reset',
  'reset',
  'behind',
  'hangs',
  'completes',
  'no streaming',
];
const aRefusal: fc.Arbitrary<Refusal> = fc.record({
  kind: fc.constantFrom(...refusalKinds),
  after: fc.nat(2),
});

const streamFaults: readonly StreamFault[] = [
  'close',
  'reset',
  'expire',
  'server error',
  'go silent',
  'bookmark',
  'bookmark',
  'repeat',
  'repeat older',
];

const acts: readonly Act[] = ['throw', 'join', 'leave', 'drop another', 'stop', 'start', 'write'];
const quiet = fc.constant<Pick<Behaviour, 'act' | 'nth'>>({ act: 'nothing', nth: 0 });
const lively = fc.record({ act: fc.constantFrom(...acts), nth: fc.integer({ min: 1, max: 8 }) });
const aBehaviour: fc.Arbitrary<Behaviour> = fc
  .tuple(
    fc.constantFrom<Behaviour['buffer']>('unbounded', 'unbounded', 'conflate', 'two', 'batches'),
    fc.constantFrom(0, 0, 0, 1, 90),
    fc.oneof(quiet, lively),
  )
  .map(([buffer, slow, act]) => ({ buffer, slow, ...act }));

const aTime = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 50 }) },
  { weight: 3, arbitrary: fc.integer({ min: 500, max: 7_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 20_000, max: 90_000 }) },
);

const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      does: fc.constant('write' as const),
      writes: fc.array(aWrite, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 9, arbitrary: fc.record({ does: fc.constant('wait' as const), time: aTime }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refuse' as const),
      refusals: fc.array(aRefusal, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('fault' as const), fault: fc.constantFrom(...streamFaults) }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ does: 'compact' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'elsewhere' }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('join' as const), behaviour: aBehaviour }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('leave' as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.constant<Step>({ does: 'start' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'stop' }) },
);

const aSetting: fc.Arbitrary<Setting> = fc.record({
  latency: fc.constantFrom(0, 0, 5, 400),
  // No random plan has the page size 1. The virtual server treats each list with the limit 1 as a check: a request that
  // only reads the current resourceVersion.
  pageSize: fc.constantFrom(0, 2, 3),
  streaming: fc.boolean(),
  lag: fc.constantFrom(0, 0, 2),
  expiresInStream: fc.boolean(),
  resyncPeriod: fc.constantFrom(0, 0, 0, 20_000),
  first: aBehaviour,
});

/** Random plans for runs of a model test. A plan has at least 50 steps on average. */
export const aPlan: fc.Arbitrary<Plan> = fc.record({
  setting: aSetting,
  steps: fc.array(aStep, { maxLength: 130, size: 'max' }),
});
