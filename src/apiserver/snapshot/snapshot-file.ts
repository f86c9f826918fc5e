import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { isRecord } from '../../objects/index.ts';
import type { ServerSnapshot } from './server-snapshot.ts';

/**
 * Writes a snapshot to a file, which only the user may read: Secrets are in it. Whoever reads meanwhile sees the old file or
 * the new one, never a part.
 *
 * @throws Error of the file system, as it is
 *
 * @example
 * ```ts
 * const server = createApiServer();
 * writeSnapshot('cluster.json', server.snapshot());
 * ```
 */
export function writeSnapshot(file: string, snapshot: ServerSnapshot): void {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, `${JSON.stringify(snapshot)}\n`, { mode: 0o600 });
  renameSync(part, file);
}

/**
 * Reads a snapshot from a file; what is within is checked when it is restored.
 *
 * @throws Error that names the file and says whether it is cut off or another's; those of the file system as they are
 *
 * @example
 * ```ts
 * const server = await startApiServer({ snapshot: readSnapshot('cluster.json') });
 * ```
 */
export function readSnapshot(file: string): ServerSnapshot {
  const text = readFileSync(file, 'utf8');
  const snapshot = parsed(file, text);
  if (!isRecord(snapshot) || snapshot['kind'] !== 'ApiServerSnapshot')
    throw new Error(`${file} is no snapshot of an API server`);
  return snapshot as unknown as ServerSnapshot;
}

/** The parser's own words would show what is in the file. */
function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const isOurs = text.startsWith('{"kind":"ApiServerSnapshot"');
    throw new Error(
      isOurs
        ? `${file} is cut off: it is only the beginning of a snapshot`
        : `${file} is no snapshot of an API server`,
    );
  }
}
