import {
  aBoolean,
  aString,
  checkArgument,
  checkOptions,
  isRecord,
  OptionsError,
  type Rule,
} from '../../objects/index.ts';

/**
 * Validates a resource definition from the options of `createApiServer`.
 *
 * @throws OptionsError
 */
export function checkDefinition(definition: unknown): void {
  checkArgument(option, definition, { allowed: 'resource definitions', test: isRecord });
  checkOptions(option, definition, rules);
  for (const name of ['group', 'version', 'resource', 'kind']) {
    if ((definition as Readonly<Record<string, unknown>>)[name] === undefined) {
      throw new OptionsError(`${option}: ${name}`, undefined, rules[name]?.allowed ?? '');
    }
  }
}

const option = 'createApiServer: resources';

const matching = (allowed: string, pattern: RegExp): Rule => ({
  allowed,
  test: (given) => aString.test(given) && pattern.test(String(given)),
});

const texts: Rule = {
  allowed: 'a list of strings',
  test: (given) => Array.isArray(given) && given.every(aString.test),
};

const lowerCase = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const aName = matching('a name in lower case', lowerCase);

const rules: Readonly<Record<string, Rule>> = {
  group: matching('an API group, or the empty string for the core group', /^[-a-z0-9.]*$/),
  version: matching('an API version such as v1', lowerCase),
  resource: matching('a plural name in lower case', lowerCase),
  kind: matching('a kind in CamelCase', /^[A-Z][A-Za-z0-9]*$/),
  namespaced: aBoolean,
  singular: aName,
  shortNames: texts,
  categories: texts,
  status: aBoolean,
  scale: {
    allowed: '{ specReplicasPath, statusReplicasPath, labelSelectorPath? }',
    test: (given) =>
      isRecord(given) && aString.test(given['specReplicasPath']) && aString.test(given['statusReplicasPath']),
  },
  selectableFields: texts,
  printerColumns: {
    allowed: 'a list of { name, type, jsonPath, … }',
    test: (given) => Array.isArray(given) && given.every(isPrinterColumn),
  },
};

const isPrinterColumn = (given: unknown): boolean =>
  isRecord(given) && ['name', 'type', 'jsonPath'].every((name) => aString.test(given[name]));
