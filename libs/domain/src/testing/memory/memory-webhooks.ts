import type { WebhookId } from '../../rules/ids.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import type { SecretRotation, WebhookStore } from '../../webhooks/webhook-store.ts'
import { MemoryStore } from './memory-store.ts'
import { nextUuid } from './memory-tables.ts'

export class MemoryWebhookStore extends MemoryStore implements WebhookStore {
  nextId(): WebhookId {
    return nextUuid()
  }

  async add(webhook: Webhook, sealedSecret: string, decide: (held: number) => void): Promise<Webhook> {
    const { webhooks } = this.tables
    decide(webhooks.where({ ownerId: webhook.ownerId }).length)
    webhooks.put({ ...webhook, sealedSecret })
    this.session.recordWrite('webhooks', webhook.id)
    return webhook
  }

  async change(id: WebhookId, decide: (current: Webhook) => Webhook): Promise<Webhook | null> {
    const { webhooks } = this.tables
    const current = webhooks.get(id)
    if (current === undefined) return null
    const { sealedSecret, previous, ...webhook } = current
    const next = decide(webhook)
    webhooks.put({ ...next, sealedSecret, ...(previous && { previous }) })
    this.session.recordWrite('webhooks', id)
    return next
  }

  async rotateSecret(id: WebhookId, decide: (current: Webhook) => SecretRotation): Promise<Webhook | null> {
    const { webhooks } = this.tables
    const current = webhooks.get(id)
    if (current === undefined) return null
    const { sealedSecret: before, previous: _, ...kept } = current
    const { webhook, sealedSecret, previousUntil: until } = decide(kept)
    webhooks.put({ ...webhook, sealedSecret, previous: { sealedSecret: before, until } })
    this.session.recordWrite('webhooks', id)
    return webhook
  }

  async remove(id: WebhookId, decide: (current: Webhook) => void): Promise<boolean> {
    const { webhooks } = this.tables
    const current = webhooks.get(id)
    if (current === undefined) return false
    decide(current)
    this.tables.removeWebhook(id)
    this.session.recordWrite('webhooks', id)
    return true
  }
}
