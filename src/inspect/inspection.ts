import type { BufferState } from '../delivery/index.ts';
import type { FailureClass } from '../objects/index.ts';

/**
 * The state of an informer as plain JSON: one part for each stage, in the order of the data flow. Times are ages and
 * delays in ms. It contains no object. {@link ErrorInspection} says what the messages of errors can contain.
 */
export interface InformerInspection {
  readonly reflector: ReflectorInspection;
  readonly queue: {
    /** The number of keys, lists and resyncs that wait in the queue. */
    readonly pending: number;
  };
  readonly store: StoreInspection;
  readonly delivery: DeliveryInspection;
  /** The last errors and incidents, oldest first, at most 5. */
  readonly errors: readonly ErrorInspection[];
  /** The informers from which a derived informer or a set gets its content. Absent for other informers. */
  readonly inputs?: readonly (NamedInspection | InputReference)[];
}

/** The state of an input of a derived informer, or of a member of a set. */
export interface NamedInspection extends InformerInspection {
  /**
   * `input` for `where`, and `left` or `right` for `join`. For a member of a set: its id, or its cluster if the id is an
   * object. An object without a cluster is `a member`. If several inputs have the same name, a number follows each of them:
   * `a member (1)`, in the order of the ids.
   */
  readonly name: string;
}

/** An input whose state the result already shows as another input, because the informers share it. */
export interface InputReference {
  /** The name, as in {@link NamedInspection}. */
  readonly name: string;
  /** The names from the inspected informer to the input with the state, joined by `/`, for example `left/input`. */
  readonly sameAs: string;
}

/** The state of the list and the watch. A derived informer shows here what follows from its inputs. */
export interface ReflectorInspection {
  readonly phase: 'stopped' | 'listing' | 'watching' | 'waiting';
  /** The time in ms since which the phase lasts. Absent in the phase `stopped`. */
  readonly age?: number;
  readonly hasSynced: boolean;
  /** True if the option `enabled` has stopped the informer. */
  readonly disabled?: true;
  /** The number of objects that the current list has delivered. Only in the phase `listing`. */
  readonly received?: number;
  /** The number of the failure in a row, from 1. Only in the phase `waiting`. */
  readonly attempt?: number;
  /** The time in ms until the next request. Only in the phase `waiting`. */
  readonly retryIn?: number;
  /** The time in ms since the last event, bookmark or page. `null` before the first one. */
  readonly frameAge: number | null;
  /** The number of incidents since the start: omitted objects and failed transforms. */
  readonly incidents: number;
}

/** The content of the store, in numbers. */
export interface StoreInspection {
  readonly objects: number;
  readonly resourceVersion: string;
  /** `compact` if the store keeps bytes. */
  readonly storage: 'objects' | 'compact';
  /**
   * The average length of an object as JSON, in characters, from up to 100 objects. `null` for an empty store, and for each
   * input: inspect the input itself to get its number. JavaScript objects need several times this number of bytes; a
   * `compact` store needs about one byte per character.
   */
  readonly averageJsonLength: number | null;
  /** The number of distinct values of each index. */
  readonly indexes: Readonly<Record<string, number>>;
}

/** The subscribers of the informer. */
export interface DeliveryInspection {
  /** The number of active calls of `start()`. */
  readonly starts: number;
  /** The number of subscribers of the changes, of `store.batches$` and of the views. */
  readonly subscribers: number;
  /**
   * The buffers of the subscribers of `changes()` and of `iterateChanges`, and of the handlers of a shared informer. The
   * buffer of a `processorListener` over `store.batches$` is not among them.
   */
  readonly buffers: readonly BufferState[];
}

/**
 * An error or an incident. The message can contain the key of an object and the text of a server. If a function of the
 * program has thrown an error, for example a transform, the message has only the name of this error, because its text can
 * quote a Secret: `transform threw for shop/db: SyntaxError`. Only a `KubeError` of the program keeps its text.
 */
export interface ErrorInspection {
  /** The time in ms since the error. */
  readonly age: number;
  readonly name: string;
  readonly failure: FailureClass;
  readonly message: string;
  readonly advice: string;
}
