import { type Json, recordAt, recordsAt } from '../../json.ts';
import type { AdmissionRequest } from './admission.ts';

const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/**
 * The admission plugin `TaintNodesByCondition`: adds the taint `node.kubernetes.io/not-ready` to a new node. The taint
 * stays until a client removes it.
 */
export function withNotReadyTaint(node: Json, { existing }: AdmissionRequest): Json {
  const spec = recordAt(node, 'spec');
  const taints = recordsAt(spec, 'taints');
  const isTainted = taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect);
  if (existing !== undefined || isTainted) return node;
  return { ...node, spec: { ...spec, taints: [...taints, notReady] } };
}
