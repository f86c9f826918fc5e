/**
 * Prints random comments of the code and random sentences of the documentation, for a review of the English. The
 * command is `npm run suite -- sentences`. A seed determines which comments and sentences are printed.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seededRandom } from 'rx-informer/testing';
import { scriptOptions, wholeNumber } from '../support/script-options.ts';
import { commentsIn, drawn, sentencesIn, type Sentence } from './sentences.ts';

const given = scriptOptions({
  usage: `
npm run suite -- sentences [--seed N]

Prints 100 random comments of the code and 100 random sentences of the docs, for a review of the English. A reader who
knows Kubernetes and RxJS, but not this project, marks each sentence that must be read twice. The goal: 95 of 100 are
clear at the first reading.

  --seed N   prints the same sentences again; by default each run has a new seed, and prints it
`,
  options: { seed: wholeNumber(0) },
});
const [seed = Date.now()] = given.seed;
const random = seededRandom(seed);
const root = fileURLToPath(new URL('../..', import.meta.url));
const texts = (patterns: readonly string[], read: (file: string, text: string) => readonly Sentence[]) =>
  globSync(patterns, {
    cwd: root,
    exclude: (name) => /node_modules|generated|\/content\//.test(name),
  }).flatMap((file) => read(file, readFileSync(`${root}${file}`, 'utf8')));

const comments = texts(['{src,spec,examples,docs/site}/**/*.ts', '.ci/*.js'], commentsIn);
const sentences = texts(['*.md', 'docs/**/*.md', 'examples/**/*.md'], sentencesIn);
console.log(`seed ${seed}`);
for (const [title, from] of [
  ['comments', comments],
  ['sentences of the docs', sentences],
] as const) {
  console.log(`\n100 of ${from.length} ${title}\n`);
  for (const [nth, { file, text }] of drawn(from, 100, random).entries()) {
    console.log(`${nth + 1}. ${text}  (${file})`);
  }
}
