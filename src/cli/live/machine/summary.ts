import { problemText, stateOf, stateText } from './health.ts';
import type { Section } from './section.ts';

/** Returns the lines that stay on the terminal when the command ends: the last state of each collection. */
export function summary(sections: readonly Section[], now: number): readonly string[] {
  return sections.map(({ title, size, health }) => {
    const problem = stateOf(health, now) === 'waiting' ? `: ${problemText(health, now)}` : '';
    return `${title}: ${size} ${size === 1 ? 'object' : 'objects'}, ${stateText(health, now)}${problem}`;
  });
}
