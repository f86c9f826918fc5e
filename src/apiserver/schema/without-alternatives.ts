import type { OutputUnit } from '@cfworker/json-schema';

/**
 * Returns the findings of the validator with at most one branch of each `anyOf` and `oneOf`. If no branch fits, only
 * the findings of the branch with the fewest failures stay. If several fit, no findings of branches stay.
 *
 * @param units - in the order of the validator: after each `allOf`, `anyOf` and `oneOf` follow the findings in its
 * branches
 */
export const withoutAlternatives = (units: readonly OutputUnit[]): readonly OutputUnit[] =>
  kept(treeOf(units));

/** A finding, and the following findings in its branches. */
interface Node {
  readonly unit: OutputUnit;
  readonly below: Node[];
  /** The number of findings: this one and those below it. */
  count: number;
}

/**
 * Builds the tree of findings. Compares each location only with that of the innermost `allOf`, `anyOf` or `oneOf`
 * around it, and with those that end before it.
 */
function treeOf(units: readonly OutputUnit[]): readonly Node[] {
  const roots: Node[] = [];
  const around: Node[] = [];
  const leave = (): void => {
    const left = around.pop();
    const outer = around.at(-1);
    if (left !== undefined && outer !== undefined) outer.count += left.count;
  };
  for (const unit of units) {
    while (around.length > 0 && !isBelow(unit, around.at(-1))) leave();
    const outer = around.at(-1);
    const node: Node = { unit, below: [], count: 1 };
    (outer?.below ?? roots).push(node);
    if (branching.has(unit.keyword)) around.push(node);
    else if (outer !== undefined) outer.count++;
  }
  while (around.length > 0) leave();
  return roots;
}

const isBelow = ({ keywordLocation }: OutputUnit, outer: Node | undefined): boolean =>
  outer !== undefined && keywordLocation.startsWith(`${outer.unit.keywordLocation}/`);

function kept(nodes: readonly Node[], units: OutputUnit[] = []): readonly OutputUnit[] {
  for (const { unit, below } of nodes) {
    if (unit.keyword === 'allOf') kept(below, units);
    units.push(unit);
    if (below.length > 0 && unit.keyword !== 'allOf' && !matchesSeveral(unit))
      kept(best(below, unit.keywordLocation), units);
  }
  return units;
}

const branching = new Set(['allOf', 'anyOf', 'oneOf']);

/** Returns the branch with the fewest failures; the first of several. */
function best(nodes: readonly Node[], location: string): readonly Node[] {
  const branches = new Map<string, Node[]>();
  for (const node of nodes) {
    const [branch = ''] = node.unit.keywordLocation.slice(location.length + 1).split('/', 1);
    const known = branches.get(branch);
    if (known === undefined) branches.set(branch, [node]);
    else known.push(node);
  }
  const failures = (branch: readonly Node[]): number => branch.reduce((sum, { count }) => sum + count, 0);
  const [fewest = []] = [...branches.values()].sort((one, other) => failures(one) - failures(other));
  return fewest;
}

const matchesSeveral = ({ error }: OutputUnit): boolean => /\([1-9]\d* matches\)/.test(error);
