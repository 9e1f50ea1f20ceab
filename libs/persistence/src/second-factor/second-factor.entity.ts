import { defineEntity, p } from '@mikro-orm/core'
import type { UserId } from '@content-service/domain'
import type { SecondFactor } from '@content-service/domain/internal/second-factor'
import { sql } from 'kysely'
import { listEntityColumns } from '../records/entity-columns.ts'

export const SecondFactorEntity = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    userId: p.integer().$type<UserId>().primary().autoincrement(false),
    sealedSecret: p.text(),
    enabledAt: p.datetime(3).strictNullable(),
    lastStep: p.integer(),
    recoveryDigests: p.array().$type<readonly string[]>(),
    wrongCodes: p.integer(),
    waitUntil: p.datetime(3).strictNullable(),
  },
})

const COLUMNS = listEntityColumns(SecondFactorEntity)

export const selectSecondFactor = (user: UserId) =>
  sql<SecondFactor>`select ${COLUMNS} from second_factors where user_id = ${user}`
