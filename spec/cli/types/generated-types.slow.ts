import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { firstValueFrom } from 'rxjs';
import { createApiServer } from 'rx-informer/apiserver';
import { defineResource, resourceClient } from 'rx-informer/client';
import { apiextensions } from 'rx-informer/kinds';
import { definitionOf } from '../../../src/cli/types/generate/definition.ts';
import { typescriptFile } from '../../../src/cli/types/generate/typescript-file.ts';
import { compile, compilers } from './compile.ts';
import { crd, version } from './generate/crd.ts';

type Json = Readonly<Record<string, unknown>>;
const string = { type: 'string' };
const object = (properties: Json, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
});

const spec = object(
  {
    size: { type: 'integer', default: 1, description: 'The size */ of the `@widget`.' },
    color: { ...string, enum: ['red', "it's blue"] },
    port: { 'x-kubernetes-int-or-string': true },
    note: { ...string, nullable: true },
    labels: { type: 'object', additionalProperties: string },
    rules: { type: 'array', items: object({ name: string, 'from-port': { type: 'integer' } }, 'name') },
    matrix: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    free: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { known: { type: 'boolean' } },
    },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    empty: { type: 'object' },
    template: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
  },
  'color',
);
const definition = crd({
  versions: [version('v1', { spec, status: object({ ready: { type: 'boolean' } }) })],
});

const valid: Json = {
  size: 3,
  color: "it's blue",
  port: 'http',
  note: null,
  labels: { a: 'b' },
  rules: [{ name: 'a', 'from-port': 1 }],
  matrix: [[1.5], []],
  free: { known: true, other: [1] },
  any: [null, 'a'],
  empty: {},
  template: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' } }, spec: { containers: [] } },
};
/** The specs that the server accepts. */
const accepted: Readonly<Record<string, Json>> = {
  'all fields': valid,
  'required fields': { color: 'red' },
  'a number for an int-or-string': { color: 'red', port: 8080 },
};
/** The specs that the server refuses. */
const refused: Readonly<Record<string, Json>> = {
  'an unknown field': { ...valid, colour: 'red' },
  'a missing field': { size: 1 },
  'a wrong type': { ...valid, size: '3' },
  'a value that the enum lacks': { ...valid, color: 'green' },
  'null in a list': { ...valid, matrix: [[null]] },
  'a boolean for an int-or-string': { ...valid, port: true },
  'a value of a map': { ...valid, labels: { a: 1 } },
  'an unknown field in an item of a list': { ...valid, rules: [{ name: 'a', fromPort: 1 }] },
  'a missing field in an item of a list': { ...valid, rules: [{ 'from-port': 1 }] },
  'a wrong type in a list of lists': { ...valid, matrix: [['1']] },
  'a wrong type of a known field among unknown fields': { ...valid, free: { known: 1 } },
  'a field of an object without fields': { ...valid, empty: { a: 1 } },
  'an embedded object without kind': { ...valid, template: { apiVersion: 'v1' } },
};

describe('the generated types', () => {
  const server = createApiServer();
  const widgets = resourceClient(
    server.transport,
    defineResource({
      group: 'example.com',
      version: 'v1',
      resource: 'widgets',
      kind: 'Widget',
      namespaced: true,
    }),
  );
  const create = (at: number, given: Json): Promise<Json> =>
    firstValueFrom(
      widgets.create(
        { metadata: { name: `w${at}`, namespace: 'default' }, spec: given },
        {
          fieldValidation: 'Strict',
        },
      ),
    );
  const widget = (given: Json): string =>
    JSON.stringify({
      ...{ apiVersion: 'example.com/v1', kind: 'Widget', spec: given },
      metadata: { name: 'a', uid: 'b', resourceVersion: '1' },
    });
  let generated = '';
  beforeAll(() => {
    server.objects.create(apiextensions.v1.customresourcedefinitions, definition as never);
    const noSchema = crd({ kind: 'Gadget', versions: [version('v1', {}, { schema: {} })] });
    const ofGlobalName = crd({ kind: 'Function', versions: [version('v1', {}), version('v1beta1', {})] });
    generated = typescriptFile(
      [definition, noSchema, ofGlobalName]
        .map((object) => definitionOf({ where: 'crd', object }))
        .filter((one) => one !== undefined),
    );
  });
  afterAll(() => server.close());

  it('should have tests whose objects the API server accepts or refuses', async () => {
    for (const [at, given] of Object.values(accepted).entries())
      expect(await create(at, given)).toMatchObject({ spec: given });
    for (const [name, given] of Object.entries(refused))
      await expect(create(99, given).then(() => `${name} is accepted`)).rejects.toMatchObject({
        name: 'StatusError',
      });
  });

  it.each(compilers)(
    'should accept the same objects as the API server, and refuse the same: %s',
    async (compiler) => {
      const answer = (await create(50 + compilers.indexOf(compiler), valid)) as { readonly metadata: Json };
      const { managedFields: _, ...metadata } = answer.metadata;
      const uses = [
        "import type { ExampleFunction, ExampleV1beta1Function, Gadget, Widget, WidgetApplyConfiguration } from './crd.ts';",
        "import { widgets } from './crd.ts';",
        "import { informer, listWatch, type Transport } from 'rx-informer';",
        "import { resourceClient } from 'rx-informer/client';",
        `export const answer: Widget = ${JSON.stringify({ ...answer, metadata })};`,
        ...Object.values(accepted).map((given, at) => `export const a${at}: Widget = ${widget(given)};`),
        ...Object.entries(refused).map(
          ([name, given], at) =>
            `// @ts-expect-error: ${name}\nexport const r${at}: Widget = ${widget(given)};`,
        ),
        `export const applied: WidgetApplyConfiguration = { metadata: { name: 'a' }, spec: { rules: [{ 'from-port': 1 }] } };`,
        '// @ts-expect-error: a wrong version',
        `export const older: WidgetApplyConfiguration = { apiVersion: 'example.com/v2' };`,
        `export const gadget: Gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: a0.metadata, spec: { a: 1 } };`,
        `export const functions: readonly (ExampleFunction | ExampleV1beta1Function)['kind'][] = ['Function'];`,
        'declare const transport: Transport;',
        `resourceClient(transport, widgets).apply('a/b', applied, { fieldManager: 'me' }).subscribe(({ spec }) => spec?.color);`,
        'informer(listWatch(transport, widgets)).changes().subscribe(({ object }) => {',
        '  // @ts-expect-error: the fields are readonly',
        '  if (object.spec) object.spec.size = 1;',
        '});',
      ];

      expect(
        await compile(
          `generated-types-${compiler}`,
          { 'crd.ts': generated, 'uses.ts': uses.join('\n') },
          compiler,
        ),
      ).toBe('');
    },
  );
});
