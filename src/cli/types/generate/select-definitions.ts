import { nearest } from '../../../discovery/index.ts';
import { usageError } from '../../command-error.ts';
import type { Definition } from './definition.ts';

/**
 * Returns the definitions that match at least one of the words. A word is the name of a definition, such as
 * `certificates.cert-manager.io`, or a group, such as `cert-manager.io`.
 *
 * @throws CommandError for a word that matches no definition
 */
export function selectDefinitions(
  definitions: readonly Definition[],
  words: readonly string[],
): readonly Definition[] {
  for (const word of words) {
    if (definitions.some((one) => isNamed(one, word))) continue;
    const known = [...new Set(definitions.flatMap(({ name, group }) => [name, group]))];
    const [similar] = nearest(word, known);
    throw usageError(
      `--only: there is no definition and no group “${word}”`,
      similar === undefined
        ? `Allowed: the name of a definition, or a group: ${known.slice(0, 4).join(', ')}${known.length > 4 ? ', …' : ''}`
        : `Did you mean ${similar}?`,
    );
  }
  return definitions.filter((one) => words.some((word) => isNamed(one, word)));
}

const isNamed = ({ name, group }: Definition, word: string): boolean => word === name || word === group;
