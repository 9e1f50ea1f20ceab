import type { Attack } from './attack.ts'
import { preparedStatements } from './prepared-statements.ts'

export const ATTACKS = {
  'prepared-statements': preparedStatements,
} as const satisfies Readonly<Record<string, Attack>>
