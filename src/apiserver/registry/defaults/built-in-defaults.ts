import type { Json } from '../../json.ts';
import type { Schema } from '../../schema/schema.ts';
import { applyTypeDefaults } from './apply-type-defaults.ts';
import { autoscalingDefaults } from './autoscaling.ts';
import { coreDefaults } from './core.ts';
import { groupDefaults } from './groups.ts';
import type { TypeDefaults } from './type-defaults.ts';
import { workloadDefaults } from './workloads.ts';

const all: TypeDefaults = { ...coreDefaults, ...workloadDefaults, ...autoscalingDefaults, ...groupDefaults };

/** Returns an object of a built-in kind with the defaults that the kube-apiserver sets (`defaults.go`). */
export function withBuiltInDefaults(schema: Schema, object: Json): Json {
  return applyTypeDefaults(schema, object, all);
}
