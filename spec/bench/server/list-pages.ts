import type { Form } from './form.ts';

/** Number of objects in one Buffer that the server makes before the clock starts. */
const pageSize = 500;

/**
 * Returns the response bodies of lists. A request may contain any `limit`. A body consists of items that the server has
 * made before the clock starts.
 */
export interface ListPages {
  /**
   * Returns the pieces of the response body for one page of a list. If `limit` is 0, the page contains all remaining
   * objects.
   */
  page(from: number, limit: number): readonly Buffer[];
}

/** @param resourceVersion - the version of the list; by default the version of its last object */
export function listPages(form: Form, objects: number, resourceVersion = objects): ListPages {
  const chunks = Array.from({ length: Math.ceil(objects / pageSize) }, (_, chunk) => {
    const from = chunk * pageSize;
    const length = Math.min(pageSize, objects - from);
    return Buffer.from(Array.from({ length }, (__, i) => form.item(from + i, from + i + 1)).join(','));
  });
  const comma = Buffer.from(',');
  const tail = Buffer.from(']}\n');

  return {
    page(from, limit) {
      const first = Math.floor(from / pageSize);
      const count = limit === 0 ? chunks.length : Math.max(1, Math.floor(limit / pageSize));
      const pieces = chunks.slice(first, first + count).flatMap((chunk) => [comma, chunk]);
      const next = (first + count) * pageSize;
      const more = next < objects ? `,"continue":"${next}","remainingItemCount":${objects - next}` : '';
      const metadata = `{"resourceVersion":"${resourceVersion}"${more}}`;
      const head = `{"kind":"${form.listKind}","apiVersion":"${form.apiVersion}","metadata":${metadata},"items":[`;
      return [Buffer.from(head), ...pieces.slice(1), tail];
    },
  };
}
