import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { diskCache } from '../../../src/cli/discovery/disk-cache.ts';
import { type Temporary, temporary } from '../temporary.ts';
import { deployments, pods } from '../../discovery/documents.ts';

const server = 'https://203.0.113.7:6443';
const kept = { resources: [pods, deployments], missing: ['a/v1'], serverVersion: 'v1.36.3' };
const minute = 60_000;

describe('diskCache', () => {
  let home: Temporary;
  let now = 0;
  beforeEach(() => {
    home = temporary();
  });
  afterEach(() => home.remove());
  const cache = (environment: Readonly<Record<string, string>> = { HOME: home.directory }) =>
    diskCache(environment, () => now);
  const directory = (): string => home.path('.cache', 'rx-informer', 'discovery');
  const file = (): string => `${directory()}/${readdirSync(directory()).join('|')}`;

  it('should cache the discovery of a server for ten minutes, for that server only', () => {
    now = 5_000 * minute;
    cache().write(server, kept);

    expect(cache().read(server)).toEqual(kept);
    expect(cache().read('https://203.0.113.7:6444')).toBeUndefined();
    now += 10 * minute - 1;
    expect(cache().read(server)).toEqual(kept);
    now += 1;
    expect(cache().read(server)).toBeUndefined();
    now -= 11 * minute;
    expect(cache().read(server)).toBeUndefined(); // the clock was set back
  });

  it('should create one file that only the user can read', () => {
    cache().write(server, { ...kept, missing: [] });
    cache().write(server, kept);

    expect(readdirSync(directory())).toHaveLength(1);
    expect(statSync(file()).mode & 0o077).toBe(0);
    expect(file()).toMatch(/\/203\.0\.113\.7_6443-[0-9a-f]{16}\.json$/);
    expect(cache().read(server)).toEqual(kept);
  });

  it('should use XDG_CACHE_HOME, and cache nothing without a home', () => {
    const environment = { HOME: home.directory, XDG_CACHE_HOME: home.path('xdg') };
    cache(environment).write(server, kept);

    expect(readdirSync(home.path('xdg', 'rx-informer', 'discovery'))).toHaveLength(1);
    expect(readdirSync(home.directory)).toEqual(['xdg']);
    cache({}).write(server, kept);
    expect(cache({}).read(server)).toBeUndefined();
  });

  it('should ignore a relative XDG_CACHE_HOME, as its specification requires', () => {
    cache({ HOME: home.directory, XDG_CACHE_HOME: 'node_modules/.cache' }).write(server, kept);

    expect(readdirSync(directory())).toHaveLength(1);
  });

  it('should ignore a file with too many values', () => {
    cache().write(server, kept);
    const document = JSON.parse(readFileSync(file(), 'utf8')) as object;
    writeFileSync(file(), JSON.stringify({ ...document, more: Array.from({ length: 200_001 }, () => 0) }));

    expect(cache().read(server)).toBeUndefined();
  });

  it('should not write a file that it would not read', () => {
    const verbs = ['list', 'watch', 'get', 'create', 'update', 'patch', 'delete'];
    const resources = Array.from({ length: 20_000 }, (_, at) => ({ ...pods, resource: `r${at}`, verbs }));
    cache().write(server, { ...kept, resources });
    expect(readdirSync(directory())).toEqual([]);

    cache().write(server, { ...kept, resources: [{ ...pods, kind: 'K'.repeat(16 * 1_048_576) }] });
    expect(readdirSync(directory())).toEqual([]);
  });

  it('should not serialise too many resources', () => {
    const toJSON = jest.fn(() => pods);
    const resources = Array.from({ length: 20_001 }, () => ({ ...pods, toJSON }));
    cache().write(server, { ...kept, resources });

    expect(toJSON).not.toHaveBeenCalled();
  });

  it('should ignore a broken file, or one of another program', () => {
    cache().write(server, kept);
    const text = readFileSync(file(), 'utf8');
    const document = JSON.parse(text) as Record<string, unknown>;
    const strange = [
      '',
      text.slice(0, -40),
      'null',
      '[]',
      '{}',
      ...[
        { form: 1 },
        { server: 'https://other' },
        { savedAt: 'now' },
        { savedAt: null, form: 0 },
        { resources: {} },
        { resources: [] },
        { resources: [{}] },
        { resources: [pods, 3] },
        { resources: [pods, { ...pods, resource: '../../v3/tokens' }] },
        { resources: [pods, { ...pods, shortNames: ['x'.repeat(300)] }] },
        { serverVersion: 7 },
      ].map((change) => JSON.stringify({ ...document, ...change })),
    ];

    for (const content of strange) {
      writeFileSync(file(), content);
      expect(cache().read(server)).toBeUndefined();
    }
    cache().write(server, kept);
    expect(cache().read(server)).toEqual(kept);
  });

  it('should work without a directory that cannot be created', () => {
    home.write('.cache', 'a file');

    expect(() => cache().write(server, kept)).not.toThrow();
    expect(cache().read(server)).toBeUndefined();
    expect(() => cache().forget(server)).not.toThrow();
  });

  it('should remove an entry', () => {
    cache().write(server, kept);
    cache().forget(server);
    cache().forget(server);

    expect(cache().read(server)).toBeUndefined();
    expect(readdirSync(directory())).toEqual([]);
  });

  it('should cache and read nothing if another user can write to the directory', () => {
    cache().write(server, kept);
    chmodSync(directory(), 0o777);

    expect(cache().read(server)).toBeUndefined();
    chmodSync(directory(), 0o700);
    expect(cache().read(server)).toEqual(kept);
  });
});
