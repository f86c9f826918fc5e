import { afterAll, afterEach } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder of the specs. */
export interface Folder {
  readonly path: string;
  /** Writes a file, and returns its path. */
  readonly write: (name: string, text: string) => string;
}

/** Returns a function that creates folders. Each folder is removed after its spec. */
export const foldersForEach = (): (() => Folder) => folders(afterEach);

/** Returns a function that creates folders. All folders are removed after the last spec of the file. */
export const foldersForAll = (): (() => Folder) => folders(afterAll);

function folders(afterwards: (remove: () => void) => void): () => Folder {
  const paths: string[] = [];
  afterwards(() => {
    for (const path of paths.splice(0)) rmSync(path, { recursive: true, force: true });
  });
  return () => {
    const path = mkdtempSync(join(tmpdir(), 'rx-informer-spec-'));
    paths.push(path);
    return {
      path,
      write: (name, text) => {
        writeFileSync(join(path, name), text);
        return join(path, name);
      },
    };
  };
}

/**
 * Returns a function that registers a resource, such as a server. Each registered resource is closed after the spec.
 */
export function closedAfterEach(): <T extends { close: () => Promise<void> }>(
  opened: Promise<T>,
) => Promise<T> {
  const closable: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(closable.splice(0).map((each) => each.close()));
  });
  return async (opening) => {
    const opened = await opening;
    closable.push(opened);
    return opened;
  };
}
