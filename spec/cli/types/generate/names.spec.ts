import { describe, expect, it } from '@jest/globals';
import type { Definition } from '../../../../src/cli/types/generate/definition.ts';
import { namesOf } from '../../../../src/cli/types/generate/names.ts';
import { definition, version } from './crd.ts';

const names = (...definitions: readonly Definition[]): readonly string[] =>
  namesOf(definitions).map(({ type, applyType, constant }) => {
    expect(applyType).toBe(`${type}ApplyConfiguration`);
    return `${type} ${constant}`;
  });

describe('namesOf', () => {
  it('should name the preferred version without its version, and all others with it', () => {
    const versions = ['v1beta1', 'v2alpha1', 'v1', 'v2'].map((name) => version(name, {}));

    expect(names(definition({ versions }))).toEqual([
      'Widget widgets',
      'V1Widget v1Widgets',
      'V1beta1Widget v1beta1Widgets',
      'V2alpha1Widget v2alpha1Widgets',
    ]);
  });

  it('should put the group before the names of two kinds that are the same, in any order', () => {
    const [a, b] = [definition({ group: 'b-c.io' }), definition({ group: 'a.org' })];

    expect(names(a, b)).toEqual(['AWidget aWidgets', 'BCWidget bCWidgets']);
    expect(names(b, a)).toEqual(names(a, b));
  });

  it('should put the whole group before the names if the first word is the same', () => {
    expect(names(definition({ group: 'a.org' }), definition({ group: 'a.com' }))).toEqual([
      'AComWidget aComWidgets',
      'AOrgWidget aOrgWidgets',
    ]);
  });

  it('should put the group before the names if only the plurals are the same', () => {
    const plural = 'parts';

    expect(
      names(definition({ group: 'a.org', kind: 'Part', plural }), definition({ group: 'b.org', plural })),
    ).toEqual(['APart aParts', 'BWidget bParts']);
  });

  it.each<[kind: string, expected: string, plural: string | undefined]>([
    ['Function', 'PkgFunction pkgFunctions', undefined],
    ['Object', 'PkgObject pkgObjects', undefined],
    ['Resource', 'PkgResource pkgResources', undefined],
    ['Clas', 'PkgClas pkgClass', 'class'],
    ['Map', 'PkgMap pkgMaps', undefined],
    ['lower-case', 'LowerCase lowerCases', undefined],
  ])('should not use a name that TypeScript or the file already uses: %s', (kind, expected, plural) => {
    const given = { group: 'pkg.example.com', kind };

    expect(names(definition(plural === undefined ? given : { ...given, plural }))).toEqual([expected]);
  });

  it('should put the group before the names of all versions', () => {
    const versions = ['v1beta1', 'v1'].map((name) => version(name, {}));

    expect(names(definition({ group: 'pkg.example.com', kind: 'Map', versions }))).toEqual([
      'PkgMap pkgMaps',
      'PkgV1beta1Map pkgV1beta1Maps',
    ]);
  });

  it('should prefix a name that would begin with a digit', () => {
    expect(names(definition({ group: '3scale.net', kind: 'Map' }))).toEqual(['_3scaleMap _3scaleMaps']);
  });

  it('should refuse a definition that is given twice', () => {
    expect(() => names(definition(), definition())).toThrow(
      'widgets.example.com is defined twice: crd.yaml, document 1, and crd.yaml, document 1',
    );
  });

  it('should refuse two kinds whose names are the same even with the group', () => {
    expect(() => names(definition({ group: 'a.b-c' }), definition({ group: 'a.b.c' }))).toThrow(
      'crd.yaml, document 1: the kind Widget of a.b-c has the same name in TypeScript as another definition, even with its group',
    );
  });
});
