import { OPERATIONS, type OperationName } from '@content-service/domain'
import type { OAuthServer } from './oauth-server.ts'

/**
 * Enters a refusal in the audit log (C7.10). It is told even when it cannot be entered: what the log could not take is
 * reported, and the client is refused all the same.
 */
export const noteRefusal = async ({ stores, report }: OAuthServer, action: OperationName): Promise<void> => {
  try {
    const refused = { action, resource: OPERATIONS[action], resourceId: null }
    await stores.audit.refused([{ ...refused, field: null, reason: null, moreRefused: 0 }])
  } catch (error) {
    report(error)
  }
}
