import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, toArray } from 'rxjs';
import { yamlDocuments } from '../../src/cli/yaml-documents.ts';
import { YamlError } from '../../src/yaml/index.ts';

const documentsOf = (text: string): Promise<readonly unknown[]> =>
  lastValueFrom(yamlDocuments(text, { duplicateKeys: false }).pipe(toArray()));

describe('yamlDocuments', () => {
  it('should emit only the documents, in order, for a text of any length', async () => {
    expect(await documentsOf('a: 1\n---\n- b\n---\n')).toEqual([{ a: 1 }, ['b'], null]);

    const names = Array.from({ length: 3_000 }, (_, nth) => ({ name: `n${nth}` }));
    expect(await documentsOf(names.map(({ name }) => `name: ${name}`).join('\n---\n'))).toEqual(names);
  });

  it('should fail if the text is not YAML', async () => {
    await expect(documentsOf('a: [')).rejects.toThrow(YamlError);
  });
});
