import type { OAuthRequest } from './http.ts'
import type { OAuthError, OAuthErrorCode } from './oauth-error.ts'
import type { OAuthServer } from './oauth-server.ts'

/** What tells of somebody who may not, rather than of a mistake in a request. */
const REFUSALS: ReadonlySet<OAuthErrorCode> = new Set([
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'access_denied',
  'temporarily_unavailable',
])

/** C7.10: refusals are in the audit log, whichever endpoint they come from. */
export const noteRefusal = async (
  { code, status }: OAuthError,
  request: OAuthRequest,
  { refused, report }: OAuthServer,
): Promise<void> => {
  if (!REFUSALS.has(code) || status >= 500) return
  // The answer does not wait for a log that cannot be written.
  await refused(request, 'oauth-client').catch(report)
}
