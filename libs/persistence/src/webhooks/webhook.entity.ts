import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { UserId } from '@content-service/domain'
import type { EventName } from '@content-service/domain/model'
import type { Webhook } from '@content-service/domain/webhooks'
import type { WebhookId } from '@content-service/domain/rules'

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
    // Only signing reads it.
    sealedSecret: p.text().lazy(),
    previousSealedSecret: p.text().strictNullable().lazy(),
    previousSecretUntil: p.datetime(3).strictNullable().lazy(),
  },
})

export type WebhookRow = InferEntity<typeof WebhookEntity>

/** The row without the secrets, which are not part of the domain record. */
export const toWebhook = ({
  sealedSecret: _sealedSecret,
  previousSealedSecret: _previousSealedSecret,
  previousSecretUntil: _previousSecretUntil,
  ...webhook
}: WebhookRow): Webhook => webhook
