import { BUILT_IN_OPERATIONS, type BuiltInOperation } from '@content-service/domain/internal/service'
import type { OAuthServer } from './oauth-server.ts'

/**
 * Enters a refusal in the audit log (C7.10). If the entry fails, the service reports the error, and the client gets the
 * refusal all the same.
 */
export const noteRefusal = async (
  { stores, report }: OAuthServer,
  action: BuiltInOperation,
): Promise<void> => {
  try {
    const { resource } = BUILT_IN_OPERATIONS[action]
    const refused = { action, resource, resourceId: null }
    await stores.audit.addRefusals([{ ...refused, field: null, reason: null, moreRefused: 0 }])
  } catch (error) {
    report(error)
  }
}
