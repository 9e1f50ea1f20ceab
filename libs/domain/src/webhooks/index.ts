export { IS_DEAD, replay } from './delivery-operations.ts'
export type { Backlog, ClaimedDelivery, ClaimTerms, DeliveryStore, WebhookSender } from './delivery-store.ts'
export {
  type AttemptResult,
  DELIVERY_STATUSES,
  type DeliveryOutcome,
  type WebhookDelivery,
} from './webhook-delivery.ts'
export { createWebhook } from './webhook-operations.ts'
export type { SecretRotation, SigningSecrets, WebhookStore } from './webhook-store.ts'
export type { Webhook } from './webhook.ts'
