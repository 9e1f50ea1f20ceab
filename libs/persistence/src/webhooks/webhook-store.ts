import type { SecretRotation, Webhook, WebhookStore } from '@content-service/domain/webhooks'
import type { WebhookId } from '@content-service/domain/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { assignChanged, FOR_UPDATE } from '../rows.ts'
import { execute } from '../sql.ts'
import { SqlStore } from '../sql-store.ts'
import { listId } from '../store-session.ts'
import { lockUser } from '../users/lock-user.ts'
import { toWebhook, WebhookEntity } from './webhook.entity.ts'

export class SqlWebhookStore extends SqlStore implements WebhookStore {
  nextId(): WebhookId {
    return uuidv7() as WebhookId
  }

  add(webhook: Webhook, sealedSecret: string, decide: (held: number) => void): Promise<Webhook> {
    const work = async (em: SqlEntityManager): Promise<Webhook> => {
      await lockUser(em, webhook.ownerId)
      decide(await em.count(WebhookEntity, { ownerId: webhook.ownerId }))
      await em.insert(WebhookEntity, {
        ...webhook,
        sealedSecret,
        previousSealedSecret: null,
        previousSecretUntil: null,
      })
      return webhook
    }
    return this.session.write('webhooks', work, listId)
  }

  change(id: WebhookId, decide: (current: Webhook) => Webhook): Promise<Webhook | null> {
    const work = async (em: SqlEntityManager): Promise<Webhook | null> => {
      const row = await em.findOne(WebhookEntity, { id }, FOR_UPDATE)
      if (row === null) return null
      assignChanged<Webhook>(row, decide(toWebhook({ ...row })))
      return toWebhook({ ...row })
    }
    return this.session.write('webhooks', work, listId)
  }

  rotateSecret(id: WebhookId, decide: (current: Webhook) => SecretRotation): Promise<Webhook | null> {
    const work = async (em: SqlEntityManager): Promise<Webhook | null> => {
      const row = await em.findOne(WebhookEntity, { id }, FOR_UPDATE)
      if (row === null) return null
      const { webhook, sealedSecret, previousUntil } = decide(toWebhook({ ...row }))
      assignChanged<Webhook>(row, webhook)
      const rotate = sql`update webhooks set previous_sealed_secret = sealed_secret, sealed_secret = ${sealedSecret},
        previous_secret_until = ${previousUntil} where id = ${id}`
      await execute(em, rotate)
      return webhook
    }
    return this.session.write('webhooks', work, listId)
  }

  remove(id: WebhookId, decide: (current: Webhook) => void): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const row = await em.findOne(WebhookEntity, { id }, FOR_UPDATE)
      if (row === null) return false
      decide(toWebhook({ ...row }))
      em.remove(row)
      return true
    }
    return this.session.write('webhooks', work, (removed) => (removed ? [id] : []))
  }
}
