import { generatedDefinitionNames } from '../../generated/definition-names.ts';
import { own } from '../../json.ts';

interface Named {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Returns the name of the schema of a kind. A built-in kind has the name of its Go type. The name of a custom kind
 * starts with the reversed API group.
 */
export function definitionName({ group, version, kind }: Named): string {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return (
    own(generatedDefinitionNames, `${apiVersion}/${kind}`) ??
    [...group.split('.').toReversed(), version, kind].join('.')
  );
}
