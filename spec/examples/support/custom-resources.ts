import { readFile } from 'node:fs/promises';
import { equal } from 'node:assert/strict';
import { parse } from 'yaml';
import type { ExampleCluster } from '../example-check.ts';
import { eventually } from './answers.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Creates the CustomResourceDefinition of a file in `examples`, and waits until the server serves the collection. */
export async function installCrd(cluster: ExampleCluster, file: string, collection: string): Promise<void> {
  const text = await readFile(new URL(`../../../examples/${file}`, import.meta.url), 'utf8');
  await cluster.create(crds, parse(text) as object);
  await eventually(() => cluster.get(collection));
}

/** Waits until a field of an object has the value. The path of the field is separated by `/`. */
export async function becomes(
  cluster: ExampleCluster,
  object: string,
  field: string,
  value: unknown,
): Promise<void> {
  await eventually(async () => {
    const found = field
      .split('/')
      .reduce<unknown>(
        (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
        await cluster.get(object),
      );
    equal(found, value, `${object} ${field}`);
  });
}
