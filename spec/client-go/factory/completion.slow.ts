import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import * as ts from 'typescript';

const file = fileURLToPath(new URL('program.ts', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * A TypeScript language service with one open file, as in an editor. `offered` returns the completions at the end of
 * the text.
 */
function editor(): { readonly offered: (textToCursor: string) => readonly string[] } {
  let text = '';
  let version = 0;
  const read = (name: string): string | undefined => (name === file ? text : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(version) : '0'),
    getScriptSnapshot: (name) => {
      const content = read(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      customConditions: ['rx-informer:source'],
      types: [],
    }),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: (name) => ts.sys.directoryExists(name),
  });

  return {
    offered: (textToCursor) => {
      text = textToCursor;
      version += 1;
      const { entries = [] } = service.getCompletionsAtPosition(file, text.length, {}) ?? {};
      return entries.map(({ name }) => name);
    },
  };
}

describe('an editor', () => {
  it('should complete the names from a factory to an informer and a lister', () => {
    const { offered } = editor();
    const after = (path: string): readonly string[] =>
      offered(`
        import type { Transport } from 'rx-informer';
        import { sharedInformerFactory } from 'rx-informer/client-go';
        import { apps, core } from 'rx-informer/kinds';
        declare const transport: Transport;
        const factory = sharedInformerFactory(transport, { apps, core });
        ${path}`);

    expect(after('factory.')).toEqual(expect.arrayContaining(['apps', 'core', 'start', 'forResource']));
    expect(after('factory.')).not.toContain('batch');
    expect(after('factory.apps().')).toEqual(['v1']);
    expect(after('factory.apps().v1().')).toEqual([
      'controllerrevisions',
      'daemonsets',
      'deployments',
      'replicasets',
      'statefulsets',
    ]);
    expect(after('factory.apps().v1().deployments().')).toEqual(['informer', 'lister']);
    expect(after('factory.apps().v1().deployments().lister().get("web")?.')).toContain('spec');
  });
});
