import { generatedDefinitionNames } from '../../generated/definition-names.ts';
import { own } from '../../json.ts';

interface Named {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The name of a kind's schema: the built-in ones have Go's, custom ones their group's backwards. */
export function definitionName({ group, version, kind }: Named): string {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return (
    own(generatedDefinitionNames, `${apiVersion}/${kind}`) ??
    [...group.split('.').toReversed(), version, kind].join('.')
  );
}
