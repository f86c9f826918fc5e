/** A sample object for tables: the object that is created, and the status that the object gets after its creation. */
export interface Sample {
  /** The path of the object's collection. */
  readonly path: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly status?: object;
}

export const namespaced = (root: string, resource: string): string =>
  `${root}/namespaces/default/${resource}`;

export const container = { name: 'main', image: 'none.example/main:1' };
export const sidecar = { name: 'side', image: 'none.example/side', restartPolicy: 'Always' };
export const labels = { app: 'web', tier: 'front' };
export const template = {
  metadata: { labels },
  spec: { containers: [container, { ...container, name: 'other' }] },
};
export const selector = {
  matchLabels: { app: 'web' },
  matchExpressions: [
    { key: 'tier', operator: 'In', values: ['front', 'back'] },
    { key: 'old', operator: 'DoesNotExist' },
    { key: 'app', operator: 'Exists' },
    { key: 'zone', operator: 'NotIn', values: ['b', 'a'] },
  ],
};

/** Two times that are so old that one more second does not change the printed age. */
export const longAgo = '2024-01-02T03:04:05Z';
export const longerAgo = '2023-01-02T03:04:05Z';

export const condition = (type: string, status: string, more: object = {}): object => ({
  type,
  status,
  ...more,
});
