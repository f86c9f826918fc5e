import { HandlerError, type KubeObject, type ResourceEventHandler } from 'rx-informer';
import { PlannedError } from '../recording-handler.ts';
import type { ModelHandler } from '../subject.ts';

/** Creates a client-go handler that passes its calls to a subscriber of the model test. */
export function handlerOf(hearer: ModelHandler): ResourceEventHandler<KubeObject> {
  return {
    onAdd: (object) => hearer.receive({ type: 'added', object }),
    onUpdate: (old, object) => hearer.receive({ type: 'updated', object, old }),
    onDelete: (object, finalStateKnown) => hearer.receive({ type: 'deleted', object, finalStateKnown }),
    onError: (error) => {
      if (!isPlanned(error)) hearer.ended(error);
    },
  };
}

/** Whether a subscriber of the model test has thrown the error on purpose. */
export function isPlanned(error: unknown): boolean {
  return error instanceof PlannedError || (error instanceof HandlerError && isPlanned(error.cause));
}
