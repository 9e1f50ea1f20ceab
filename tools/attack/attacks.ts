import type { Attack } from './attack.ts'
import { preparedStatements } from './prepared-statements.ts'
import { silentConnections } from './silent-connections.ts'
import { unreadResponses } from './unread-responses.ts'

export const ATTACKS = {
  'prepared-statements': preparedStatements,
  'silent-connections': silentConnections,
  'unread-responses': unreadResponses,
} as const satisfies Readonly<Record<string, Attack>>
