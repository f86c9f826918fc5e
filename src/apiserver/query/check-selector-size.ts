import { badRequest } from '../status/refusals.ts';

/**
 * Checks the number of terms and values of a selector. The limit bounds the time for parsing the selector. For a watch,
 * the limit also bounds the memory that the selector uses. The kube-apiserver limits only the length of the URL.
 *
 * @throws Refusal 400
 */
export function checkSelectorSize(selector: string, most: number = maxParts): void {
  let parts = 1;
  for (let at = selector.indexOf(','); at >= 0; at = selector.indexOf(',', at + 1)) parts++;
  if (parts > most) throw badRequest(`a selector may have ${most} terms and values, not ${parts}`);
}

/** The maximum number of terms and values of a selector. The text of a selector of this size has about 300 KB. */
const maxParts = 40_000;

/** The maximum for the selector of a watch. Until a watch ends, it stores about 300 bytes for each term and value. */
export const maxOfWatch = 1_000;
