/** What stands below the help of each command. */

export const programExamples = `
Examples:
  $ rx-informer demo
  $ rx-informer watch pods -A --server https://203.0.113.7:6443 --certificate-authority ca.crt
  $ rx-informer apiserver --seed objects.yaml

The token belongs into the environment: RX_INFORMER_TOKEN=… rx-informer watch …
Exit codes: 0 done, or ended by Ctrl-C; 1 it cannot be done; 2 the command line is wrong.`;

export const watchExamples = `
Lists the collection, then watches it, and goes on through whatever a retry can mend.
The changes go to stdout, one a line; how it goes is told on stderr, as JSON lines with -o json:
  {"type","key","cause","finalStateKnown"?,"object","old"?}

Examples:
  $ rx-informer watch pods -n shop -l app=web --server http://127.0.0.1:8080
  $ rx-informer watch pods -A --field-selector spec.nodeName=worker-1 --server https://203.0.113.7:6443
  $ rx-informer watch deployments.apps -A -o json --server http://127.0.0.1:8080 | jq -c '[.type, .key]'
  $ rx-informer watch nodes --until-synced --server http://127.0.0.1:8080`;

export const startExamples = `
Pods, deployments and nodes of all namespaces, a line for each change.
Without --server those of the demo: see rx-informer demo --help.

Examples:
  $ npm start
  $ npm start -- --server https://203.0.113.7:6443 --certificate-authority ca.crt --token …`;

export const demoExamples = `
An API server in memory, some nodes, and deployments that roll out, scale, crash and heal.
Its pods, deployments and nodes are told here, a line for each change; other programs may use it too.

Examples:
  $ rx-informer demo
  $ rx-informer demo --port 8080 & kubectl --server http://127.0.0.1:8080 get pods -A`;

export const apiServerExamples = `
A Kubernetes API server in memory, for tests and for trying things out. Nothing is kept when it ends.
With a token (--token, or RX_INFORMER_TOKEN) it lets nobody in without.

Examples:
  $ rx-informer apiserver
  $ rx-informer apiserver --port 0 --seed objects.yaml
  $ kubectl --server http://127.0.0.1:8080 apply -f objects.yaml`;
