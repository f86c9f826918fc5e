import { badRequest } from '../status/refusals.ts';

/**
 * Bounds the time that reading a selector takes, and for a watch the memory. The real server bounds the length of the URL
 * alone.
 *
 * @throws Refusal 400
 */
export function checkSelectorSize(selector: string, most: number = mostParts): void {
  let parts = 1;
  for (let at = selector.indexOf(','); at >= 0; at = selector.indexOf(',', at + 1)) parts++;
  if (parts > most) throw badRequest(`a selector may have ${most} terms and values, not ${parts}`);
}

/** Of such a selector the text has some 300 KB. */
const mostParts = 40_000;

/** A watch keeps some 300 bytes for each as long as it lives. */
export const mostOfWatch = 1_000;
