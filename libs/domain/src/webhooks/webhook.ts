import type { EventName } from '../model/event-names.ts'
import type { UserId, WebhookId } from '../rules/ids.ts'

/** A receiver of events (C11.1) about records that its owner may read. */
export interface Webhook {
  readonly id: WebhookId
  readonly ownerId: UserId
  /** An http or https URL. */
  readonly url: string
  readonly events: readonly EventName[]
  /** The service sends nothing to a disabled webhook. */
  readonly enabled: boolean
  /** The time of the first failure since the last success; null after a success, and before the first delivery. */
  readonly failingSince: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly version: number
}
