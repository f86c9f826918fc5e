/** Texts that follow the help of `record` and `replay`. */

export const recordExamples = `
Keeps up with one collection, and writes down all that it asks and is answered, failures too, with the time:
a line of JSON each, to the file, or to stdout. How it goes is told on stderr. It goes on through whatever a
retry can mend, until Ctrl-C or for as long as --duration says.
What Secrets hold is left out, but with --keep-secrets; what ConfigMaps and pods hold is not. Only you can
read the file. In a test it is a source again: replayListerWatcher of rx-informer/recording.

Examples:
  $ rx-informer record pods -n shop --file night.ndjson
  $ rx-informer record deployments.apps -A -l app=web --file night.ndjson --duration 8h
  $ rx-informer record pods | gzip > night.ndjson.gz

Exit codes: 0 done, or ended by Ctrl-C; 1 it cannot be done, or a line cannot be written; 2 the command line is wrong.`;

export const replayExamples = `
Writes the changes as watch does where there is no terminal, at their distances in time, with their time then.
A speed of 60 makes an hour a minute; max leaves no time between them. Failures are told as they were, with the
time of the next try.
A recording that was cut off is replayed up to there; then that is said, and it ends with 1.
A line of a recording may have 64 Mi characters.

Examples:
  $ rx-informer replay night.ndjson --speed 60
  $ rx-informer replay night.ndjson --speed max -o json | jq -c '[.type, .key]'
  $ gunzip -c night.ndjson.gz | rx-informer replay -

Exit codes: 0 done, or ended by Ctrl-C; 1 it cannot be done, or it is no whole recording; 2 the command line is wrong.`;
