/** The path of the deployments of a namespace. */
export function deploymentsOf(namespace: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments`;
}

/** The smallest deployment that a real API server accepts. */
export function deployment(
  name: string,
  replicas: number,
  labels: Readonly<Record<string, string>> = {},
): object {
  const template = {
    metadata: { labels: { name } },
    spec: { containers: [{ name: 'main', image: 'web:1' }] },
  };
  return { metadata: { name, labels }, spec: { replicas, selector: { matchLabels: { name } }, template } };
}
