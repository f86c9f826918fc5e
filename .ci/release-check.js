/**
 * Checks before a release that the tag matches the version, and that npm can state the provenance: `TAG OWNER/NAME`.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { releaseProblems } from './release-problems.js';

const [tag = '', repository = ''] = process.argv.slice(2);
const problems = releaseProblems(
  tag,
  repository,
  JSON.parse(readFileSync('package.json', 'utf8')),
  readFileSync('CHANGELOG.md', 'utf8'),
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
