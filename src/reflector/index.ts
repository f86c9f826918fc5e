/**
 * The folder `reflector` contains the reflector. A reflector lists and watches a collection, resumes and
 * relists after failures, backs off, and aborts idle watches.
 */
export type { FrameClock } from './machine/idle-detector.ts';
export type { Backoff } from './machine/backoff.ts';
export { checkShard, type Shard } from './machine/shard.ts';
export { randomSource, checkReflectOptions, type ReflectOptions } from './reflect-options.ts';
export { reflect } from './reflect.ts';
export type { ReflectorConsumer } from './reflector-context.ts';
export type { ReflectorEvent, ReplacedEvent } from './reflector-event.ts';
export type { ReflectorStatus, WaitingStatus } from './reflector-status.ts';
