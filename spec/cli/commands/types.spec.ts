import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { apiextensions } from 'rx-informer/kinds';
import { stringifyYaml } from '../../../src/yaml/index.ts';
import { banner } from '../../../src/cli/types/generate/typescript-file.ts';
import { inProcess } from '../in-process.ts';
import { temporary, type Temporary } from '../temporary.ts';
import { crd, version } from '../types/generate/crd.ts';

const stranger = 'token-without-rights';
const types = (...words: readonly string[]) => inProcess(['types', ...words]);

describe('rx-informer types -f', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  const yaml = (...objects: readonly unknown[]): string =>
    objects.map((one) => stringifyYaml(one)).join('---\n');
  const file = (...objects: readonly unknown[]): string => folder.write('crd.yaml', yaml(...objects));

  it('should print the types of all definitions of all files, and of the items of lists', async () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [crd({ kind: 'Gadget' }), crd({ kind: 'Part' })] };
    const run = types('-f', file(crd()), folder.write('list.json', JSON.stringify(list)));

    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
    expect(run.output().match(/^export const \w+/gm)).toEqual([
      'export const gadgets',
      'export const parts',
      'export const widgets',
    ]);
  });

  it('should skip the objects of other kinds, and say so', async () => {
    const path = file(crd(), { apiVersion: 'v1', kind: 'Namespace' }, null);
    const run = types('-f', path);

    expect(await run.ended).toBe(0);
    expect(run.output()).toContain('export const widgets');
    expect(run.errors()).toBe(`${path}: skipped the objects of other kinds: 1\n`);
  });

  it('should skip files without definitions, if another file has a definition', async () => {
    const other = folder.write('kustomization.yaml', yaml({ apiVersion: 'v1', kind: 'Kustomization' }));
    const empty = folder.write('empty.yaml', '# nothing\n');
    const run = types('-f', file(crd()), other, empty);

    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe(
      `${other}: skipped the objects of other kinds: 1\n${empty}: skipped, because the file has no object\n`,
    );
    const refused = types('-f', other, empty);

    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toContain(
      `${other}, document 1 is a Kustomization, and the files have no CustomResourceDefinition\n`,
    );
  });

  it('should write only the definitions of --only', async () => {
    const run = types('-f', file(crd(), crd({ kind: 'Gadget' })), '--only', 'gadgets.example.com');

    expect(await run.ended).toBe(0);
    expect(run.output().match(/^export const \w+/gm)).toEqual(['export const gadgets']);
  });

  it('should say that a version has no schema, and that no version is served', async () => {
    const path = file(
      crd({ versions: [version('v1', {}, { schema: {} })] }),
      crd({ kind: 'Gadget', versions: [version('v1', {}, { served: false })] }),
    );
    const run = types('-f', path);

    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe(
      `${path}, document 2: no version is served, so there are no types\n` +
        `${path}, document 1 (widgets.example.com): v1 has no schema, so the types of its fields are unknown\n`,
    );
  });

  it('should write a file, replace it later, and not replace a file of another origin', async () => {
    const target = folder.path('types.ts');
    for (const kind of ['Widget', 'Gadget']) {
      const run = types('-f', file(crd({ kind })), '-o', target);

      expect(await run.ended).toBe(0);
      expect(run.output()).toBe('');
      expect(readFileSync(target, 'utf8').startsWith(banner)).toBe(true);
      expect(readFileSync(target, 'utf8')).toContain(`export interface ${kind} `);
    }
    const own = folder.write('own.ts', 'export {};\n');
    const run = types('-f', file(crd()), '-o', own);

    expect(await run.ended).toBe(1);
    expect(run.errors()).toBe(
      `rx-informer: -o: ${own} is there already, and rx-informer types has not written it\n` +
        'Name a file that does not exist yet, or delete the file.\n',
    );
    expect(readFileSync(own, 'utf8')).toBe('export {};\n');
  });

  it('should say why it cannot write the file', async () => {
    const run = types('-f', file(crd()), '-o', folder.path('none', 'a.ts'));

    expect(await run.ended).toBe(1);
    expect(run.errors()).toContain(`(-o): there is no folder ${folder.path('none')}\n`);
  });

  const whatToGive = 'Give the CustomResourceDefinitions (apiextensions.k8s.io/v1) of the custom resources.';
  const v1beta1 = { ...crd(), apiVersion: 'apiextensions.k8s.io/v1beta1' };
  it.each<[what: string, text: string, problem: string, hint: string]>([
    ['an empty file', '', 'crd.yaml has no object', whatToGive],
    [
      'a file without a definition',
      yaml({ apiVersion: 'v1', kind: 'Pod' }),
      'document 1 is a Pod, and ',
      whatToGive,
    ],
    ['no object', '[]', 'document 1: it is not an object with apiVersion and kind', whatToGive],
    ['invalid YAML', 'a: [', 'document 1: Flow sequence in block collection must be', ''],
    [
      'a template',
      'a: {{ .Values.a }}\n  b',
      'document 1: ',
      'The file looks like a template of Helm: helm template',
    ],
    [
      'v1beta1',
      yaml(v1beta1),
      '"apiextensions.k8s.io/v1beta1"; allowed: apiextensions.k8s.io/v1',
      'Kubernetes 1.22 removed v1beta1.',
    ],
    [
      'a $ref',
      yaml(crd({ versions: [version('v1', { a: { $ref: '#/a' } })] })),
      'properties.a has the $ref "#/a"',
      'Put the schema itself in the place of the $ref.',
    ],
    [
      'no type',
      yaml(crd({ versions: [version('v1', { a: {} })] })),
      'properties.a has no type',
      'Add the type, ',
    ],
    [
      'a definition twice',
      yaml(crd(), crd()),
      'widgets.example.com is defined twice: ',
      'Give each CustomResourceDefinition once.',
    ],
  ])('should refuse %s in at most three lines', async (_what, text, problem, hint) => {
    const run = types('-f', folder.write('crd.yaml', text));

    expect(await run.ended).toBe(1);
    expect(run.output()).toBe('');
    expect(run.errors().split('\n')[0]).toContain(problem);
    expect(run.errors()).toContain(hint);
    expect(run.errors().trimEnd().split('\n').length).toBeLessThanOrEqual(3);
  });

  it('should refuse a file that does not exist', async () => {
    const run = types('-f', '/no/such/file');

    expect(await run.ended).toBe(1);
    expect(run.errors()).toBe(
      'rx-informer: cannot read /no/such/file: there is no such file\n' +
        'Give files with CustomResourceDefinitions: rx-informer types -f crds/*.yaml\n',
    );
  });
});

