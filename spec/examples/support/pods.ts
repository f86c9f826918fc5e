/** Returns the path of the pods in a namespace. */
export function podsOf(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/pods`;
}

/** Returns the smallest pod that a real API server accepts. */
export function pod(name: string, labels: Readonly<Record<string, string>> = {}): object {
  return { metadata: { name, labels }, spec: { containers: [{ name: 'main', image: 'web:1' }] } };
}
