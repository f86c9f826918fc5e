import { describe, expect, it } from '@jest/globals';
import type { ReflectOptions } from 'rx-informer';
import {
  dropConnection,
  duplicate,
  expire,
  failEveryNth,
  type Fault,
  corruptBytes,
  stallStream,
  lagBehind,
  refuse,
  reorderAcrossKeys,
  throttleBody,
  truncate,
} from 'rx-informer/testing';
import { converges } from './convergence.ts';

const minutes = 60_000;
const positions = [
  {},
  { on: 'list' },
  { on: 'watch' },
  { after: 0 },
  { on: 'list', after: 1 },
  { on: 'watch', after: 2 },
  { on: 'watch', nth: 2 },
  { on: 'watch', nth: 2, after: 1 },
  { on: 'watch', nth: 3, after: { ms: 5_000 } },
] as const;
const ended: readonly Fault[] = positions.flatMap((position) => [
  dropConnection(position),
  stallStream(position),
  expire(position),
  refuse(401, position),
  refuse(403, position),
  refuse(404, position),
  refuse(429, { ...position, retryAfterSeconds: 20 }),
  refuse(500, position),
  refuse(503, position),
  corruptBytes(position),
  truncate(position),
]);
const bent: readonly Fault[] = [
  duplicate(),
  duplicate({ on: 'list' }),
  throttleBody(),
  throttleBody({ on: 'watch', every: 3_000, after: 2 }),
  reorderAcrossKeys({ window: 5_000 }),
  lagBehind({ delay: 7_000 }),
  lagBehind({ on: 'list', delay: 20_000 }),
  lagBehind({ nth: 2, delay: 20_000 }),
  failEveryNth(2),
  failEveryNth(2, { on: 'watch', status: 503 }),
  failEveryNth(3, { status: 410 }),
];

describe.each<[string, ReflectOptions]>([
  ['streamed lists', {}],
  ['lists in pages', { streamingList: 'never', pageSize: 2 }],
])('an informer with %s', (_, reflect) => {
  it.each([...ended, ...bent].map((fault) => [fault.code, fault] as const))(
    'should converge despite %s',
    (_code, fault) => {
      expect(() => converges(fault, { within: 30 * minutes, reflect })).not.toThrow();
    },
  );
});
