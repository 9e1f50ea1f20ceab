import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { UserId } from '@content-service/domain'
import type { SecondFactor } from '@content-service/domain/second-factor'

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

export type SecondFactorRow = InferEntity<typeof SecondFactorEntity>

/** The row is the record: the build fails here if a column is removed or changes its type. */
export const toSecondFactor = (row: SecondFactorRow): SecondFactor => row
