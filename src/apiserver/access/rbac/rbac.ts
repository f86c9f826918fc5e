import type { Storage } from '../../storage/storage.ts';
import type { AccessAttributes, Decision } from '../attributes.ts';
import { masters } from '../user.ts';
import { allows } from './policy-rule.ts';
import { boundRules } from './role-bindings.ts';

/** Decides by the roles and bindings that are stored now; the group `system:masters` needs none. */
export function rbac(storage: Storage): (attributes: AccessAttributes) => Decision {
  return (attributes) => {
    if (attributes.groups.includes(masters)) return { allowed: true, reason: '' };
    for (const { rules, reason } of boundRules(storage, attributes, attributes.namespace ?? '')) {
      if (rules.some((rule) => allows(rule, attributes))) return { allowed: true, reason };
    }
    return { allowed: false, reason: '' };
  };
}
