/**
 * Builds the documentation site into `build/site`: `npm run docs`; `-- --help` has its options. The tools of the site are installed in
 * `docs/site`, so that a checkout without the site is small.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { flag, scriptOptions } from '../../spec/support/script-options.ts';

const given = scriptOptions({
  usage: `
npm run docs [-- --serve]

Builds the documentation site into build/site.

  --serve   shows it afterwards, and prints its address, until Ctrl-C
`,
  options: { serve: flag },
});

const site = fileURLToPath(new URL('.', import.meta.url));
const run = (folder: string, command: string, ...words: string[]): void => {
  execFileSync(command, words, { cwd: folder, stdio: 'inherit' });
};
run(fileURLToPath(new URL('../..', import.meta.url)), 'npm', 'run', '--silent', 'build');
if (!existsSync(`${site}node_modules`)) run(site, 'npm', 'ci', '--no-audit', '--no-fund');
run(site, process.execPath, 'content.ts');
run(site, 'npx', 'astro', 'build');
if (given.serve.length > 0) run(site, 'npx', 'astro', 'preview');