describe('rx-informer types --from-cluster', () => {
  let server: ApiServer;
  let url = '';
  beforeAll(async () => {
    server = createApiServer({ tokens: { token: 'admin', [stranger]: { user: 'anna' } } });
    url = (await server.listen()).url;
  });
  afterAll(() => server.close());

  it('should say that a cluster has no definitions, and otherwise print their types', async () => {
    const words = ['--from-cluster', '--server', url, '--token', 'token'];
    const before = types(...words);

    expect(await before.ended).toBe(1);
    expect(before.errors()).toContain(`rx-informer: ${url} has no CustomResourceDefinition\n`);

    for (let at = 0; at < 60; at++) {
      server.objects.create(
        apiextensions.v1.customresourcedefinitions,
        crd({ kind: `Widget${at}` }) as never,
      );
    }
    const run = types(...words);

    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
    expect(run.output().match(/^export const \w+/gm)).toHaveLength(60); // the server lists the definitions on two pages
  });

  it('should say which right the user needs', async () => {
    const run = types('--from-cluster', '--server', url, '--token', stranger);

    expect(await run.ended).toBe(1);
    expect(run.errors()).toMatch(/^rx-informer: .*403.*"anna" cannot list.*customresourcedefinitions/);
    expect(run.errors().split('\n').slice(1)).toEqual([
      'The user needs the verb list for customresourcedefinitions.apiextensions.k8s.io.',
      'Without this right, give the files of the definitions: rx-informer types -f crd.yaml',
      '',
    ]);
  });

  it('should say that the server cannot be reached', async () => {
    const run = types('--from-cluster', '--server', 'http://127.0.0.1:1');

    expect(await run.ended).toBe(1);
    expect(run.errors()).toContain('rx-informer: cannot reach http://127.0.0.1:1: ');
  });
});
