/**
 * Entry point `rx-informer/inspect`: the state of a running informer as JSON, for a person or a tool.
 *
 * @packageDocumentation
 */
export { type InspectableInformer, inspect } from './inspect.ts';
export type { BufferState } from '../delivery/index.ts';
export type {
  DeliveryInspection,
  ErrorInspection,
  InformerInspection,
  InputReference,
  NamedInspection,
  ReflectorInspection,
  StoreInspection,
} from './inspection.ts';
