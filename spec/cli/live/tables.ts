/** The columns in the Tables of running pods, as the test servers send them. */

const definitions = [
  { name: 'Name', type: 'string', format: 'name', description: 'its name', priority: 0 },
  { name: 'Status', type: 'string', format: '', description: 'how it is', priority: 0 },
];

interface Row {
  readonly cells: readonly unknown[];
  readonly object: object;
}

export function rowOf(name: string, resourceVersion = '1'): Row {
  const metadata = { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion };
  return {
    cells: [name, 'Running'],
    object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata },
  };
}

/** Returns one page of a list, as a Table. */
export function tablePage(names: readonly string[], metadata: object): object {
  const rows = names.map((name) => rowOf(name));
  return { kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata, columnDefinitions: definitions, rows };
}

/** Returns one watch event as a line. Only the first event of a watch contains the column definitions. */
export function frameOf(type: string, name: string, resourceVersion: string, isFirst = false): string {
  return frame(type, resourceVersion, [rowOf(name, resourceVersion)], isFirst ? definitions : null);
}

/** Returns a bookmark as a line. The row of a bookmark has empty cells. */
export function bookmarkFrame(resourceVersion: string, rows: readonly object[] = [{}]): string {
  const bookmarks = rows.map((metadata) => ({
    cells: ['', ''],
    object: { kind: 'PartialObjectMetadata', metadata: { ...metadata, resourceVersion } },
  }));
  return frame('BOOKMARK', resourceVersion, bookmarks, null);
}

function frame(
  type: string,
  resourceVersion: string,
  rows: readonly Row[],
  columnDefinitions: readonly object[] | null,
): string {
  const metadata = { resourceVersion };
  const object = { kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata, columnDefinitions, rows };
  return `${JSON.stringify({ type, object })}\n`;
}
