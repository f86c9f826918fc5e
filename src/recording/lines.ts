import { anObservable, type Rule } from '../objects/index.ts';
import type { Observable } from 'rxjs';

/**
 * The lines of a recording, without their ends. Of an iterable the next one is asked for when it is due, so that a file
 * of any size passes through; an observable cannot be asked to wait, and what comes early is kept.
 *
 * On Node `createInterface({ input: createReadStream(file) })` of `node:readline` is one. Its promises know no virtual
 * time: inside `TestScheduler.run` give lines that are there, `readFileSync(file, 'utf8').split('\n')`.
 */
export type Lines = Iterable<string> | AsyncIterable<string> | Observable<string>;

export const someLines: Rule = {
  allowed: "lines: an iterable or an observable of them, such as text.split('\\n')",
  secret: true,
  test: (given) => {
    if (typeof given !== 'object' || given === null) return false;
    return Symbol.iterator in given || Symbol.asyncIterator in given || anObservable.test(given);
  },
};
