import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Project } from './projects.ts';

/**
 * Returns the files with the CustomResourceDefinitions of a project. The first run downloads the Go module of the
 * project, and keeps only these files, because the modules have 800 MB.
 *
 * @throws Error if the download fails, or if the module has another checksum
 */
export function definitionFiles(project: Project): readonly string[] {
  const kept = join(homedir(), '.cache/rx-informer/crds', `${project.name}-${project.version}`);
  if (!existsSync(kept)) download(project, kept);
  return readdirSync(kept, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(kept, name))
    .filter((file) => /^kind: CustomResourceDefinition$/m.test(readFileSync(file, 'utf8')))
    .sort();
}

function download({ module, version, sum, folders }: Project, kept: string): void {
  const cache = mkdtempSync(join(tmpdir(), 'rx-informer-crds-'));
  try {
    const env = { ...process.env, GOMODCACHE: cache, GOFLAGS: '-mod=mod -modcacherw', GOWORK: 'off' };
    const words = ['mod', 'download', '-json', `${module}@${version}`];
    const answer = execFileSync('go', words, { cwd: cache, env, encoding: 'utf8', timeout: 300_000 });
    const { Dir, Sum } = JSON.parse(answer) as { readonly Dir: string; readonly Sum: string };
    if (Sum !== sum) throw new Error(`${module}@${version} has the checksum ${Sum}, and not ${sum}`);
    const part = `${kept}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    for (const folder of folders) cpSync(join(Dir, folder), join(part, folder), { recursive: true });
    renameSync(part, kept);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}
