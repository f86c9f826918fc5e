/**
 * Builds the documentation site into `build/site`: `npm run docs`. The site has its own package.json in `docs/site`,
 * so that `npm ci` in the repository does not install the tools of the site.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { flag, scriptOptions } from '../../spec/support/script-options.ts';

const given = scriptOptions({
  usage: `
npm run docs [-- --serve]

Builds the documentation site into build/site.

  --serve   then serves the site, and prints its address, until Ctrl-C
`,
  options: { serve: flag },
});

const site = fileURLToPath(new URL('.', import.meta.url));
/** Runs a command that prints its own errors. Ends this process if the command fails. */
const run = (folder: string, command: string, ...args: readonly string[]): void => {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
run(fileURLToPath(new URL('../..', import.meta.url)), 'npm', 'run', '--silent', 'build');
run(site, 'npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline');
run(site, process.execPath, 'content.ts');
run(site, 'npx', 'astro', 'build');
if (given.serve.length > 0) run(site, 'npx', 'astro', 'preview');
