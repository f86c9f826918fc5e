/**
 * Counts the numbered behaviours of client-go that a spec tests or a page of the documentation explains. Fails if
 * neither a spec nor a page covers a behaviour.
 */
import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { countBehaviours, titlesIn } from './count-behaviours.js';

const read = (file) => readFileSync(file, 'utf8');
const specs = globSync('spec/**/*.{spec,slow,kube}.ts').map(read);
const counted = countBehaviours({
  list: read('docs/contributing/behaviours.md'),
  titles: specs.filter((source) => /\bB\d/.test(source)).flatMap(titlesIn),
  pages: globSync('docs/migrate/from-client-go{,/*}.md').map(read),
});

const { cited, decided, absent, missing, unknown, unfounded, undecided, twice } = counted;
const all = cited.length + decided.length + absent.length + missing.length;
console.log(`${all} behaviours of client-go's`);
console.log(`${decided.length} decided otherwise, in a row of docs/migrate/from-client-go`);
console.log(`${absent.length} absent, in a row that names the alternative`);
console.log(`${cited.length} kept, and named in the title of a spec`);
console.log(`${missing.length} missing`);

const names = (numbers) => numbers.map((number) => `B${number}`).join(' ');
const wrong = [
  missing.length > 0 && `in no title of a spec and in no row: ${names(missing)}`,
  unknown.length > 0 && `named, but unknown in docs/contributing/behaviours.md: ${names(unknown)}`,
  unfounded.length > 0 &&
    `rows that decide otherwise and name no quirk (Q), decision (D), guarantee (G) or answer (P): ${unfounded.join('; ')}`,
  undecided.length > 0 && `a spec contradicts them, but no row does: ${names(undecided)}`,
  twice.length > 0 && `twice in docs/contributing/behaviours.md: ${names(twice)}`,
].filter(Boolean);
for (const line of wrong) console.error(line);
process.exitCode = wrong.length > 0 ? 1 : 0;
