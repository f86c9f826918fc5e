import { HandlerError, type KubeObject, type ResourceEventHandler } from 'rx-informer';
import { PlannedError } from '../hearers.ts';
import type { Hearer } from '../subject.ts';

/** A handler that passes its calls to a subscriber of the model. */
export function handlerOf(hearer: Hearer): ResourceEventHandler<KubeObject> {
  return {
    onAdd: (object) => hearer.tell({ type: 'added', object }),
    onUpdate: (old, object) => hearer.tell({ type: 'updated', object, old }),
    onDelete: (object, finalStateKnown) => hearer.tell({ type: 'deleted', object, finalStateKnown }),
    onError: (error) => {
      if (!isPlanned(error)) hearer.ended(error);
    },
  };
}

/** Whether an error was thrown by a subscriber according to the plan. */
export function isPlanned(error: unknown): boolean {
  return error instanceof PlannedError || (error instanceof HandlerError && isPlanned(error.cause));
}
