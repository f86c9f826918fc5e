import { maxErrors } from '../../status/most-errors.ts';
import { shortened, shownValue } from '../../status/shown-value.ts';
import type { FieldSet } from './field-set.ts';
import { identityOf, type ManagerId } from './managers.ts';
import { type Path, type PathElement, pathText, sortedElements } from './path-element.ts';

/** A field that another field manager owns and that the apply would change. */
export interface Conflict {
  readonly manager: ManagerId;
  readonly path: Path;
}

/** The error of an apply that would change fields of other field managers. */
export class ConflictsError extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super(conflictsText(conflicts));
    this.name = 'ConflictsError';
    this.conflicts = conflicts;
  }
}

/** Returns one conflict for each field of the sets, sorted by field manager. */
export function conflictsOf(sets: ReadonlyMap<ManagerId, FieldSet>): readonly Conflict[] {
  const managers = [...sets.keys()].sort();
  return managers.flatMap((manager) =>
    pathsIn(sets.get(manager) ?? new Map()).map((path) => ({ manager, path })),
  );
}

/** The cause of one conflict, for the field `details.causes` of a `Status`. */
interface ConflictCause {
  readonly reason: 'FieldManagerConflict';
  /** The text of the conflict, for example `conflict with "kubectl" using v1`. */
  readonly message: string;
  readonly field: string;
}

/** Returns the causes of the conflicts for a response. A response contains at most {@link maxErrors} causes. */
export function conflictCauses(conflicts: readonly Conflict[]): readonly ConflictCause[] {
  const messages = new Map<ManagerId, string>();
  return conflicts.slice(0, maxErrors).map(({ manager, path }) => {
    const message = messages.get(manager) ?? `conflict with ${managerText(manager)}`;
    messages.set(manager, message);
    return { reason: 'FieldManagerConflict', message, field: pathText(path) };
  });
}

function conflictsText(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first !== undefined && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${managerText(first.manager)}: ${pathText(first.path)}`;
  }
  const included = conflicts.slice(0, maxErrors);
  const byManager = new Map<ManagerId, string[]>();
  for (const { manager, path } of included) {
    const paths = byManager.get(manager) ?? [];
    byManager.set(manager, paths);
    paths.push(`- ${pathText(path)}`);
  }
  const lines = [...byManager.keys()]
    .sort()
    .flatMap((manager) => [`conflicts with ${managerText(manager)}:`, ...(byManager.get(manager) ?? [])]);
  if (conflicts.length > included.length) lines.push(`and ${conflicts.length - included.length} more`);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

function managerText(id: ManagerId): string {
  const { manager, operation, apiVersion = '', subresource = '' } = identityOf(id);
  const name = shownValue(manager);
  const by = subresource === '' ? name : `${name} with subresource ${shownValue(subresource)}`;
  return operation === 'Update' ? `${by} using ${shortened(apiVersion)}` : by;
}

/**
 * Returns the paths of a set. As in kube-apiserver, the fields of a level come before the descendants of the fields.
 */
function pathsIn(set: FieldSet, prefix: Path = []): readonly Path[] {
  const elements = sortedElements(set.keys());
  const here = elements.filter((element) => set.get(element)?.member);
  return [
    ...here.map((element) => [...prefix, element]),
    ...elements.flatMap((element: PathElement) =>
      pathsIn(set.get(element)?.children ?? new Map(), [...prefix, element]),
    ),
  ];
}
