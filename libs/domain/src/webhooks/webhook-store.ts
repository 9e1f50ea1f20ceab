import type { WebhookId } from '../ids.ts'
import type { Webhook } from './webhook.ts'

/** A new secret for a webhook, which the one before it stays valid beside for a while. */
export interface SecretRotation {
  readonly webhook: Webhook
  readonly sealedSecret: string
  readonly previousUntil: Date
}

/** Port: where webhooks are kept, each with the secret that it is signed with. They go with their owner. */
export interface WebhookStore {
  nextId(): WebhookId
  /** `decide` is told how many webhooks the owner has, while no other is being added. */
  add(webhook: Webhook, sealedSecret: string, decide: (held: number) => void): Promise<Webhook>
  /** Decides on the locked row; null when there is no such webhook. */
  change(id: WebhookId, decide: (current: Webhook) => Webhook): Promise<Webhook | null>
  /** `change`, with a new secret. */
  rotateSecret(id: WebhookId, decide: (current: Webhook) => SecretRotation): Promise<Webhook | null>
  /** Decides on the locked row; false when there is no such webhook. */
  remove(id: WebhookId, decide: (current: Webhook) => void): Promise<boolean>
}

/** Port: the secrets that webhooks are signed with. Implemented by libs/identity. */
export interface SigningSecrets {
  /** `text` is for the owner, who checks signatures with it; the store keeps `sealed`. */
  newSecret(webhook: WebhookId): { readonly text: string; readonly sealed: string }
  /** The headers of a message after Standard Webhooks: its id, its time, and a signature by each secret. */
  headersFor(
    webhook: WebhookId,
    sealedSecrets: readonly string[],
    message: { readonly id: string; readonly at: Date; readonly body: string },
  ): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>
}
