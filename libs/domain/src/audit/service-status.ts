import { authorizeOnAll } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { takeInput } from '../operations/run-operation.ts'

/** C19.5: the state of the service with its settings, without a secret. */
export const statusOperations = {
  serviceStatus: takeInput(
    async (context: Context) => {
      authorizeOnAll(context, 'audit:read')
      return context.readStatus()
    },
    { resource: 'audit', access: 'audit:read' },
  ),
} as const
