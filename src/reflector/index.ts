/** Room `reflector`: list, then watch, resume, relist, back off, notice silence. */
export type { Backoff } from './machine/backoff.ts';
export { aShard, checkShard, type Shard } from './machine/shard.ts';
export { chance, checkReflectOptions, type ReflectOptions } from './reflect-options.ts';
export { reflect } from './reflect.ts';
export type { ReflectorConsumer } from './reflector-context.ts';
export type { ReflectorEvent, ReplacedEvent } from './reflector-event.ts';
export type { ReflectorStatus, WaitingStatus } from './reflector-status.ts';
