/**
 * The document for `/version`: the version of the Kubernetes API that the server implements. kubectl requires a
 * semantic version in the document (P113).
 */
export const version: Readonly<Record<'major' | 'minor' | 'gitVersion' | Facts, string>> = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.0+rx-informer',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'javascript',
};

type Facts = 'gitCommit' | 'gitTreeState' | 'buildDate' | 'goVersion' | 'compiler' | 'platform';
