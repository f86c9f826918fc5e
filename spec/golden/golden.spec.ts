import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replay } from './replay.ts';

import { topics } from './topics.ts';

const results = replay(fileURLToPath(new URL('.', import.meta.url)));
const replayed = results.filter((result) => result.kind === 'replayed');

describe('the golden traces of client-go', () => {
  it.each(replayed.map((result) => [result.file, result] as const))(
    'should be reproduced: %s',
    (_file, result) => {
      expect(result.failures.slice(0, 3)).toEqual([]);
      expect(result.passed).toBeGreaterThan(0);
    },
  );

  it('should have their numbers in the docs for client-go users: equal as recorded, and under a mapping', () => {
    const count = (of: (result: (typeof replayed)[number]) => number): string =>
      replayed.reduce((sum, result) => sum + of(result), 0).toLocaleString('en');
    const file = new URL('../../docs/migrate/from-client-go/README.md', import.meta.url);
    const page = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');

    expect(page).toContain(
      `finds ${count(({ asRecorded }) => asRecorded)} equal as recorded, and ${count(({ passed, asRecorded }) => passed - asRecorded)} equal under`,
    );
    expect(page).toContain(`${count(({ passed }) => passed)} recorded answers`);
  });

  it('should have a file for each topic of the library', () => {
    expect(results.filter(({ kind }) => kind === 'broken')).toEqual([]);
    expect(replayed).toHaveLength(topics.size);
  });
});
