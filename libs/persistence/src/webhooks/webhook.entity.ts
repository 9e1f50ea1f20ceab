import { defineEntity, p } from '@mikro-orm/core'
import type { UserId } from '@content-service/domain'
import type { EventName } from '@content-service/domain/internal/model'
import type { Webhook } from '@content-service/domain/internal/webhooks'
import type { WebhookId } from '@content-service/domain/internal/rules'
import { sql } from 'kysely'
import { listEntityColumns } from '../records/entity-columns.ts'
import type { Sql } from '../statements/sql.ts'

export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.uuid().$type<WebhookId>().primary(),
    ownerId: p.integer().$type<UserId>(),
    url: p.text(),
    events: p.array().$type<readonly EventName[]>(),
    enabled: p.boolean(),
    failingSince: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3).strictNullable(),
    version: p.integer(),
    sealedSecret: p.text(),
    previousSealedSecret: p.text().strictNullable(),
    previousSecretUntil: p.datetime(3).strictNullable(),
  },
})

const COLUMNS = listEntityColumns(
  WebhookEntity,
  'sealedSecret',
  'previousSealedSecret',
  'previousSecretUntil',
)

/** Selects webhooks without their secrets, which are not part of the domain record. */
export const selectWebhook = (where: Sql) => sql<Webhook>`select ${COLUMNS} from webhooks where ${where}`
