/** What every pod must have, and a template of pods with it. */
export const containers = [{ name: 'c', image: 'i' }];
export const template = { metadata: { labels: { app: 'd' } }, spec: { containers } };
