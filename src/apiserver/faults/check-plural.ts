import { OptionsError } from '../../objects/index.ts';
import type { Catalog } from '../resources/catalog.ts';

/**
 * Checks that a fault rule names a resource by its plural, because requests contain the plural. A rule for `po` would
 * never match. The function accepts resources that the server does not have, because a CRD can add the resource later.
 *
 * @throws OptionsError with the plural in its message
 */
export function checkPlural({ all }: Catalog, given: string | undefined): void {
  const [, name = '', group] = /^([^.]*)(?:\.(.*))?$/.exec(given ?? '') ?? [];
  const there = all.filter((one) => group === undefined || one.group === group);
  if (given === undefined || there.some(({ resource }) => resource === name)) return;
  const meant = there.find(({ singular, shortNames }) => singular === name || shortNames.includes(name));
  if (meant !== undefined)
    throw new OptionsError('faults.add: match: resource', given, `its plural name, ${meant.resource}`);
}
