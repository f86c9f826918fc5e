import { beforeAll, describe, expect, it } from '@jest/globals';
import { catchError, firstValueFrom, map, of, reduce } from 'rxjs';
import { collectionPath } from '../../src/objects/index.ts';
import { StatusError, type Transport } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { asAdmin } from './support/admin.ts';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';

const cluster = sharedCluster();
const gadgets = { group: 'patches.example.com', version: 'v1', resource: 'gadgets' } as const;
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.patches.example.com' },
  spec: {
    group: gadgets.group,
    scope: 'Namespaced',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const path = collectionPath(gadgets, 'default');
const embedded = createApiServer().transport;
const real = transportTo(cluster);

interface Answer {
  readonly code: number;
  /** The spec of an object, or the text of a Status. */
  readonly said: unknown;
}

const ask = (
  transport: Transport,
  method: 'POST' | 'PATCH',
  of_: string,
  type: string,
  body: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  firstValueFrom(
    transport
      .open({
        method,
        path: of_,
        query: { fieldManager: 'spec', ...query },
        headers: { 'content-type': type },
        body,
      })
      .pipe(
        reduce((text, chunk) => text + new TextDecoder().decode(chunk), ''),
        map((text): Answer => ({ code: 200, said: (JSON.parse(text) as { readonly spec?: unknown }).spec })),
        catchError((error: unknown) =>
          of<Answer>(
            error instanceof StatusError
              ? { code: error.code, said: error.message }
              : { code: 0, said: error },
          ),
        ),
      ),
  );

let count = 0;
const newName = (): string => `gadget-${++count}`;
const json = (object: object): string =>
  JSON.stringify({ apiVersion: 'patches.example.com/v1', kind: 'Gadget', ...object });

beforeAll(async () => {
  const text = JSON.stringify(definition);
  for (const transport of [real, embedded])
    await ask(transport, 'POST', definitions, 'application/json', text);
  await asAdmin(cluster, (admin) => eventually(() => admin('GET', collectionPath(gadgets))));
});

describe('patches on a real kube-apiserver and on the embedded server', () => {
  const spec = { a: { b: { c: 1 } }, list: [1, 2, 3, { d: [4] }], text: 'x', nothing: null };
  const jsonPatch = async (
    transport: Transport,
    name: string,
    patch: unknown,
    fieldValidation = '',
  ): Promise<Answer> => {
    await ask(transport, 'POST', path, 'application/json', json({ metadata: { name }, spec }));
    const type = 'application/json-patch+json';
    return ask(transport, 'PATCH', `${path}/${name}`, type, JSON.stringify(patch), { fieldValidation });
  };

  it.each([
    [200, { op: 'move', from: '/spec/a', path: '/spec/x' }],
    [200, { op: 'move', from: '/spec/a/b', path: '/spec/a' }],
    [200, { op: 'move', from: '/spec/a', path: '/spec/a' }],
    [200, { op: 'move', from: '/spec/list/0', path: '/spec/list/2' }],
    [200, { op: 'move', from: '/spec/list/0', path: '/spec/list/-' }],
    [200, { op: 'move', from: '/spec/list/-1', path: '/spec/list/0' }],
    [200, { op: 'copy', from: '/spec/a', path: '/spec/a/x' }],
    [200, { op: 'copy', from: '/spec/list', path: '/spec/list/0' }],
    [200, { op: 'copy', from: '/spec/absent', path: '/spec/x' }],
    [200, { op: 'copy', from: 'x/spec/a', path: '/spec/x' }],
    [422, { op: 'move', from: '/spec/a', path: '/spec/a/b/x' }],
    [422, { op: 'move', from: '/spec/list/3', path: '/spec/list/3/d' }],
    [422, { op: 'move', from: '/spec/absent', path: '/spec/x' }],
    [422, { op: 'move', path: '/spec/x' }],
    [422, { op: 'copy', path: '/spec/x' }],
    [422, { op: 'copy', from: '', path: '/spec/x' }],
    [422, { op: 'copy', from: '/spec/a', path: '/spec/absent/x' }],
    [422, { op: 'copy', from: '/spec/list/9', path: '/spec/x' }],
    [400, { op: 'move', from: 5, path: '/spec/x' }],
    [400, { op: 5, path: '/spec/x' }],
  ])('should get the same answer, %d, to the JSON patch %j', async (code, patch) => {
    const name = newName();
    const answer = await jsonPatch(real, name, [patch]);

    expect(answer.code).toBe(code);
    expect(await jsonPatch(embedded, name, [patch])).toEqual(answer);
  });

  const failing = { op: 'test', path: '/spec/text', value: 'y' };
  it.each<[number, string, unknown]>([
    [400, '', [failing, { op: 5 }]],
    [400, 'Strict', [failing, { op: 5 }]],
    [422, 'Ignore', [{ op: 5 }]],
    [422, 'Ignore', [{ op: 'add', path: {} }]],
    [422, 'Ignore', [failing, { op: 5 }]],
    [400, 'Ignore', [failing, 5]],
    [400, 'Ignore', {}],
    [200, '', null],
    [200, 'Ignore', null],
  ])(
    'should get the same answer, %d, with fieldValidation=%s to the JSON patch %j',
    async (code, fieldValidation, patch) => {
      const name = newName();
      const answer = await jsonPatch(real, name, patch, fieldValidation);

      expect(answer.code).toBe(code);
      expect(await jsonPatch(embedded, name, patch, fieldValidation)).toEqual(answer);
    },
  );

  const yaml = (lines: string) => (name: string) =>
    `apiVersion: patches.example.com/v1\nkind: Gadget\nmetadata: {name: ${name}}\nspec:\n${lines}`;
  const flow = (text: string) => (name: string) =>
    json({ metadata: { name } }).replace(/\}$/, `,"spec":${text}}`);
  it.each<[number, string, (name: string) => string]>([
    [200, 'JSON with numbers', flow('{"a":1e3,"b":1E+3,"c":-0,"d":1.0}')],
    [200, 'JSON with a repeated key', flow('{"a":1,"a":2}')],
    [200, 'JSON with a comma too much', flow('{"a":[1,2,],}')],
    [200, 'JSON with a comment', (name) => `${flow('{"a":1}')(name)} # text`],
    [200, 'two JSON documents', (name) => `${flow('{"a":1}')(name)}\n---\n${flow('{"a":2}')(name)}`],
    [200, 'numbers', yaml('  {a: 1e3, b: 0x1F, c: 0o17, d: 017, e: 0b11, f: 1_000, g: 1:30, h: .5}')],
    [200, 'words', yaml('  {a: yes, b: off, c: y, d: ~, e: Null, f: 2001-01-01}')],
    [200, 'keys that are no texts', yaml('  {1: a, true: b, 1.5: c}')],
    [200, 'anchors and merges', yaml('  a: &x {q: 1}\n  b: *x\n  c: {<<: *x, r: 2}')],
    [400, 'JSON with an escaped slash', flow('{"a":"x\\/y"}')],
    [400, 'JSON with escaped surrogates', flow('{"a":"\\ud83d\\ude00"}')],
    [400, 'JSON with a control character', flow('{"a":"\u007f"}')],
    [200, 'numbers with prefixes', yaml('  {a: 0O17, b: 0X1F, c: 0B11, d: 0o1_7, e: 0o18, f: 0b-11, g: 08}')],
    [200, 'texts like numbers', yaml('  {a: e5, b: ., c: 1e400, d: 0x10000000000000000}')],
    [200, 'JSON with a too large number', flow('{"a":1e400}')],
    [200, 'backslashes outside of double quotes', yaml('  a: \'\\/\'\n  b: \\/ # "\\/"\n  c: |\n    "\\/"')],
    [400, 'an escaped slash', yaml('  a: "x\\/y"')],
    [400, 'an escaped surrogate', yaml('  a: "\\ud83d"')],
    [400, 'NaN', yaml('  a: .nan')],
    [400, 'infinity', yaml('  a: .inf')],
    [400, 'negative infinity', yaml('  a: -.inf')],
    [400, 'a list', () => '[]'],
    [400, 'nothing', () => ''],
  ])('should get the same answer, %d, to an apply of %s', async (code, _, bodyOf) => {
    const name = newName();
    const apply = (transport: Transport): Promise<Answer> =>
      ask(transport, 'PATCH', `${path}/${name}`, 'application/apply-patch+yaml', bodyOf(name));
    const answer = await apply(real);

    expect(answer.code).toBe(code);
    expect(await apply(embedded)).toEqual(answer);
  });
});
