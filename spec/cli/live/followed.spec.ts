import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { asyncScheduler, concatMap, firstValueFrom, NEVER, of, take, throwError, toArray } from 'rxjs';
import { StatusError, type Transport } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { createFirstLists } from '../../../src/cli/machine/first-lists.ts';
import { type Followed, followed } from '../../../src/cli/live/followed.ts';
import { tablePage } from './tables.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const namesOf = (table: Followed): readonly string[] =>
  table.section(asyncScheduler.now()).rows.map(({ object }) => object.metadata.name);

function followedPods(names: readonly string[]): Followed {
  const page = new TextEncoder().encode(JSON.stringify(tablePage(names, { resourceVersion: '9' })));
  const transport: Transport = { open: ({ query }) => (query?.['watch'] === 'true' ? NEVER : of(page)) };
  const target = { resource: core.v1.pods, scope: {} };
  return followed(transport, target, 'pods', createFirstLists()(), (text) => text);
}

describe('followed', () => {
  it('should have few rows in order in the first section', async () => {
    const table = followedPods(['b', 'a']);
    const sections = table.changed$.pipe(
      concatMap(() => [namesOf(table)].filter(({ length }) => length > 0)),
      take(1),
      toArray(),
    );

    expect(await firstValueFrom(sections)).toEqual([['a', 'b']]);
  });

  it('should emit once many rows are in order, and have no section wait for it', async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `pod-${5_000 - at}`);
    let [time, unordered] = [Date.now(), 0];
    jest.spyOn(asyncScheduler, 'now').mockImplementation(() => (time += 5)); // each look at the clock ends a slice
    const table = followedPods(names);
    const ordered$ = table.changed$.pipe(
      concatMap(() => {
        const { size, rows } = table.section(asyncScheduler.now());
        if (size > 0 && rows.length === 0) unordered++;
        return rows.length === 0 ? [] : [rows.map(({ object }) => object.metadata.name)];
      }),
    );

    expect(await firstValueFrom(ordered$)).toEqual([...names].sort());
    expect(unordered).toBeGreaterThan(0);
  });

  it('should leave no part of a secret where a message is cut', async () => {
    const redact = (text: string): string => text.replaceAll('s3cret', '(token)');

    for (let before = 990; before <= 1_000; before++) {
      const message = `${'x'.repeat(before)}s3cret`;
      const transport: Transport = { open: () => throwError(() => new StatusError({ code: 500, message })) };
      const target = { resource: core.v1.pods, scope: {} };
      const table = followed(transport, target, 'pods', createFirstLists()(), redact);
      const problems = table.changed$.pipe(
        concatMap(() => {
          const { problem } = table.section(asyncScheduler.now()).health;
          return problem === undefined ? [] : [problem.text];
        }),
      );

      expect(await firstValueFrom(problems)).not.toMatch(/xs3?/);
    }
  });
});
