import { describe, expect, it } from '@jest/globals';
import { resourceNames, resources } from '../resources.ts';
import { metadataForm, wholeForm } from './form.ts';
import { listPages } from './list-pages.ts';

interface Page {
  readonly kind: string;
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly { readonly kind?: string; readonly metadata: { readonly uid: string } }[];
}

const parse = (pieces: readonly Buffer[]): Page => JSON.parse(Buffer.concat(pieces).toString()) as Page;

describe('the pages of the speed server', () => {
  it.each(resourceNames)('should contain all %s once', (resource) => {
    const pages = listPages(wholeForm(resource), 1_201);
    const uids = new Set<string>();
    let from = 0;
    for (let more = true; more;) {
      const { kind, metadata, items } = parse(pages.page(from, 500));
      expect(kind).toBe(`${resources[resource].kind}List`);
      expect(metadata.resourceVersion).toBe('1201');
      for (const item of items) uids.add(item.metadata.uid);
      expect(metadata.remainingItemCount ?? 0).toBe(1_201 - uids.size);
      more = metadata.continue !== undefined;
      from = Number(metadata.continue);
    }

    expect(uids.size).toBe(1_201);
  });

  it('should be one page without a limit', () => {
    const { metadata, items } = parse(listPages(wholeForm('leases'), 1_201).page(0, 0));

    expect(items).toHaveLength(1_201);
    expect(metadata).toEqual({ resourceVersion: '1201' });
  });

  it('should be as large as the limit if the limit is a multiple of their size', () => {
    const { metadata, items } = parse(listPages(wholeForm('leases'), 1_201).page(0, 1_000));

    expect(items).toHaveLength(1_000);
    expect(metadata.continue).toBe('1000');
  });

  it('should contain only metadata, with the kind in each item', () => {
    const { kind, items } = parse(listPages(metadataForm('pods'), 3).page(0, 500));

    expect(kind).toBe('PartialObjectMetadataList');
    expect(items.map((item) => item.kind)).toEqual(Array(3).fill('PartialObjectMetadata'));
    expect(Object.keys(items[0] ?? {})).toEqual(['kind', 'apiVersion', 'metadata']);
  });
});
