/** The containers that every pod needs, and a pod template with them. */
export const containers = [{ name: 'c', image: 'i' }];
export const template = { metadata: { labels: { app: 'd' } }, spec: { containers } };
