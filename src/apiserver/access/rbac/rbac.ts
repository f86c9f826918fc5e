import type { Storage } from '../../storage/storage.ts';
import type { AccessAttributes, Decision } from '../attributes.ts';
import { masters } from '../user.ts';
import { allows, type PolicyRule } from './policy-rule.ts';
import { boundRules } from './role-bindings.ts';

/** Decides by the roles and bindings that are stored now; the group `system:masters` needs none. */
export function rbac(storage: Storage): (attributes: AccessAttributes) => Decision {
  return (attributes) => {
    if (attributes.groups.includes(masters)) return { allowed: true, reason: '' };
    const read = new Set<readonly PolicyRule[]>(); // a large role may be bound a hundred times
    for (const { rules, reason } of boundRules(storage, attributes, attributes.namespace ?? '')) {
      if (read.has(rules)) continue;
      if (rules.some((rule) => allows(rule, attributes))) return { allowed: true, reason };
      read.add(rules);
    }
    return { allowed: false, reason: '' };
  };
}
