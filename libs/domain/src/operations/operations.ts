import { accountOperations } from '../accounts/account-operations.ts'
import { confirmEmail } from '../accounts/email-confirmation.ts'
import { auditOperations } from '../audit/audit-reading.ts'
import { eraseOperations } from '../personal-data/erase-operations.ts'
import { exportOperations } from '../personal-data/export-operations.ts'
import { secondFactorOperations } from '../second-factor/second-factor-operations.ts'
import { sessionOperations } from '../sessions/session-operations.ts'
import { userId } from '../ids.ts'
import { apiKeyOperations } from '../api-keys/api-key-operations.ts'
import { clientOperations } from '../clients/client-operations.ts'
import { deliveryOperations } from '../webhooks/delivery-operations.ts'
import { webhookOperations } from '../webhooks/webhook-operations.ts'
import { followOperations } from '../users/follow-operations.ts'
import { settingsOperations } from '../users/settings-operations.ts'
import { deleteUser } from '../users/user-operations.ts'
import { updateUser } from '../users/user-updates.ts'
import { userChangeRules } from '../users/user.ts'
import type { ListOperation, ReadOperation } from './read-operations.ts'
import { actOnRecord, changeRecord, takeInput, type RunOperation } from './run-operation.ts'

/** An operation, whatever its input and its result are. */
export type AnyOperation = ListOperation | ReadOperation | RunOperation<never, unknown>

/** The operations that no declaration describes, under the names that the typed interface has for them. */
export const OPERATIONS = {
  ...apiKeyOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...clientOperations,
  ...sessionOperations,
  ...secondFactorOperations,
  ...accountOperations,
  confirmEmail: takeInput(confirmEmail, { access: 'anyone' }),
  ...exportOperations,
  ...eraseOperations,
  ...followOperations,
  ...settingsOperations,
  updateUser: changeRecord(userId, updateUser, {
    access: 'users:write',
    rules: ({ policy }) => userChangeRules(policy),
    shows: { permission: 'users:read' },
  }),
  deleteUser: actOnRecord(userId, deleteUser, { access: 'users:delete', isConditional: true }),
  ...auditOperations,
} as const satisfies Readonly<Record<string, AnyOperation>>

export type DeclaredOperation = keyof typeof OPERATIONS

/** The input of an operation; unknown for an operation without an input. */
export type InputOf<Name extends DeclaredOperation> =
  (typeof OPERATIONS)[Name] extends RunOperation<infer Input, unknown> ? Input : unknown
