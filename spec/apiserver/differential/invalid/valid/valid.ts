import type { Body } from '../../server.ts';

/** An object that both servers take, and where it is posted. */
export interface Valid {
  /** The plural; of a further object of a kind also what it has: `pods, scheduled`. */
  readonly name: string;
  readonly path: string;
  readonly object: Body;
}

const root = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

/** An object of a namespace. */
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

/** An object of the cluster. */
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
/** The template of pods of a controller. */
export const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } };
/** The template of the pods of a job, which end. */
export const finite = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };
