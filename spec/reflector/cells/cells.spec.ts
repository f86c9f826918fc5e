import { describe, expect, it } from '@jest/globals';
import { StatusError } from 'rx-informer';
import { faults, type Scenario, states } from './cell.ts';
import { cells } from './cells.ts';
import { playCell } from './play-cell.ts';

const scenarios = states.flatMap((state) =>
  faults.flatMap((fault) => {
    const { opening, cells: row } = cells[state];
    const cell = row[fault];
    return 'cannot' in cell ? [] : [{ state, fault, opening, cell }];
  }),
);
const lastOf = ({ requests, statuses, changes }: Omit<Scenario, 'outcome' | 'answers'>): number =>
  Math.max(0, ...[...requests, ...statuses, ...changes].map((line) => Number.parseInt(line, 10)));

describe.each(states)('a reflector at: %s (G18)', (state) => {
  it.each(scenarios.filter((scenario) => scenario.state === state))(
    'should have one outcome upon: $fault',
    ({ opening, cell }) => {
      const { requests, statuses, changes, open, error } = playCell(opening, cell, lastOf(cell));

      expect({ requests, statuses, changes, open, error }).toEqual({
        requests: [...opening.requests, ...cell.requests],
        statuses: [...opening.statuses, ...cell.statuses],
        changes: [...opening.changes, ...cell.changes],
        open: 0,
        error: undefined,
      });
    },
  );
});

describe('every cell', () => {
  it.each(scenarios)('should report a failure, or give the reason: $state, $fault (G17)', ({ cell }) => {
    expect(cell.statuses.some((line) => line.includes(' waiting '))).toBe(cell.quiet === undefined);
  });

  it.each(scenarios)('should name the next step: $state, $fault', ({ opening, cell }) => {
    const { received } = playCell(opening, cell, lastOf(cell));
    const errors = received.flatMap((status) => (status.phase === 'waiting' ? [status.error] : []));

    for (const error of errors) {
      expect(error.advice).not.toBe('');
      if (!(error instanceof StatusError))
        expect(error.message).toMatch(/; |\?$|^the answer broke off$|^no answer$/);
    }
  });
});
