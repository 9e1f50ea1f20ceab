import { OPERATIONS, type OperationName } from '@content-service/domain'
import type { OAuthServer } from './oauth-server.ts'

/**
 * Enters a refusal in the audit log (C7.10). It is told even when it cannot be entered: what the log could not take is
 * reported, and the client is refused all the same.
 */
export const noteRefusal = async ({ stores, report }: OAuthServer, action: OperationName): Promise<void> => {
  try {
    await stores.audit.refused({ resource: OPERATIONS[action], resourceId: null })
  } catch (error) {
    report(error)
  }
}
