import type { Catalog } from '../resources/catalog.ts';
import { groupVersions } from './group-versions.ts';
import { healthPaths } from './health.ts';

/** Returns the document for `/`: the paths of the server, sorted. */
export function rootPaths(catalog: Catalog): object {
  const served = groupVersions(catalog).flatMap(({ group, apiVersion }) =>
    group === '' ? [`/api/${apiVersion}`] : [`/apis/${group}`, `/apis/${apiVersion}`],
  );
  return { paths: [...new Set([...served, ...always, ...healthPaths()])].sort() };
}

const always = ['/api', '/apis', '/openapi/v2', '/openapi/v3', '/version'];
