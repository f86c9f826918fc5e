import type { Body } from '../../server.ts';

/** An object that both servers accept, and the path of its collection. */
export interface Valid {
  /**
   * The plural name of the kind, for example `pods`. A further object of the kind has a feature in its name: `pods,
   * scheduled`.
   */
  readonly name: string;
  readonly path: string;
  readonly object: Body;
}

const root = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

/** Returns a valid namespaced object with its path. */
export const namespaced = (
  apiVersion: string,
  plural: string,
  kind: string,
  rest: Body,
  variant?: string,
): Valid => ({
  name: variant === undefined ? plural : `${plural}, ${variant}`,
  path: `${root(apiVersion)}/namespaces/differential/${plural}`,
  object: { apiVersion, kind, metadata: { name: 'valid' }, ...rest },
});

/** Returns a valid cluster-scoped object with its path. */
export const ofCluster = (
  apiVersion: string,
  plural: string,
  kind: string,
  rest: Body,
  variant?: string,
): Valid => ({
  ...namespaced(apiVersion, plural, kind, rest, variant),
  path: `${root(apiVersion)}/${plural}`,
});

export const labels = { app: 'x' };
export const selector = { matchLabels: labels };
/** The pod template of the sample workloads. */
export const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } };
/** The pod template of the sample jobs. */
export const finite = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };
