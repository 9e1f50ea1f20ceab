import { defineEntity, p } from '@mikro-orm/core'
import type { UserId } from '@content-service/domain'
import type { ApiKey } from '@content-service/domain/internal/api-keys'
import type { ApiKeyId } from '@content-service/domain/internal/rules'
import { sql } from 'kysely'
import { listEntityColumns } from '../records/entity-columns.ts'
import type { Sql } from '../statements/sql.ts'

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.uuid().$type<ApiKeyId>().primary(),
    digest: p.text(),
    ownerId: p.integer().$type<UserId>(),
    name: p.text(),
    scopes: p.array().$type<readonly string[]>(),
    expiresAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).strictNullable(),
  },
})

const COLUMNS = listEntityColumns(ApiKeyEntity, 'digest')

/** Selects keys without their digests, which are not part of the domain record. */
export const selectApiKey = (where: Sql) => sql<ApiKey>`select ${COLUMNS} from api_keys where ${where}`
