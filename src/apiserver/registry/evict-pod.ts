import { isRecord, type LabelSelector, labelSelector } from '../../objects/index.ts';
import { isSame, type Json, recordAt, recordsAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { Refusal } from '../status/refusal.ts';
import { conflict, notFound, plainError } from '../status/refusals.ts';
import { objectsOf } from './admission/admission.ts';
import { find, type Place, type RegistryContext } from './context.ts';
import { type DeleteOptions, deleteObject } from './delete.ts';
import { timestamp } from './identity.ts';
import { update } from './update.ts';

/**
 * Evicts a pod: deletes the pod if its PodDisruptionBudget allows the disruption, and reduces `disruptionsAllowed` of
 * the budget by one. A controller that is not part of this server sets `disruptionsAllowed`.
 *
 * The generator compares the budgets of the namespace with the labels of the pod, and pauses between the budgets. After
 * the last pause, the generator also compares the budgets that other requests have written during the pauses. The
 * generator then checks and updates the matching budget without a pause, so that no other write happens in between.
 *
 * @throws Refusal 404, 409 if the labels of the pod change again and again. Refusal 429 if the budget allows no
 * disruption, or if the controller has not processed the last change of the budget.
 */
export function* evictionSteps(
  context: RegistryContext,
  pods: Resource,
  place: Place,
  options: DeleteOptions,
): Generator<void, void> {
  const selects: Selects = new Map();
  let pod = find(context, pods, place);
  for (let round = 1; pod !== undefined && !needsNone(pod); round++) {
    const { labels } = pod.metadata;
    yield* budgetSteps(context, pod, selects);
    pod = find(context, pods, place);
    if (pod === undefined || isSame(pod.metadata.labels, labels)) break;
    if (round === maxRounds) throw conflict(pods, place.name, 'the labels of the pod change all the time');
    selects.clear();
  }
  if (pod === undefined) throw notFound(pods, place.name);
  const budget = needsNone(pod) ? undefined : budgetOf(context, pod, selects);
  if (budget !== undefined && !mayGoUncounted(pod, budget)) {
    checkBudget(budget);
    if (options.dryRun !== true) count(context, budget, place.name);
  }
  deleteObject(context, pods, place, options);
}

/**
 * The maximum number of attempts for one eviction. If the labels of the pod have changed during an attempt, the next
 * attempt compares all budgets again.
 */
const maxRounds = 5;

/**
 * Returns whether a pod may be evicted without a PodDisruptionBudget, because the pod is finished, pending or being
 * deleted.
 */
function needsNone(pod: StoredObject): boolean {
  const { phase } = recordAt(pod, 'status');
  return (
    pod.metadata.deletionTimestamp !== undefined || ['Succeeded', 'Failed', 'Pending'].includes(String(phase))
  );
}

/**
 * A cache for one eviction: whether the selector of a PodDisruptionBudget matches the pod. The cached result stays
 * valid, because a stored budget object never changes.
 */
type Selects = Map<StoredObject, boolean>;

function budgetOf(context: RegistryContext, pod: StoredObject, selects: Selects): StoredObject | undefined {
  const steps = budgetSteps(context, pod, selects);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  if (step.value.length > 1) {
    throw plainError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  return step.value[0];
}

/**
 * Returns the PodDisruptionBudgets whose selectors match a pod, at most two. Yields after each budget, because a
 * namespace may have thousands of budgets.
 */
function* budgetSteps(
  context: RegistryContext,
  { metadata }: StoredObject,
  selects: Selects,
): Generator<void, readonly StoredObject[]> {
  const { namespace = '', labels } = metadata;
  const found: StoredObject[] = [];
  for (const budget of objectsOf(context, 'poddisruptionbudgets.policy', namespace)) {
    let isSelected = selects.get(budget);
    if (isSelected === undefined) {
      const { selector } = recordAt(budget, 'spec');
      isSelected = isRecord(selector) && parsed(selector).matches(labels);
      selects.set(budget, isSelected);
    }
    if (isSelected) found.push(budget);
    if (found.length > 1) break;
    yield;
  }
  return found;
}

function parsed(selector: Json): LabelSelector {
  const known = selectors.get(selector) ?? labelSelector(selector);
  selectors.set(selector, known);
  return known;
}

/**
 * The cache of parsed selectors. Each eviction reads all PodDisruptionBudgets of the namespace, so parsing would be
 * repeated. An entry stays valid, because a stored object never changes. After the removal of a budget, the garbage
 * collector can remove the entry.
 */
const selectors = new WeakMap<Json, LabelSelector>();

/**
 * Returns whether a pod may be evicted without reducing `disruptionsAllowed`. The result is true for a pod that is not
 * ready, in two cases: the PodDisruptionBudget has enough healthy pods, or it has the policy `AlwaysAllow`.
 */
function mayGoUncounted(pod: StoredObject, budget: StoredObject): boolean {
  const isReady = recordsAt(recordAt(pod, 'status'), 'conditions').some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  );
  if (isReady) return false;
  const { currentHealthy, desiredHealthy } = numbersOf(budget);
  const policy = recordAt(budget, 'spec')['unhealthyPodEvictionPolicy'];
  return policy === 'AlwaysAllow' || (desiredHealthy > 0 && currentHealthy >= desiredHealthy);
}

function numbersOf(budget: StoredObject): Readonly<Record<(typeof numbers)[number], number>> {
  const status = recordAt(budget, 'status');
  const values = numbers.map((name) => [name, Number(status[name] ?? 0)] as const);
  return Object.fromEntries(values) as Record<(typeof numbers)[number], number>;
}

const numbers = ['currentHealthy', 'desiredHealthy', 'disruptionsAllowed', 'observedGeneration'] as const;

function checkBudget(budget: StoredObject): void {
  const { name, generation = 0 } = budget.metadata;
  const { currentHealthy, desiredHealthy, disruptionsAllowed, observedGeneration } = numbersOf(budget);
  if (observedGeneration < generation) {
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  if (disruptionsAllowed > 0) return;
  throw tooMany(
    `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
  );
}

function tooMany(message: string, retryAfterSeconds?: number): Refusal {
  return new Refusal({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [{ reason: 'DisruptionBudget', message }],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  });
}

/**
 * Reduces `disruptionsAllowed` of a PodDisruptionBudget by one. Adds the pod to `disruptedPods`, which the budget
 * controller reads.
 */
function count(context: RegistryContext, budget: StoredObject, pod: string): void {
  const resource = context.catalog.find('policy', 'v1', 'poddisruptionbudgets');
  if (resource === undefined) return;
  const { namespace = '', name, generation } = budget.metadata;
  const now = timestamp(context.world.now());
  const status = recordAt(budget, 'status');
  const left = numbersOf(budget).disruptionsAllowed - 1;
  const others = recordsAt(status, 'conditions').filter(({ type }) => type !== 'DisruptionAllowed');
  const condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    observedGeneration: generation,
    lastTransitionTime: now,
    reason: 'InsufficientPods',
    message: '',
  };
  const next: Json = {
    ...status,
    disruptionsAllowed: left,
    disruptedPods: { ...recordAt(status, 'disruptedPods'), [pod]: now },
    ...(left === 0 ? { conditions: [...others, condition] } : {}),
  };
  const how = { subresource: 'status', fieldManager: 'kube-apiserver' } as const;
  update(context, resource, { namespace, name }, { ...budget, status: next }, how);
}
