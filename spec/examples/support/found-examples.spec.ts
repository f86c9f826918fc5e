import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findExamples, loadExample, ownExamples } from './found-examples.ts';

describe('findExamples', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'rx-informer-found-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const found = (...files: readonly string[]): readonly string[] => {
    for (const folder of ['examples', 'spec/checks']) mkdirSync(join(home, folder), { recursive: true });
    for (const file of files) {
      mkdirSync(dirname(join(home, file)), { recursive: true });
      writeFileSync(join(home, file), '');
    }
    return findExamples(join(home, 'examples'), join(home, 'spec/checks')).map(({ name, file, check }) =>
      [name, ...[file, check].map((path) => path?.slice(home.length + 1) ?? 'none')].join(' '),
    );
  };

  it('should pair programs and checks, and show a program without a check and a check without a program', () => {
    expect(
      found('examples/b.ts', 'examples/a.ts', 'spec/checks/a.check.ts', 'spec/checks/c.check.ts'),
    ).toEqual([
      'a examples/a.ts spec/checks/a.check.ts',
      'b examples/b.ts none',
      'c none spec/checks/c.check.ts',
    ]);
  });

  it('should treat each file of a folder as a program, unless the folder has an index', () => {
    expect(
      found('examples/a/one.ts', 'examples/a/two.ts', 'examples/b/index.ts', 'examples/b/part.ts'),
    ).toEqual(['a.one examples/a/one.ts none', 'a.two examples/a/two.ts none', 'b examples/b/index.ts none']);
  });

  it('should omit a folder with its own spec, and files that are not programs', () => {
    expect(found('examples/a/one.ts', 'spec/a.spec.ts', 'examples/README.md', 'spec/checks/x.ts')).toEqual(
      [],
    );
  });

  it('should not treat a program beside a folder as a program of the folder', () => {
    expect(found('examples/a.ts', 'spec/examples.spec.ts', 'spec/a.spec.ts')).toEqual([
      'a examples/a.ts none',
    ]);
  });
});

describe('loadExample', () => {
  it('should report the missing part', async () => {
    await expect(loadExample({ name: 'a', file: 'a.ts' })).rejects.toThrow('there is no check');
    await expect(loadExample({ name: 'a', check: 'a.check.ts' })).rejects.toThrow('there is no example');
  });

  it.each(ownExamples())('should have a program and a check: $name', async (example) => {
    await expect(loadExample(example)).resolves.toHaveLength(2);
  });
});
