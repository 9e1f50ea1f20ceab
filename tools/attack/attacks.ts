import type { Attack } from './attack.ts'
import { preparedStatements } from './prepared-statements.ts'
import { silentConnections } from './silent-connections.ts'

export const ATTACKS = {
  'prepared-statements': preparedStatements,
  'silent-connections': silentConnections,
} as const satisfies Readonly<Record<string, Attack>>
