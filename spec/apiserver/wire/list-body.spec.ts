import { expect, it } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { listBody } from '../../../src/apiserver/wire/list-body.ts';

it('should allow a pause after each item of a list', () => {
  const definition = builtInResources().find(({ resource }) => resource === 'configmaps');
  if (definition === undefined) throw new Error('no configmaps');
  const { objects } = createApiServer();
  const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
  const items = Array.from({ length: 50 }, (_, at) =>
    objects.create(configMaps, { metadata: { name: `c${at}`, namespace: 'default' } }),
  ) as unknown as StoredObject[];
  const view = { resource: resourceOf(definition), form: 'table/None', now: () => 0 } as const;

  const pieces = [...listBody(view, { items, revision: 1 })];

  expect(pieces.filter((piece) => piece === undefined)).toHaveLength(50);
  const text = Buffer.concat(pieces.filter((piece) => piece !== undefined)).toString();
  expect((JSON.parse(text) as { rows: unknown[] }).rows).toHaveLength(50);
});
