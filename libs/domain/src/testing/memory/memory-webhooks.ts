import type { Webhook } from '../../webhooks/webhook.ts'
import type { WebhookStore } from '../../webhooks/webhook-store.ts'
import type { MemorySession } from './memory-session.ts'
import { type KeptWebhook, nextUuid } from './memory-tables.ts'
import { RecordedRows } from './recorded-rows.ts'

const toWebhook = ({ sealedSecret: _, previous: __, ...webhook }: KeptWebhook): Webhook => webhook

export const memoryWebhooks = (session: MemorySession): WebhookStore => {
  const { webhooks, deliveries } = session.tables
  const rows = new RecordedRows(session, 'webhooks', webhooks)
  const change = (...decided: Parameters<typeof rows.change>): Webhook | null => {
    const changed = rows.change(...decided)
    return changed && toWebhook(changed)
  }
  return {
    nextId: () => nextUuid(),
    add: async (webhook, sealedSecret, decide) => {
      decide(webhooks.where({ ownerId: webhook.ownerId }).length)
      rows.put({ ...webhook, sealedSecret })
      return webhook
    },
    change: async (id, decide) => change(id, (kept) => ({ ...kept, ...decide(toWebhook(kept)) })),
    rotateSecret: async (id, decide) =>
      change(id, (kept) => {
        const { webhook, sealedSecret, previousUntil: until } = decide(toWebhook(kept))
        return { ...webhook, sealedSecret, previous: { sealedSecret: kept.sealedSecret, until } }
      }),
    remove: async (id, decide) => rows.remove(id, decide, () => void deliveries.remove({ webhookId: id })),
  }
}
