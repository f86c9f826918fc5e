import { badRequest } from '../status/refusals.ts';

/**
 * Checks the number of terms and values of a selector. Limits the time of parsing a selector, and for a watch the
 * memory. The real server limits only the length of the URL.
 *
 * @throws Refusal 400
 */
export function checkSelectorSize(selector: string, most: number = maxParts): void {
  let parts = 1;
  for (let at = selector.indexOf(','); at >= 0; at = selector.indexOf(',', at + 1)) parts++;
  if (parts > most) throw badRequest(`a selector may have ${most} terms and values, not ${parts}`);
}

/** The most terms and values of a selector. The text of such a selector has about 300 KB. */
const maxParts = 40_000;

/** The most terms and values of the selector of a watch. A watch keeps about 300 bytes for each until it ends. */
export const maxOfWatch = 1_000;
