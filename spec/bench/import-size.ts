import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** What a program imports, by door. */
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

/** Bytes of a bundle of the built package without RxJS, minified and compressed by gzip, for each set of imports. */
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

/** Without the line that names what is imported of it, either: where RxJS is bundled too, the names are linked away. */
const withoutRxjs = (text: string): string => text.replaceAll(/import\s*\{[^}]*\}\s*from\s*"rxjs";/g, '');
