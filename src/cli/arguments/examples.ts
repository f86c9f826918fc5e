/** Texts that follow the help of each command. */

export const programExamples = `
Examples:
  $ rx-informer demo
  $ rx-informer watch pods -A
  $ rx-informer watch po,deploy,nodes -A --kubeconfig admin.conf --context staging
  $ rx-informer record pods -A --file night.ndjson
  $ rx-informer replay night.ndjson --speed 60
  $ rx-informer apiserver --seed objects.yaml
  $ rx-informer types -f crd.yaml -o src/crd-types.ts
  $ rx-informer inspect http://127.0.0.1:8080

Exit codes: 0 finished, or stopped by Ctrl-C; 1 failed; 2 invalid command line.`;

export const watchNotes = `
Lists the collections, then watches them. Retries after every error that can go away.
If the server refuses the first list (403, 404, an unknown field), the command fails. With several collections it
fails when the server refuses all of them; otherwise it reports each refused list, and retries it after 30 to 60 s.
With --until-synced it prints the other collections, and then fails.
On a terminal, the output is a table that is redrawn in place. Elsewhere, and with --until-synced, each change is
one line on stdout, and the status is on stderr. With -o json both are lines of JSON:
  {"type","key","cause","finalStateKnown"?,"object","old"?}
If several API groups have the name, the command takes the core group, otherwise the first group, and says so on stderr.
--shard 0/4 shows the objects of an informer with reflect: { shard: { index: 0, of: 4 } }.
The four shards together have all objects.`;

export const whichCluster = `
The cluster: the server of --server; otherwise the context of the kubeconfig; otherwise the cluster of the pod in
which the command runs. The kubeconfig is the file of --kubeconfig, otherwise the files in KUBECONFIG, otherwise
~/.kube/config. With --server no kubeconfig is read. A kubeconfig needs the package @kubernetes/client-node.
Set the token for --server in the environment: RX_INFORMER_TOKEN=… rx-informer …`;

export const watchExamples = `
Examples:
  $ rx-informer watch pods
  $ rx-informer watch po,deploy,nodes -A --context staging
  $ rx-informer watch pods/web-1 -n shop --kubeconfig admin.conf
  $ rx-informer watch pods -n shop -l app=web --field-selector spec.nodeName=worker-1
  $ rx-informer watch deployments.v1.apps -A -o json | jq -c '[.type, .key]'
  $ rx-informer watch pods -A --shard 0/4 --shard-by namespace
  $ rx-informer watch nodes --until-synced --server https://203.0.113.7:6443 --certificate-authority ca.crt

Exit codes: 0 finished, or stopped by Ctrl-C; 1 failed; 2 invalid command line.`;

export const startExamples = `
Shows pods, deployments and nodes of all namespaces: a table on a terminal, elsewhere one line for each change.
Without these options it shows the demo cluster, even if KUBECONFIG is set: see rx-informer demo --help.
With --context only, it reads the same kubeconfig as rx-informer watch.

Examples:
  $ npm start
  $ npm start -- --kubeconfig ~/.kube/config
  $ npm start -- --context staging
  $ npm start -- --server https://203.0.113.7:6443 --certificate-authority ca.crt --token …`;

export const demoExamples = `
Starts an API server in memory with a simulated cluster: nodes, and deployments
that roll out, scale, crash and recover. Shows its pods, deployments and nodes.
Other programs can use the server too.
With --pods or --rate the cluster has only nodes and pods: --pods many (default
100), with --rate events of pods per second (default 10), to load a program.

Examples:
  $ rx-informer demo
  $ rx-informer demo --pods 5000 --rate 200
  $ rx-informer demo --cors-allowed-origins '^http://localhost:4200$'   # for a page in a browser
  $ rx-informer demo --port 8080 & kubectl --server http://127.0.0.1:8080 get pods -A`;

export const apiServerExamples = `
Starts a Kubernetes API server in memory, for tests and experiments. Its state
is lost when it stops, except with --snapshot. The default port is 8080, as in
kubectl, or a free port if 8080 is taken.
With a token (--token, or RX_INFORMER_TOKEN) every request needs the token. A
--host that other machines can reach needs a token. kubectl sends a token only
over HTTPS: add --tls, and --write-kubeconfig for the certificate.
A seed is YAML or JSON with any number of objects and lists, in any order, also
custom resource definitions.

A fault is VERB RESOURCE [NTH] [after:EVENTS] FAULT, with * for any. The faults:
  dropConnection, stallRequest, stallStream, throttleBody:BYTES, truncate,
  corruptBytes, endWatch, expire, 429:SECONDS and any status from 400 to 599,
  timeoutAfterCommit, expireContinueToken, lagBehind:WRITES, duplicate,
  reorderAcrossKeys:MS

Examples:
  $ rx-informer apiserver
  $ rx-informer apiserver --port 0 --seed objects.yaml
  $ rx-informer apiserver --snapshot cluster.json
  $ rx-informer apiserver --tls --write-kubeconfig cluster.kubeconfig
  $ rx-informer apiserver --fault 'watch pods 2 expire' --fault 'list * 1 429:3'
  $ rx-informer apiserver --fault 'watch * after:5 expire'
  $ kubectl --server http://127.0.0.1:8080 apply -f objects.yaml

Exit codes: 0 stopped by Ctrl-C; 1 failed; 2 invalid command line.`;
