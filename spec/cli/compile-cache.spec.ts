import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import process from 'node:process';
import { compileCacheDirectory } from '../../src/cli/compile-cache.ts';
import { type Temporary, temporary } from './temporary.ts';

const uid = process.getuid?.() ?? 0;

describe('compileCacheDirectory', () => {
  let home: Temporary;
  beforeEach(() => {
    home = temporary();
  });
  afterEach(() => home.remove());
  const path = (): string => home.path('.cache', 'rx-informer', 'compiled');
  const directory = (user: number | undefined = uid): string | undefined =>
    compileCacheDirectory({ HOME: home.directory }, user);

  it('should create a directory with mode 0700 below the cache of the user', () => {
    expect(directory()).toBe(path());
    expect(lstatSync(path()).mode & 0o777).toBe(0o700);
    expect(directory()).toBe(path());
    expect(compileCacheDirectory({ XDG_CACHE_HOME: home.path('xdg') }, uid)).toBe(
      home.path('xdg', 'rx-informer', 'compiled'),
    );
  });

  it.each([0o777, 0o770, 0o750, 0o701, 0o1777])('should not use a directory that has mode %o', (mode) => {
    mkdirSync(path(), { recursive: true });
    chmodSync(path(), mode);

    expect(directory()).toBeUndefined();
  });

  it('should not use a symbolic link', () => {
    mkdirSync(home.path('planted'), { mode: 0o700 });
    mkdirSync(home.path('.cache', 'rx-informer'), { recursive: true });
    symlinkSync(home.path('planted'), path());

    expect(directory()).toBeUndefined();
  });

  it('should not use a directory of another user', () => {
    expect(directory()).toBe(path());
    expect(directory(uid + 1)).toBeUndefined();
  });

  it('should use the directory of the user in a home below one of root', () => {
    if (uid !== 0) return; // the test cannot run: only root can change the owner of a directory
    mkdirSync(path(), { recursive: true, mode: 0o700 });
    for (const names of [[], ['.cache'], ['.cache', 'rx-informer'], ['.cache', 'rx-informer', 'compiled']]) {
      chmodSync(home.path(...names), 0o700);
      chownSync(home.path(...names), 1, 1);
    }

    expect(directory(1)).toBe(path());
    expect(directory(2)).toBeUndefined();
    chownSync(home.path('.cache'), 2, 2);
    expect(directory(1)).toBeUndefined();
  });

  it('should create no directory in the home of another user, or below a directory that others can change', () => {
    chmodSync(home.directory, 0o777);
    expect(directory()).toBeUndefined();
    chmodSync(home.directory, 0o700);
    if (uid === 0) chownSync(home.directory, 1, 1); // only root can change the owner of a directory
    if (uid === 0) expect(directory()).toBeUndefined();

    expect(readdirSync(home.directory)).toEqual([]);
  });

  it('should not use a directory below a directory that others can change', () => {
    expect(directory()).toBe(path());
    chmodSync(home.path('.cache'), 0o777);

    expect(directory()).toBeUndefined();
  });

  it('should use no directory without a home or a user id, or if a file is in its place', () => {
    expect(compileCacheDirectory({}, uid)).toBeUndefined();
    expect(compileCacheDirectory({ HOME: '.', XDG_CACHE_HOME: 'cache' }, uid)).toBeUndefined();
    expect(compileCacheDirectory({ HOME: home.directory }, undefined)).toBeUndefined();
    home.write('.cache', '');
    expect(directory()).toBeUndefined();
  });

  it('should be the only directory that the command passes to Node', () => {
    const main = readFileSync(new URL('../../src/cli/main.ts', import.meta.url), 'utf8');

    expect(main.match(/enableCompileCache\([^)]*\)/g)).toEqual(['enableCompileCache(compiled)']);
    expect(main).toContain('compileCacheDirectory(');
  });
});
