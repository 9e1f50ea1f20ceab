import type { SecretRotation, Webhook, WebhookStore } from '@content-service/domain/internal/webhooks'
import type { WebhookId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { execute, findRow, insertInto, updateRow } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { listId } from '../session/writing-session.ts'
import { countOwned, lockUser } from '../users/lock-user.ts'
import { selectWebhook } from './webhook.entity.ts'

const TABLE = { table: 'webhooks', key: 'id' } as const

export class SqlWebhookStore extends SqlStore implements WebhookStore {
  nextId(): WebhookId {
    return uuidv7() as WebhookId
  }

  add(webhook: Webhook, sealedSecret: string, decide: (held: number) => void): Promise<Webhook> {
    const work = async (em: SqlEntityManager): Promise<Webhook> => {
      await lockUser(em, webhook.ownerId)
      decide(await countOwned(em, 'webhooks', webhook.ownerId))
      await execute(em, insertInto('webhooks', { ...webhook, sealedSecret }))
      return webhook
    }
    return this.session.write('webhooks', work, listId)
  }

  change(id: WebhookId, decide: (current: Webhook) => Webhook): Promise<Webhook | null> {
    const work = async (em: SqlEntityManager): Promise<Webhook | null> => {
      const row = await findRow(em, selectWebhook(sql`id = ${id} for update`))
      if (row === null) return null
      return updateRow(em, TABLE, { before: row, after: decide(row) })
    }
    return this.session.write('webhooks', work, listId)
  }

  rotateSecret(id: WebhookId, decide: (current: Webhook) => SecretRotation): Promise<Webhook | null> {
    const work = async (em: SqlEntityManager): Promise<Webhook | null> => {
      const row = await findRow(em, selectWebhook(sql`id = ${id} for update`))
      if (row === null) return null
      const { webhook, sealedSecret, previousUntil } = decide(row)
      await updateRow(em, TABLE, { before: row, after: webhook })
      const rotate = sql`update webhooks set previous_sealed_secret = sealed_secret, sealed_secret = ${sealedSecret},
        previous_secret_until = ${previousUntil} where id = ${id}`
      await execute(em, rotate)
      return webhook
    }
    return this.session.write('webhooks', work, listId)
  }

  remove(id: WebhookId, decide: (current: Webhook) => void): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const row = await findRow(em, selectWebhook(sql`id = ${id} for update`))
      if (row === null) return false
      decide(row)
      await execute(em, sql`delete from webhooks where id = ${id}`)
      return true
    }
    return this.session.write('webhooks', work, (removed) => (removed ? [id] : []))
  }
}
