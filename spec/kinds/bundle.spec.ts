import { describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import * as kinds from 'rx-informer/kinds';

/** Bundles a program that imports the library. Returns the text of the bundle. */
async function bundled(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    conditions: ['rx-informer:source'],
    external: ['rxjs'],
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Returns the API groups that a bundle contains. The search uses more than the plural name of a resource, because some
 * plural names are ordinary words.
 */
function groupsIn(bundle: string): readonly string[] {
  return Object.entries(kinds)
    .filter(([, versions]) =>
      Object.values(versions).some((resources: object) =>
        Object.values(resources as Readonly<Record<string, { readonly resource: string }>>).some(
          ({ resource }) => new RegExp(`resource:"${resource}"`).test(bundle),
        ),
      ),
    )
    .map(([group]) => group);
}

describe('the built-in kinds in a bundle', () => {
  it('should include only the groups that a program names', async () => {
    const bundle = await bundled(`
      import { sharedInformerFactory } from 'rx-informer/client-go';
      import { apps, batch } from 'rx-informer/kinds';
      export const start = (transport) => sharedInformerFactory(transport, { apps, batch }).start();
    `);

    expect(groupsIn(bundle)).toEqual(['apps', 'batch']);
  });

  it('should be absent if a program defines its own kinds', async () => {
    const bundle = await bundled(`
      import { informer, listWatch } from 'rx-informer';
      const widgets = { group: 'example.com', version: 'v1', resource: 'widgets' };
      export const follow = (transport) => informer(listWatch(transport, widgets)).changes();
    `);

    expect(groupsIn(bundle)).toEqual([]);
  });

  it('should all be included if a program imports all', async () => {
    const bundle = await bundled(`
      import { sharedInformerFactory } from 'rx-informer/client-go';
      import * as kinds from 'rx-informer/kinds';
      export const factoryOf = (transport) => sharedInformerFactory(transport, kinds);
    `);

    expect(groupsIn(bundle)).toEqual(Object.keys(kinds));
  });
});
