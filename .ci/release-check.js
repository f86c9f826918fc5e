/**
 * Makes two checks before a release. The git tag must match the version of the package. npm must be able to state the
 * provenance. Arguments: `TAG OWNER/NAME`.
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
