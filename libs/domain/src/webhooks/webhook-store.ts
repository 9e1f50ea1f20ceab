import type { WebhookId } from '../rules/ids.ts'
import type { Webhook } from './webhook.ts'

/** A new secret for a webhook; the earlier secret stays valid for a while. */
export interface SecretRotation {
  readonly webhook: Webhook
  readonly sealedSecret: string
  readonly previousUntil: Date
}

/** Port: stores webhooks with their signing secrets. A webhook is deleted with its owner. */
export interface WebhookStore {
  nextId(): WebhookId
  /** Calls `decide` with the number of the owner's webhooks, while no other request can add a webhook. */
  add(webhook: Webhook, sealedSecret: string, decide: (held: number) => void): Promise<Webhook>
  /** Runs `decide` on the locked row; null if there is no webhook with this id. */
  change(id: WebhookId, decide: (current: Webhook) => Webhook): Promise<Webhook | null>
  /** `change`, with a new secret. */
  rotateSecret(id: WebhookId, decide: (current: Webhook) => SecretRotation): Promise<Webhook | null>
  /** Runs `decide` on the locked row; false if there is no webhook with this id. */
  remove(id: WebhookId, decide: (current: Webhook) => void): Promise<boolean>
}

/** Port: the signing secrets of webhooks. Implemented by libs/identity. */
export interface SigningSecrets {
  /** The owner gets `text` and checks signatures with it; the store keeps `sealed`. */
  newSecret(webhook: WebhookId): { readonly text: string; readonly sealed: string }
  /** The headers of a message in the form of Standard Webhooks: its id, its time, and a signature by each secret. */
  headersFor(
    webhook: WebhookId,
    sealedSecrets: readonly string[],
    message: { readonly id: string; readonly at: Date; readonly body: string },
  ): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>
}
