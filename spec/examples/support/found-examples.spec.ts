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

  it('should pair programs and checks, and show what has no other half', () => {
    expect(
      found('examples/b.ts', 'examples/a.ts', 'spec/checks/a.check.ts', 'spec/checks/c.check.ts'),
    ).toEqual([
      'a examples/a.ts spec/checks/a.check.ts',
      'b examples/b.ts none',
      'c none spec/checks/c.check.ts',
    ]);
  });

  it('should take each file of a folder for a program, unless one is its index', () => {
    expect(
      found('examples/a/one.ts', 'examples/a/two.ts', 'examples/b/index.ts', 'examples/b/part.ts'),
    ).toEqual(['a.one examples/a/one.ts none', 'a.two examples/a/two.ts none', 'b examples/b/index.ts none']);
  });

  it('should leave out a folder with a spec of its own, and what is no program', () => {
    expect(found('examples/a/one.ts', 'spec/a.spec.ts', 'examples/README.md', 'spec/checks/x.ts')).toEqual(
      [],
    );
  });

  it('should not take a program beside a folder for one of it', () => {
    expect(found('examples/a.ts', 'spec/examples.spec.ts', 'spec/a.spec.ts')).toEqual([
      'a examples/a.ts none',
    ]);
  });
});

describe('loadExample', () => {
  it('should say what is missing', async () => {
    await expect(loadExample({ name: 'a', file: 'a.ts' })).rejects.toThrow('there is no check');
    await expect(loadExample({ name: 'a', check: 'a.check.ts' })).rejects.toThrow('there is no example');
  });

  it.each(ownExamples())('should have both halves of $name', async (example) => {
    await expect(loadExample(example)).resolves.toHaveLength(2);
  });
});
