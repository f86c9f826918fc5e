import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { fc } from '../../../support/properties.ts';
import { banner, typescriptFile } from '../../../../src/cli/types/generate/typescript-file.ts';
import { definition, version } from './crd.ts';

const string = { type: 'string' };
const object = (properties: Readonly<Record<string, unknown>>, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
});

describe('typescriptFile', () => {
  it('should write the interfaces of a kind, its resource, and the type for an apply', () => {
    const spec = object({
      size: { type: 'integer', default: 1 },
      ports: { type: 'array', items: object({ name: string }) },
    });
    const properties = {
      ...{ apiVersion: string, kind: string, metadata: { type: 'object' } },
      spec: { ...spec, description: 'The wanted state.' },
      status: object({
        parts: { type: 'object', additionalProperties: object({ a: object({ b: object({}) }) }) },
      }),
    };
    const v1 = {
      schema: { openAPIV3Schema: { ...object(properties, 'spec', 'metadata'), description: 'A widget.' } },
    };

    expect(typescriptFile([definition({ versions: [version('v1', {}, v1)] })]))
      .toBe(`${banner}/* eslint-disable */
import type { KubeObject, ObjectMeta } from 'rx-informer';
import { type Applied, defineResource, type Resource } from 'rx-informer/client';

/** A widget. */
export interface Widget extends KubeObject {
  readonly apiVersion: 'example.com/v1';
  readonly kind: 'Widget';
  readonly metadata: ObjectMeta;
  /** The wanted state. */
  readonly spec: WidgetSpec;
  readonly status?: WidgetStatus;
}

/** \`spec\` of a {@link Widget}. */
export interface WidgetSpec {
  /** @defaultValue \`1\` */
  readonly size?: number;
  readonly ports?: readonly WidgetSpecPortsItem[];
}

/** \`spec.ports[]\` of a {@link Widget}. */
export interface WidgetSpecPortsItem {
  readonly name?: string;
}

/** \`status\` of a {@link Widget}. */
export interface WidgetStatus {
  readonly parts?: { readonly [key: string]: WidgetStatusPartsValue };
}

/** \`status.parts[*]\` of a {@link Widget}. */
export interface WidgetStatusPartsValue {
  readonly a?: { readonly b?: { readonly [key: string]: never } };
}

/** The resource widgets.example.com, version v1. */
export const widgets: Resource<Widget> = defineResource<Widget>({
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

/** The fields of a Widget for a server-side apply. */
export type WidgetApplyConfiguration = Applied<Widget>;
`);
  });

  it('should write the fields of an object inline if the name of its interface is used', () => {
    const nested = object({ a: string });
    const text = typescriptFile([
      definition({ versions: [version('v1', { spec: nested, 'part-s': nested, partS: nested })] }),
      definition({ kind: 'WidgetSpec' }),
    ]);

    expect(text.match(/^export interface (\w+)/gm)).toEqual([
      'export interface Widget',
      'export interface WidgetPartS',
      'export interface WidgetSpec',
    ]);
    expect(text).toContain('  readonly spec?: { readonly a?: string };');
    expect(text).toContain("  readonly 'part-s'?: WidgetPartS;\n  readonly partS?: { readonly a?: string };");
  });

  it('should write unknown fields, and a comment, if there is no schema', () => {
    const text = typescriptFile([definition({ versions: [version('v1', {}, { schema: {} })] })]);

    expect(text).toContain(
      `/** A Widget of example.com/v1. */
export interface Widget extends KubeObject {
  readonly apiVersion: 'example.com/v1';
  readonly kind: 'Widget';
  readonly metadata: ObjectMeta;
  // The definition has no schema: the server accepts all fields, and their types are not known.
  readonly [key: string]: unknown;
}`,
    );
  });

  it('should mark a deprecated version, its resource and its type for an apply', () => {
    const text = typescriptFile([
      definition({ versions: [version('v1', {}, { deprecated: true, deprecationWarning: 'Use {v2}.' })] }),
    ]);

    expect(text.split(' * @deprecated Use \\{v2\\}.\n')).toHaveLength(4);
  });

  it('should not depend on the order of the definitions', () => {
    const all = [definition(), definition({ group: 'a.org' }), definition({ kind: 'Gadget' })];

    expect(typescriptFile(all.toReversed())).toBe(typescriptFile(all));
  });

  it('should write only declarations, with any names, descriptions, enums and defaults', () => {
    const parts = [
      '*/',
      '/*',
      '//',
      '\n',
      '\r',
      '\u2028',
      "'",
      '`',
      '\\',
      '${',
      '}',
      '@x',
      'a',
      ' ',
      ';',
      '__proto__',
      '"',
    ];
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((all) => all.join(''));
    const { schema } = fc.letrec<{ schema: Readonly<Record<string, unknown>> }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        fc.record({ type: fc.constant('string'), enum: fc.array(text), description: text, default: text }),
        fc.record({ type: fc.constant('array'), items: tie('schema'), nullable: fc.boolean() }),
        fc.record({
          type: fc.constant('object'),
          description: text,
          properties: fc.dictionary(text, tie('schema'), { maxKeys: 3 }),
          'x-kubernetes-embedded-resource': fc.boolean(),
          'x-kubernetes-preserve-unknown-fields': fc.boolean(),
        }),
      ),
    }));
    const versionWith = (spec: Readonly<Record<string, unknown>>, warning: string) =>
      version('v1', { spec, [warning]: spec }, { deprecated: true, deprecationWarning: warning });
    const allowed = new Set([
      ts.SyntaxKind.ImportDeclaration,
      ts.SyntaxKind.InterfaceDeclaration,
      ts.SyntaxKind.FirstStatement, // a `const`
      ts.SyntaxKind.TypeAliasDeclaration,
    ]);

    fc.assert(
      fc.property(schema, text, (spec, warning) => {
        const code = typescriptFile([definition({ versions: [versionWith(spec, warning)] })]);
        const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
        const { statements } = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest);

        expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
        expect(statements.filter(({ kind }) => !allowed.has(kind))).toEqual([]);
        expect(statements.filter(({ kind }) => kind === ts.SyntaxKind.FirstStatement)).toHaveLength(1);
      }),
    );
  });
});
