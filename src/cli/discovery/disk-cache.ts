import { Buffer } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import { isRecord, textOversize } from '../../objects/index.ts';
import { mostInputBytes, readFileNow } from '../input-file.ts';
import { recordsIn, textIn, textsIn } from '../loose-json.ts';
import { privateDirectory } from '../private-directory.ts';
import type { DiscoveredResource } from './discovery.ts';
import { type DiscoveryCache, type KeptDiscovery, noCache } from './discovery-cache.ts';
import { mostDocumentValues } from './get-json.ts';
import { isWellFormed } from './well-formed.ts';

/** So long what is kept may be used, ms: a definition that is new is asked for anyway, one that is gone is not there. */
const lifetime = 10 * 60_000;

/** Of another form than this, a file is as good as none. */
const form = 1;

/**
 * Keeps it in a file for each server, below `$XDG_CACHE_HOME`, else `~/.cache`. No credentials are in it. What cannot be
 * read is not there, and what cannot be written is not kept.
 *
 * @param now - the time, ms
 */
export function diskCache(
  environment: Readonly<Record<string, string | undefined>>,
  now: () => number,
): DiscoveryCache {
  const wanted = directoryIn(environment);
  // What another user writes there would say which resources are asked for.
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
        if (kept.resources.length > mostKept) return; // what is too large is not written as JSON first
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

/** Each resource has ten members, and so ten commas. */
const mostKept = mostDocumentValues / 10;

/** What `read` would refuse is not written either. */
const isTooLarge = (text: string): boolean =>
  Buffer.byteLength(text) > mostInputBytes || textOversize(text, mostDocumentValues) !== undefined;

function directoryIn({
  XDG_CACHE_HOME: cache = '',
  HOME: home = '',
  USERPROFILE: profile = '',
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (isAbsolute(cache)) return join(cache, 'rx-informer', 'discovery');
  const directory = home === '' ? profile : home;
  return directory === '' ? undefined : join(directory, '.cache', 'rx-informer', 'discovery');
}

/** Readable, and no two servers share it. */
function nameFor(server: string): string {
  const host = URL.canParse(server) ? new URL(server).host : '';
  const hash = createHash('sha256').update(server).digest('hex').slice(0, 16);
  return `${host.replace(/[^\w.-]+/g, '_')}-${hash}`;
}

/** `undefined` where anything in it has another form. */
function keptIn(json: Readonly<Record<string, unknown>>): KeptDiscovery | undefined {
  const rows = recordsIn(json, 'resources');
  if (rows.length === 0 || !Array.isArray(json['resources']) || rows.length !== json['resources'].length)
    return undefined;
  const resources = rows.map((row): DiscoveredResource => ({
    group: textIn(row, 'group'),
    version: textIn(row, 'version'),
    resource: textIn(row, 'resource'),
    kind: textIn(row, 'kind'),
    namespaced: row['namespaced'] === true,
    singular: textIn(row, 'singular'),
    shortNames: textsIn(row, 'shortNames'),
    categories: textsIn(row, 'categories'),
    verbs: textsIn(row, 'verbs'),
    subresources: textsIn(row, 'subresources'),
  }));
  const { serverVersion } = json;
  if (!resources.every(isWellFormed) || typeof serverVersion !== 'string') return undefined;
  return { resources, missing: textsIn(json, 'missing'), serverVersion };
}

/** A cache that does not work is no reason for a command not to. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
