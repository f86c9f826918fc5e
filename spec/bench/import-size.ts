import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The names that a program imports, by entry point. */
type Imports = Readonly<Record<string, readonly string[]>>;

const bundles: Readonly<Record<string, Imports>> = {
  informer: { index: ['informer'] },
  'the four stages': { index: ['reflect', 'deltaFifo', 'indexedStore', 'buffered'] },
  'informer, listWatch': { index: ['informer', 'listWatch'] },
  'informer, listWatch, fetchTransport': {
    index: ['informer', 'listWatch'],
    'fetch/index': ['fetchTransport'],
  },
};

/**
 * Returns the size of a bundle of the built package for each set of imports, in bytes. The bundle is without RxJS,
 * minified, and compressed with gzip.
 */
export async function importSizes(): Promise<Readonly<Record<string, number>>> {
  const sizes: Record<string, number> = {};
  for (const [name, imports] of Object.entries(bundles)) sizes[name] = await sizeOf(imports);
  return sizes;
}

async function sizeOf(imports: Imports): Promise<number> {
  const contents = Object.entries(imports).map(
    ([door, names]) => `export { ${names.join(', ')} } from './${door}.js';`,
  );
  const { outputFiles } = await build({
    stdin: {
      contents: contents.join('\n'),
      resolveDir: fileURLToPath(new URL('../../dist', import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['rxjs'],
    write: false,
  });
  return outputFiles.reduce((sum, { text }) => sum + gzipSync(withoutRxjs(text), { level: 9 }).length, 0);
}

/**
 * Removes the import of RxJS from the text of a bundle. The size must not include RxJS, because the web page has
 * already loaded RxJS.
 */
const withoutRxjs = (text: string): string => text.replaceAll(/import\s*\{[^}]*\}\s*from\s*"rxjs";/g, '');
