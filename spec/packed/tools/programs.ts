import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

/** A language of users: TypeScript, or JavaScript with ES modules or CommonJS. */
export type Language = 'ts' | 'esm' | 'cjs';

type Program = 'in-a-page' | 'on-node' | 'one-copy';

/** A program of `programs/tools` in a language. */
export function program(name: Program, language: Language): string {
  const text = readFileSync(join(import.meta.dirname, '../programs/tools', `${name}.ts`), 'utf8');
  if (language === 'ts') return text;
  return transformSync(text, { loader: 'ts', format: language, target: 'node20' }).code;
}

/** The steps that each program prints. */
const steps: Readonly<Record<Program, readonly string[]>> = {
  'in-a-page': [
    'virtual cluster: synced',
    'one RxJS: true',
    'recording: added shop/web',
    'error of root: true',
    'error of client: true',
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

/** The form of imports in a file of the user. */
interface Manner {
  /** The ending after the name of a module. */
  readonly ending: string;
  /** The line that imports `test` and `expect`, if they are not global. */
  readonly imports?: string;
}

/** A test file for runners with Jest's functions: one test for each program. */
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

/** The expected output of programs. */
export const output = (...programs: readonly Program[]): string =>
  programs.flatMap((name) => steps[name]).join('\n') + '\n';
