import { isSame, type Json, recordAt } from '../../json.ts';
import { masters } from '../../access/user.ts';
import type { Resource } from '../../resources/resource.ts';
import { forbidden } from '../../status/refusals.ts';
import type { Place } from '../context.ts';
import type { Requester } from '../requester.ts';
import { organizationsIn } from './certificate-request.ts';

/** A write of a CertificateSigningRequest. If the write is allowed, the server stores `object`. */
export interface SignerWrite {
  readonly place: Place;
  readonly object: Json;
  readonly existing: Json | undefined;
  readonly subresource?: string | undefined;
}

/**
 * Implements the admission plugins `CertificateApproval`, `CertificateSigning` and `CertificateSubjectRestriction` of
 * the kube-apiserver. The user must have the right to `approve` or to `sign` for the signer of the
 * CertificateSigningRequest. A request for the signer `kubernetes.io/kube-apiserver-client` may not contain the group
 * `system:masters`.
 *
 * @throws Refusal 403
 */
export function checkSigner(resource: Resource, requester: Requester | undefined, write: SignerWrite): void {
  if (resource.id !== 'certificatesigningrequests.certificates.k8s.io' || requester === undefined) return;
  const why = problemOf(requester, write);
  if (why !== undefined) throw forbidden(resource, write.place.name, why);
}

function problemOf(requester: Requester, { object, existing, subresource }: SignerWrite): string | undefined {
  if (existing === undefined) return subjectProblem(recordAt(object, 'spec'));
  const { signerName } = recordAt(existing, 'spec');
  const signer = typeof signerName === 'string' ? signerName : '';
  if (subresource === 'approval' && !may(requester, 'approve', signer)) {
    return `user not permitted to approve requests with signerName ${JSON.stringify(signer)}`;
  }
  const isSigned = subresource === 'status' && !isSame(signed(object), signed(existing));
  return isSigned && !may(requester, 'sign', signer)
    ? `user not permitted to sign requests with signerName ${JSON.stringify(signer)}`
    : undefined;
}

const signed = (object: Json): Json => {
  const { certificate, conditions = [] } = recordAt(object, 'status');
  return { certificate, conditions };
};

/**
 * Returns whether a user has a right, such as `approve`, for a signer. A role may grant the right for one signer, or
 * for all signers of a domain (`example.com/*`).
 */
function may({ user: { name: user, groups }, decide }: Requester, verb: string, signer: string): boolean {
  const domain = signer.split('/', 1).join();
  return [signer, `${domain}/*`].some(
    (name) =>
      decide({
        user,
        groups,
        verb,
        path: '',
        group: 'certificates.k8s.io',
        resource: 'signers',
        subresource: '',
        namespace: '',
        name,
      }).allowed,
  );
}

const clientSigner = 'kubernetes.io/kube-apiserver-client';

function subjectProblem({ signerName, request }: Json): string | undefined {
  if (signerName !== clientSigner) return undefined;
  try {
    const pem = Buffer.from(typeof request === 'string' ? request : '', 'base64').toString('latin1');
    return organizationsIn(pem).includes(masters)
      ? `use of ${clientSigner} signer with ${masters} group is not allowed`
      : undefined;
  } catch (error) {
    return `failed to parse CSR: ${error instanceof Error ? error.message : String(error)}`;
  }
}
