import type { ApiResource } from './api-resource.ts';
import { recordsIn, textIn, textsIn } from './loose-json.ts';

/** One version of an API group in the older discovery documents. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/**
 * Reads the group versions of an `APIVersions` or an `APIGroupList`, preferred versions first (P110). Returns
 * `undefined` for any other document.
 */
export function readGroupVersions(document: unknown): readonly GroupVersion[] | undefined {
  switch (textIn(document, 'kind')) {
    case 'APIVersions':
      return textsIn(document, 'versions').map((version) => ({ group: '', version }));
    case 'APIGroupList':
      return recordsIn(document, 'groups').flatMap((group) => {
        const preferred = textIn(group['preferredVersion'], 'version');
        const versions = recordsIn(group, 'versions').map((one) => textIn(one, 'version'));
        const sorted = [
          ...versions.filter((version) => version === preferred),
          ...versions.filter((version) => version !== preferred),
        ];
        return sorted.map((version) => ({ group: textIn(group, 'name'), version }));
      });
    default:
      return undefined;
  }
}

/**
 * Reads the collections of an `APIResourceList`. In this document, a subresource is a separate entry, such as
 * `pods/status` (P111).
 */
export function readResourceList(
  { group, version }: GroupVersion,
  document: unknown,
): readonly ApiResource[] {
  const rows = recordsIn(document, 'resources').filter(isUsable);
  const subresources = subresourcesIn(document);

  return rows
    .filter((row) => !textIn(row, 'name').includes('/'))
    .map((row) => {
      const resource = textIn(row, 'name');
      return {
        group,
        version,
        resource,
        kind: textIn(row, 'kind'),
        namespaced: row['namespaced'] === true,
        singularName: textIn(row, 'singularName'),
        shortNames: textsIn(row, 'shortNames'),
        categories: textsIn(row, 'categories'),
        verbs: textsIn(row, 'verbs'),
        subresources: subresources.get(resource) ?? [],
      };
    });
}

/** Groups the subresources by collection, in one pass, because a document may have 100,000 entries. */
function subresourcesIn(document: unknown): ReadonlyMap<string, readonly string[]> {
  const byResource = new Map<string, string[]>();
  for (const row of recordsIn(document, 'resources')) {
    const name = textIn(row, 'name');
    const slash = name.indexOf('/');
    if (slash < 0) continue;
    const resource = name.slice(0, slash);
    const known = byResource.get(resource);
    if (known === undefined) byResource.set(resource, [name.slice(slash + 1)]);
    else known.push(name.slice(slash + 1));
  }
  return byResource;
}

/** Whether a resource has a name and a verb. A command cannot request a collection without a name and a verb. */
const isUsable = (row: Readonly<Record<string, unknown>>): boolean =>
  textIn(row, 'name') !== '' && textsIn(row, 'verbs').length > 0;
