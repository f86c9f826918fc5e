/** Texts that follow the help of each command. */

export const programExamples = `
Examples:
  $ rx-informer demo
  $ rx-informer watch pods -A
  $ rx-informer watch po,deploy,nodes -A --kubeconfig admin.conf --context staging
  $ rx-informer record pods -A --file night.ndjson
  $ rx-informer replay night.ndjson --speed 60
  $ rx-informer apiserver --seed objects.yaml

Exit codes: 0 done, or ended by Ctrl-C; 1 it cannot be done; 2 the command line is wrong.`;

export const watchNotes = `
Lists the collections, then watches them, and goes on through whatever a retry can mend.
A first list that is refused (403, 404, an unknown field) ends it with 1; of several collections only when all
are. Else that is told, and the list asked for again after 30 to 60 s; --until-synced prints the others, and
ends with 1.
On a terminal they are a table that is redrawn in place; elsewhere, and with --until-synced, each change is a
line on stdout, and how it goes is told on stderr. With -o json both are lines of JSON:
  {"type","key","cause","finalStateKnown"?,"object","old"?}
A name that several groups have is the core group's, else the first group's: stderr says so.
--shard 0/4 shows what a program with reflect: { shard: { index: 0, of: 4 } } has;
the four parts together are everything.`;

export const whichCluster = `
Which cluster: the one of --server; else the context of the kubeconfig, which is the file of --kubeconfig, else
those that KUBECONFIG lists, else ~/.kube/config; else the cluster of the pod that this runs in. --server takes
nothing from a kubeconfig. A kubeconfig needs the package @kubernetes/client-node.
The token for --server belongs into the environment: RX_INFORMER_TOKEN=… rx-informer …`;

export const watchExamples = `
Examples:
  $ rx-informer watch pods
  $ rx-informer watch po,deploy,nodes -A --context staging
  $ rx-informer watch pods/web-1 -n shop --kubeconfig admin.conf
  $ rx-informer watch pods -n shop -l app=web --field-selector spec.nodeName=worker-1
  $ rx-informer watch deployments.v1.apps -A -o json | jq -c '[.type, .key]'
  $ rx-informer watch pods -A --shard 0/4 --shard-by namespace
  $ rx-informer watch nodes --until-synced --server https://203.0.113.7:6443 --certificate-authority ca.crt

Exit codes: 0 done, or ended by Ctrl-C; 1 it cannot be done; 2 the command line is wrong.`;

export const startExamples = `
Pods, deployments and nodes of all namespaces: a table on a terminal, else a line for each change.
Without any of these options those of the demo, whatever KUBECONFIG says: see rx-informer demo --help.
With --context alone the kubeconfig is the one that watch would take.

Examples:
  $ npm start
  $ npm start -- --kubeconfig ~/.kube/config
  $ npm start -- --context staging
  $ npm start -- --server https://203.0.113.7:6443 --certificate-authority ca.crt --token …`;

export const demoExamples = `
An API server in memory, some nodes, and deployments that roll out, scale, crash and heal.
Its pods, deployments and nodes are shown here; other programs may use it too.
With --pods or --rate it has so many pods (100) and so many events of pods a
second (10) instead, and no deployments: to try a program under load.

Examples:
  $ rx-informer demo
  $ rx-informer demo --pods 5000 --rate 200
  $ rx-informer demo --cors-allowed-origins '^http://localhost:4200$'   # for a page in a browser
  $ rx-informer demo --port 8080 & kubectl --server http://127.0.0.1:8080 get pods -A`;

export const apiServerExamples = `
A Kubernetes API server in memory, for tests and for trying things out. Nothing
is kept when it ends, but with --snapshot. Without --port it is 8080, where
kubectl looks by itself, or any that is free.
With a token (--token, or RX_INFORMER_TOKEN) it lets nobody in without; a --host
that other machines reach needs one. kubectl sends a token over HTTPS alone:
then --tls, and --write-kubeconfig for the certificate.
A seed is YAML or JSON: any number of objects and lists, definitions of custom
resources too, in whatever order.

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

Exit codes: 0 ended by Ctrl-C; 1 it cannot be done; 2 the command line is wrong.`;
