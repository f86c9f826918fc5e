import { problemText, stateOf, stateText } from './health.ts';
import type { Section } from './section.ts';

/** What is left on a terminal: where it stood, a line for each collection. */
export function summary(sections: readonly Section[], now: number): readonly string[] {
  return sections.map(({ title, size, health }) => {
    const problem = stateOf(health, now) === 'waiting' ? `: ${problemText(health, now)}` : '';
    return `${title}: ${size} ${size === 1 ? 'object' : 'objects'}, ${stateText(health, now)}${problem}`;
  });
}
