import { OptionsError } from '../../objects/index.ts';
import type { Catalog } from '../resources/catalog.ts';

/**
 * Requests name a resource by its plural: nothing would ever meet a fault for `po`. What the server does not
 * have may still come, with a definition.
 *
 * @throws OptionsError that has the plural
 */
export function checkPlural({ all }: Catalog, given: string | undefined): void {
  const [, name = '', group] = /^([^.]*)(?:\.(.*))?$/.exec(given ?? '') ?? [];
  const there = all.filter((one) => group === undefined || one.group === group);
  if (given === undefined || there.some(({ resource }) => resource === name)) return;
  const meant = there.find(({ singular, shortNames }) => singular === name || shortNames.includes(name));
  if (meant !== undefined)
    throw new OptionsError('faults.add: match: resource', given, `its plural name, ${meant.resource}`);
}
