import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { checkArgument, isRecord, OptionsError, type Rule } from '../../objects/index.ts';
import type { ServerSnapshot } from './server-snapshot.ts';

/**
 * Writes a snapshot to a file. Only the user may read the file, because the snapshot contains Secrets. A process that
 * reads the file during the write gets the old content or the new content, never a part of the new content.
 *
 * @throws OptionsError for an invalid file name or snapshot. Errors of the file system are thrown unchanged.
 *
 * @example
 * ```ts
 * const server = createApiServer();
 * writeSnapshot('cluster.json', server.snapshot());
 * ```
 */
export function writeSnapshot(file: string, snapshot: ServerSnapshot): void {
  checkArgument('writeSnapshot: file', file, aFile);
  checkArgument('writeSnapshot: snapshot', snapshot, aSnapshot);
  // The temporary file gets a random name, and the write fails if the file exists. So the write does not follow a link
  // that another user has created.
  const part = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(part, `${JSON.stringify(snapshot)}\n`, { flag: 'wx', mode: 0o600 });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/**
 * Reads a snapshot from a file. The content is validated when the snapshot is restored.
 *
 * @throws OptionsError for a file that does not exist. If the file is truncated or is not a snapshot, throws an Error
 * that names the file. Errors of the file system are thrown unchanged.
 *
 * @example
 * ```ts
 * const server = await startApiServer({ snapshot: readSnapshot('cluster.json') });
 * ```
 */
export function readSnapshot(file: string): ServerSnapshot {
  checkArgument('readSnapshot: file', file, aFile);
  const text = contentOf(file);
  const snapshot = parsed(file, text);
  if (!isSnapshot(snapshot)) throw new Error(`${file} is not a snapshot of an API server`);
  return snapshot;
}

const aFile: Rule = {
  allowed: 'the name of a file',
  test: (given) => typeof given === 'string' && given !== '',
};

const isSnapshot = (given: unknown): given is ServerSnapshot =>
  isRecord(given) && given['kind'] === 'ApiServerSnapshot';

const aSnapshot: Rule = { allowed: 'what snapshot() gave', test: isSnapshot, secret: true };

function contentOf(file: string): string {
  if (!existsSync(file)) throw new OptionsError('readSnapshot: file', file, 'a file that is there');
  return readFileSync(file, 'utf8');
}

/**
 * Parses the content of a file. Replaces the error of the parser, because the parser's message would show a part of the
 * file.
 */
function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const isOurs = text.startsWith('{"kind":"ApiServerSnapshot"');
    throw new Error(
      isOurs
        ? `${file} is cut off: it is only the beginning of a snapshot`
        : `${file} is not a snapshot of an API server`,
    );
  }
}
