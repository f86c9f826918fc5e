import { fc } from '../support/properties.ts';

/** Property names with a special meaning in JavaScript, and invalid names. */
const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'a',
  'a/b',
  '',
  'é\u0000',
);

/**
 * A JSON object whose property names have a special meaning in JavaScript, or are invalid. `JSON.parse` creates
 * `__proto__` as an own property.
 */
const odd = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(names, values), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries) as unknown);

/** A JSON value of any type. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e300, '', [], {}, [[]], [null], 'a'),
  fc.jsonValue({ maxDepth: 2 }),
  odd(fc.oneof(fc.jsonValue({ maxDepth: 1 }), odd(fc.jsonValue({ maxDepth: 1 })))),
);

/** A valid value in four of five cases, and any JSON value otherwise. */
const mostly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: anything });

const record = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  fc.record(members, { requiredKeys: [] });

/** A Kubernetes object in which each field may be wrong. */
const junkObject: fc.Arbitrary<unknown> = mostly(
  record({
    kind: mostly(fc.constant('Pod')),
    apiVersion: mostly(fc.constant('v1')),
    metadata: mostly(
      record({
        name: mostly(names),
        namespace: mostly(names),
        uid: mostly(fc.constantFrom('u1', 'u2')),
        resourceVersion: mostly(fc.constantFrom('6', '7', '999999999999999999999', '-1', 'x', '0')),
        labels: mostly(odd(names)),
        annotations: mostly(odd(names)),
        managedFields: anything,
        ownerReferences: anything,
        deletionTimestamp: anything,
      }),
    ),
    spec: anything,
    status: anything,
  }),
);

const aStatus = record({
  kind: mostly(fc.constant('Status')),
  code: mostly(fc.constantFrom(410, 500, 429, 0, -1, 1e9)),
  reason: mostly(fc.constantFrom('Expired', 'Gone', 'TooManyRequests', 'StorageReadError')),
  message: mostly(fc.string()),
  details: mostly(record({ causes: anything, retryAfterSeconds: anything })),
});

/** One line of a watch, without its line feed. The line may be invalid. */
export const junkFrame: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(mostly(fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ADDED')), junkObject)
      .map(([type, object]) => JSON.stringify({ type, object })),
  },
  { weight: 1, arbitrary: aStatus.map((object) => JSON.stringify({ type: 'ERROR', object })) },
  { weight: 1, arbitrary: anything.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string() },
);

/** One page of a list. The page may be invalid. */
export const junkPage: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: record({
      kind: mostly(fc.constant('PodList')),
      apiVersion: mostly(fc.constant('v1')),
      metadata: mostly(
        record({
          resourceVersion: mostly(fc.constant('9')),
          continue: anything,
          remainingItemCount: anything,
        }),
      ),
      items: mostly(fc.array(junkObject, { maxLength: 5 })),
    }).map((page) => JSON.stringify(page)),
  },
  { weight: 1, arbitrary: anything.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: aStatus.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string() },
);
