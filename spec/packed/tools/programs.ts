import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

/** The language of a test program: TypeScript, JavaScript with ES modules, or JavaScript with CommonJS. */
export type Language = 'ts' | 'esm' | 'cjs';

type Program = 'in-a-page' | 'on-node' | 'one-copy';

/** Returns the text of a program from `programs/tools`, converted to a language. */
export function program(name: Program, language: Language): string {
  const text = readFileSync(join(import.meta.dirname, '../programs/tools', `${name}.ts`), 'utf8');
  if (language === 'ts') return text;
  return transformSync(text, { loader: 'ts', format: language, target: 'node20' }).code;
}

/** The lines that each test program must print. */
const steps: Readonly<Record<Program, readonly string[]>> = {
  'in-a-page': [
    'virtual cluster: synced',
    'one RxJS: true',
    'recording: added shop/web',
    'error of root: true',
    'error of client: true',
    'error of controller: true',
    'error of client-go: true',
    'error of fetch: true',
    'error of testing: true',
    'error of recording: true',
  ],
  'on-node': [
    'in process: synced',
    'fetch: synced',
    'client-node: synced',
    'one RxJS: true',
    'error of a request: true',
    'error of apiserver: true',
    'error of client-node: true',
    'yaml: created',
    'protobuf: created',
    'web socket: 101',
    'socks: ECONNREFUSED',
  ],
  'one-copy': [
    ...[
      '',
      '/client',
      '/derived',
      '/scope',
      '/client-go',
      '/fetch',
      '/client-node',
      '/kinds',
      '/testing',
      '/recording',
      '/apiserver',
    ].map((door) => `one copy of rx-informer${door}`),
    'errors across',
    'a view across: 1',
  ],
};

/** How a test file imports its modules. */
interface Manner {
  /** The text after the name of a module, for example `.js`. */
  readonly ending: string;
  /** The line that imports `test` and `expect`. Omitted if both are globals. */
  readonly imports?: string;
}

/** Returns a test file for test runners with Jest's functions. The file has one test for each program. */
export function testFile({ ending, imports = '' }: Manner): string {
  return `${imports}import { inAPage } from './in-a-page${ending}';
import { onNode } from './on-node${ending}';

test('the doors of a page', async () => {
  expect(await inAPage()).toEqual(${JSON.stringify(steps['in-a-page'])});
});
test('the doors of Node', async () => {
  expect(await onNode()).toEqual(${JSON.stringify(steps['on-node'])});
});
`;
}

/** Returns the output that the given programs must print. */
export const output = (...programs: readonly Program[]): string =>
  programs.flatMap((name) => steps[name]).join('\n') + '\n';
