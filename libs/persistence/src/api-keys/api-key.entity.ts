import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { UserId } from '@content-service/domain'
import type { ApiKey } from '@content-service/domain/api-keys'
import type { ApiKeyId } from '@content-service/domain/rules'

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.uuid().$type<ApiKeyId>().primary(),
    // Statements search by it, and no entity loads it.
    digest: p.text().lazy(),
    ownerId: p.integer().$type<UserId>(),
    name: p.text(),
    scopes: p.array().$type<readonly string[]>(),
    expiresAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).strictNullable(),
  },
})

export type ApiKeyRow = InferEntity<typeof ApiKeyEntity>

/** The row without the digest, which is not part of the domain record. */
export const toApiKey = ({ digest: _digest, ...key }: ApiKeyRow): ApiKey => key
