/** Returns the path of the Deployments in a namespace. */
export function deploymentsOf(namespace: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments`;
}

/** Returns the smallest Deployment that a real API server accepts. */
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
