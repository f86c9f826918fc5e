import { asAdmin } from '../../kube/support/admin.ts';
import type { Cluster } from '../../kube/kube.mjs';
import { type Sample, samples } from '../tables/samples/index.ts';
import { ask } from './ask.ts';

/** An object, and the Table that a real server returns for this object. */
export interface Printed {
  /** The path of the object's collection. */
  readonly path: string;
  /** The time at which the server made the Table, in ms since 1970. */
  readonly now: number;
  readonly object: Readonly<Record<string, unknown>>;
  readonly cells: readonly unknown[];
  readonly conditions?: readonly unknown[];
}

interface Table {
  readonly rows: readonly Pick<Printed, 'object' | 'cells' | 'conditions'>[];
}

type Named = Readonly<Record<string, unknown>> & { readonly metadata: { readonly name: string } };

const form = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/** Creates the sample objects on a real server. Returns the Table of each object. */
export function printedBy(cluster: Cluster): Promise<readonly Printed[]> {
  return asAdmin(cluster, async (request) => {
    const printed: Printed[] = [];
    for (const sample of samples) {
      const made = await request<Named>('POST', sample.path, sample.object);
      const path = `${sample.path}/${made.metadata.name}`;
      if (sample.status !== undefined) await request('PATCH', `${path}/status`, { status: sample.status });
      if (isHeld(sample)) await request('DELETE', path);
      const { rows } = (await ask(cluster, `${path}?includeObject=Object`, form)) as Table;
      const [row] = rows;
      if (row !== undefined) printed.push({ path: sample.path, now: Date.now(), ...row });
    }
    return printed;
  });
}

const isHeld = ({ object }: Sample): boolean =>
  ((object['metadata'] ?? {}) as { finalizers?: unknown }).finalizers !== undefined;
