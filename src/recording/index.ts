/**
 * Entry point `rx-informer/recording`: records any pipeline stage, or a whole source, as lines of JSON. Replays the
 * lines in real time, faster, or in virtual time.
 *
 * @packageDocumentation
 */
export type { Lines } from './read-lines.ts';
export type { RecordingHeader } from './machine/recording-format.ts';
export { recordingHeader } from './machine/line-reader.ts';
export { record, type RecordOptions } from './record.ts';
export { recordListerWatcher, type RecordListerWatcherOptions } from './record-lister-watcher.ts';
export { RecordingError, type RecordingProblem } from './recording-error.ts';
export { replay, type ReplayOptions } from './replay.ts';
export { replayListerWatcher, type ReplayListerWatcherOptions } from './replay-lister-watcher.ts';
