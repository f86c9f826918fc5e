import { badRequest } from '../status/refusals.ts';

/**
 * Checks the number of terms and values in a selector. The limit bounds the time to parse the selector, and for a watch
 * also the memory that the selector uses. The kube-apiserver limits only the length of the URL.
 *
 * @throws Refusal 400
 */
export function checkSelectorSize(selector: string, most: number = maxParts): void {
  let parts = 1;
  for (let at = selector.indexOf(','); at >= 0; at = selector.indexOf(',', at + 1)) parts++;
  if (parts > most) throw badRequest(`a selector may have ${most} terms and values, not ${parts}`);
}

/**
 * The maximum number of terms and values in the selector of a list. A selector of this size has about 300 KB of text.
 */
const maxParts = 40_000;

/**
 * The maximum number of terms and values in the selector of a watch. The watch keeps about 300 bytes in memory for each
 * term and value until the watch ends.
 */
export const maxOfWatch = 1_000;
