import type { EventName } from '../events/event-names.ts'
import type { UserId, WebhookId } from '../ids.ts'

/** Where events are sent (C11.1), as far as its owner may read them. */
export interface Webhook {
  readonly id: WebhookId
  readonly ownerId: UserId
  /** http or https. */
  readonly url: string
  readonly events: readonly EventName[]
  /** Nothing is sent to one that is not. */
  readonly enabled: boolean
  /** Since when nothing has arrived there; null while deliveries do, and before the first. */
  readonly failingSince: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly version: number
}
