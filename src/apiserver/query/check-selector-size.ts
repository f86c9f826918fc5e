import { badRequest } from '../status/refusals.ts';

/**
 * Bounds the time that reading a selector takes. The real server bounds the length of the URL alone.
 *
 * @throws Refusal 400
 */
export function checkSelectorSize(selector: string): void {
  let parts = 1;
  for (let at = selector.indexOf(','); at >= 0; at = selector.indexOf(',', at + 1)) parts++;
  if (parts > mostParts) throw badRequest(`a selector may have ${mostParts} terms and values, not ${parts}`);
}

/** Of such a selector the text has some 300 KB. */
const mostParts = 40_000;
