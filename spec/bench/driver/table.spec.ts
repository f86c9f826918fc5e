import { describe, expect, it } from '@jest/globals';
import type { Column } from './column.ts';
import { tableOf } from './table.ts';

const columns: readonly Column[] = [
  { group: 'sync', key: 'cpu', title: 'CPU', unit: 'ms', digits: 0 },
  { group: 'sync', key: 'sent', title: 'sent', unit: '', digits: 0, compared: false },
  { group: 'events', key: 'event', title: 'CPU', unit: 'µs', digits: 1 },
  { group: 'none', key: 'missing', title: 'x', unit: '', digits: 0 },
];

describe('the table of a scenario', () => {
  it('should have a part for each group, figures with ratios, and the reason why a contender did not run', () => {
    const text = tableOf({
      scenario: { name: 'pods', title: 'two pods', servers: [], contenders: [], floor: 'floor', columns },
      outcomes: [
        { name: 'floor', rounds: [{ cpu: 1_000, sent: 2, event: 40 }] },
        { name: 'ours', rounds: [{ cpu: 1_500, sent: 0 }] },
        { name: 'theirs', rounds: [], notRun: 'no Go' },
      ],
    });

    expect(text.split('\n')).toEqual([
      '── pods: two pods',
      '',
      'sync               CPU ms   sent',
      'floor    1,000                 2',
      'ours     1,500 1.50×±0.00      0',
      '',
      'events   CPU µs',
      'floor      40.0',
      'ours          –',
      '',
      'theirs   not run: no Go',
    ]);
  });
});
