/** The smallest valid list of containers, and a pod template with these containers. */
export const containers = [{ name: 'c', image: 'i' }];
export const template = { metadata: { labels: { app: 'd' } }, spec: { containers } };
