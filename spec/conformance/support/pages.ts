import { type Body, versionOf } from './bodies.ts';
import { get, withQuery } from './client.ts';
import { done } from './test-namespace.ts';

/** Reads the pages of a list. Starts at the first page or at a continue token. */
export async function pages(
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<readonly Body[]> {
  const page = done(await get(withQuery(path, parameters)));
  const { continue: next } = page.metadata;
  if (!next) return [page];
  return [page, ...(await pages(path, { ...parameters, continue: next }))];
}

/** Makes a continue token for the same position of a list at another resourceVersion. */
export function atVersion(token: string, version: string): string {
  const text = Buffer.from(token, 'base64url').toString();
  const changed = text.replace(/"rv":-?\d+/, `"rv":${version}`);
  if (changed === text) throw new Error(`the token contains no version to change: ${text}`);
  return Buffer.from(changed).toString('base64url');
}

/** Whether all pages have the same resourceVersion. */
export const sameVersion = (list: readonly Body[]): boolean => new Set(list.map(versionOf)).size === 1;
