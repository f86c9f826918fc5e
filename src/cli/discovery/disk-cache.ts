import { Buffer } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import { isRecord, textOversize } from '../../objects/index.ts';
import { maxInputBytes, readFileNow } from '../input-file.ts';
import {
  type ApiResource,
  isWellFormedResource,
  maxDocumentValues,
  recordsIn,
  textIn,
  textsIn,
} from '../../discovery/index.ts';
import { privateDirectory } from '../private-directory.ts';
import { type DiscoveryCache, type KeptDiscovery, noCache } from './discovery-cache.ts';

/**
 * Maximum age of an entry, in ms. An outdated entry does little harm. If the entry lacks a name, the command requests
 * the discovery again. If the entry contains a deleted resource, the server answers the request for that resource with
 * 404.
 */
const lifetime = 10 * 60_000;

/** The version of the file format. The cache ignores a file with another version. */
const form = 2;

/**
 * Creates a cache with one file for each server. The files are below `$XDG_CACHE_HOME`, or below `~/.cache` if
 * `XDG_CACHE_HOME` is not set. The files contain no credentials. A file that cannot be read counts as missing. If a
 * file cannot be written, the cache goes on without the file.
 *
 * @param now - returns the current time, in ms
 */
export function diskCache(
  environment: Readonly<Record<string, string | undefined>>,
  now: () => number,
): DiscoveryCache {
  const wanted = directoryIn(environment);
  // The directory must be private. Otherwise another user could decide which resources the command requests.
  const uid = process.getuid?.();
  const directory = wanted === undefined || uid === undefined ? wanted : privateDirectory(wanted, uid);
  if (directory === undefined) return noCache;
  const fileOf = (server: string): string => join(directory, `${nameFor(server)}.json`);

  return {
    read: (server) =>
      attempt(() => {
        const text = readFileNow(fileOf(server)).toString('utf8');
        if (isTooLarge(text)) return undefined;
        const json: unknown = JSON.parse(text);
        if (!isRecord(json) || json['form'] !== form || json['server'] !== server) return undefined;
        const age = now() - Number(json['savedAt']);
        return age >= 0 && age < lifetime ? keptIn(json) : undefined;
      }),
    write: (server, kept) =>
      attempt(() => {
        if (kept.resources.length > maxKept) return; // `read` would refuse a larger file
        const text = JSON.stringify({ form, server, savedAt: now(), ...kept });
        if (isTooLarge(text)) return;
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        const file = fileOf(server);
        const next = `${file}.${randomUUID()}`;
        try {
          writeFileSync(next, text, { flag: 'wx', mode: 0o600 });
          renameSync(next, file);
        } catch (error) {
          rmSync(next, { force: true });
          throw error;
        }
      }),
    forget: (server) => attempt(() => rmSync(fileOf(server), { force: true })),
  };
}

/**
 * The maximum number of resources in a file. With this number, a file passes the size check of
 * `textOversize`. The size check counts about ten commas for each resource.
 */
const maxKept = maxDocumentValues / 10;

/** Whether the text is so large that `read` would refuse it. A text of that size is not written. */
const isTooLarge = (text: string): boolean =>
  Buffer.byteLength(text) > maxInputBytes || textOversize(text, maxDocumentValues) !== undefined;

function directoryIn({
  XDG_CACHE_HOME: cache = '',
  HOME: home = '',
  USERPROFILE: profile = '',
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (isAbsolute(cache)) return join(cache, 'rx-informer', 'discovery');
  const directory = home === '' ? profile : home;
  return directory === '' ? undefined : join(directory, '.cache', 'rx-informer', 'discovery');
}

/** Returns a file name that is readable and unique for the server. */
function nameFor(server: string): string {
  const host = URL.canParse(server) ? new URL(server).host : '';
  const hash = createHash('sha256').update(server).digest('hex').slice(0, 16);
  return `${host.replace(/[^\w.-]+/g, '_')}-${hash}`;
}

/** Reads an entry; returns `undefined` if any member has the wrong type. */
function keptIn(json: Readonly<Record<string, unknown>>): KeptDiscovery | undefined {
  const rows = recordsIn(json, 'resources');
  if (rows.length === 0 || !Array.isArray(json['resources']) || rows.length !== json['resources'].length)
    return undefined;
  const resources = rows.map((row): ApiResource => ({
    group: textIn(row, 'group'),
    version: textIn(row, 'version'),
    resource: textIn(row, 'resource'),
    kind: textIn(row, 'kind'),
    namespaced: row['namespaced'] === true,
    singularName: textIn(row, 'singularName'),
    shortNames: textsIn(row, 'shortNames'),
    categories: textsIn(row, 'categories'),
    verbs: textsIn(row, 'verbs'),
    subresources: textsIn(row, 'subresources'),
  }));
  const { serverVersion } = json;
  if (!resources.every(isWellFormedResource) || typeof serverVersion !== 'string') return undefined;
  return { resources, missing: textsIn(json, 'missing'), serverVersion };
}

/** Runs a function and ignores its errors, because a command must also work with a broken cache. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
