import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
} from '../status/invalid.ts';
import { objectIn, textIn } from './definition.ts';

/**
 * Validates `spec.conversion` of a CRD. As in kube-apiserver, the paths of the errors contain the field names of the
 * API version `apiextensions.k8s.io/v1beta1`.
 */
export function conversionErrors(conversion: Json): readonly FieldError[] {
  const strategy = textIn(conversion, 'strategy');
  if (strategy === '') return [fieldRequired(`${path}.strategy`, '')];
  if (strategy !== 'None' && strategy !== 'Webhook') {
    return [fieldNotSupported(`${path}.strategy`, strategy, ['None', 'Webhook'])];
  }
  const { clientConfig, conversionReviewVersions } = objectIn(conversion, 'webhook');
  const reviews: readonly unknown[] = Array.isArray(conversionReviewVersions) ? conversionReviewVersions : [];
  if (strategy === 'Webhook') {
    return [
      ...(isRecord(clientConfig)
        ? clientErrors(clientConfig, client)
        : [fieldRequired(client, 'required when strategy is set to Webhook')]),
      ...reviewErrors(reviews),
    ];
  }
  const why = 'should not be set when strategy is not set to Webhook';
  return [
    ...(isRecord(clientConfig) ? [fieldForbidden(client, why)] : []),
    ...(reviews.length > 0 ? [fieldForbidden(reviewsAt, why)] : []),
  ];
}

const path = 'spec.conversion';
const client = `${path}.webhookClientConfig`;
const reviewsAt = `${path}.conversionReviewVersions`;

function reviewErrors(reviews: readonly unknown[]): readonly FieldError[] {
  if (reviews.length === 0) return [fieldRequired(reviewsAt, '')];
  return reviews.some((one) => one === 'v1' || one === 'v1beta1')
    ? []
    : [fieldInvalid(reviewsAt, reviews, 'must include at least one of v1, v1beta1')];
}

function clientErrors(config: Json, at: string): readonly FieldError[] {
  const { service } = config;
  const url = textIn(config, 'url');
  if ((url !== '') === isRecord(service))
    return [fieldRequired(at, 'exactly one of url or service is required')];
  if (isRecord(service)) {
    return ['name', 'namespace'].flatMap((name) =>
      textIn(service, name) === '' ? [fieldRequired(`${at}.service.${name}`, '')] : [],
    );
  }
  const scheme = /^([a-z][-+.a-z0-9]*):/i.exec(url)?.[1] ?? '';
  if (scheme === 'https') return [];
  const why = "'https' is the only allowed URL scheme; desired format: https://host[/path]";
  return [fieldInvalid(`${at}.url`, scheme, why)];
}
