import type { Catalog } from '../resources/catalog.ts';
import { groupVersions } from './group-versions.ts';

/** `/`: what can be asked, in the order of the paths. */
export function rootPaths(catalog: Catalog): object {
  const served = groupVersions(catalog).flatMap(({ group, apiVersion }) =>
    group === '' ? [`/api/${apiVersion}`] : [`/apis/${group}`, `/apis/${apiVersion}`],
  );
  return { paths: [...new Set([...served, ...always])].toSorted() };
}

const always = ['/api', '/apis', '/healthz', '/livez', '/openapi/v3', '/readyz', '/version'];
