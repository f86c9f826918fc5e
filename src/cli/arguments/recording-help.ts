/** Texts that follow the help of `record` and `replay`. */

export const recordExamples = `
Lists and watches one collection. Writes each request, answer and failure with its time as a line of JSON, to the
file or to stdout. The status is on stderr. Retries after every error that can go away, until Ctrl-C or for the
time of --duration.
The data of Secrets is left out, except with --keep-secrets. The data of ConfigMaps and pods is in the recording.
Only you can read the file. A test replays it with replayListerWatcher of rx-informer/recording.

Examples:
  $ rx-informer record pods -n shop --file night.ndjson
  $ rx-informer record deployments.apps -A -l app=web --file night.ndjson --duration 8h
  $ rx-informer record pods | gzip > night.ndjson.gz

Exit codes: 0 finished, or stopped by Ctrl-C; 1 failed, or a line cannot be written; 2 invalid command line.`;

export const replayExamples = `
Prints the changes as lines, as rx-informer watch does without a terminal, with the recorded times and pauses.
With --speed 60 an hour takes a minute; with --speed max there are no pauses. Recorded failures are printed with the
time of the next try.
An incomplete recording is replayed up to its end; then the command says so, and fails.
A line of a recording may have 64 Mi characters.

Examples:
  $ rx-informer replay night.ndjson --speed 60
  $ rx-informer replay night.ndjson --speed max -o json | jq -c '[.type, .key]'
  $ gunzip -c night.ndjson.gz | rx-informer replay -

Exit codes: 0 finished, or stopped by Ctrl-C; 1 failed, or the recording is incomplete; 2 invalid command line.`;
