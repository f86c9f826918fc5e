import { reviewed } from '../access/review/reviews.ts';
import { tokenRequested } from '../access/token-request.ts';
import { readObject } from '../http/read-body.ts';
import { type ApiResponse, json } from '../http/response.ts';
import type { Operation } from './operation.ts';

/** Handles the POST of an access review. The server answers the review and stores no object (P132, P133). */
export function createReview({ server, request, user, resource, path }: Operation): ApiResponse {
  return json(reviewed(server, resource, path.namespace, user, readObject(request)), 201);
}

/** Handles the POST to `serviceaccounts/NAME/token`. */
export function createToken({ server, request, resource, path }: Operation): ApiResponse {
  return json(tokenRequested(server, resource, path, readObject(request)), 201);
}
