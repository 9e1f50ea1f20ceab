import type { ContentPolicy } from '../access/content-policy.ts'
import type { Stores } from '../context/context.ts'
import type { EventDocument } from '../events/event-document.ts'
import { readEventDocument } from '../events/read-event-document.ts'
import type { MailEncryption } from '../mails/mailer.ts'
import type { NewMail } from '../mails/mail-store.ts'
import { toActiveCaller } from '../access/held-roles.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { ClaimedDelivery, WebhookSender } from './delivery-store.ts'
import { createDisabledMail } from './disabled-mail.ts'
import {
  isDelivered,
  isToBeDisabled,
  decideDeliveryOutcome,
  withholdDelivery,
  type AttemptResult,
} from './webhook-delivery.ts'
import type { SigningSecrets } from './webhook-store.ts'

/** The input of a delivery. */
export interface DeliveryParts {
  readonly stores: Stores
  readonly policy: ContentPolicy
  readonly model: ContentModel
  readonly signing: SigningSecrets
  readonly sender: WebhookSender
  readonly mailEncryption: Pick<MailEncryption, 'seal'>
  readonly baseUrl: string
  readonly now: () => Date
}

/** The event as the webhook's owner may read it now; null if the owner may not read the record. */
const createDocument = async (
  { stores, policy, model }: DeliveryParts,
  { event, webhook }: ClaimedDelivery,
): Promise<EventDocument | null> => {
  const caller = toActiveCaller(await stores.users.get(webhook.ownerId))
  if (caller === null) return null
  return readEventDocument({ caller, policy, model, stores }, event)
}

const send = (
  { signing, sender, now }: DeliveryParts,
  { webhook: { id, url, sealedSecrets } }: ClaimedDelivery,
  document: EventDocument,
): Promise<AttemptResult> => {
  const body = JSON.stringify(document)
  return sender.post({
    url,
    body,
    headers: {
      'content-type': 'application/json',
      ...signing.headersFor(id, sealedSecrets, { id: document.id, at: now(), body }),
    },
  })
}

const mailToOwner = async (
  { stores, mailEncryption, baseUrl }: DeliveryParts,
  webhook: ClaimedDelivery['webhook'],
): Promise<readonly NewMail[]> => {
  const owner = await stores.users.get(webhook.ownerId)
  return owner ? [mailEncryption.seal(createDisabledMail(owner, webhook, baseUrl), 'notice')] : []
}

/** Stores the time of the first failure, and disables the webhook after a long time of failures. */
const noteFailure = async (
  parts: DeliveryParts,
  { webhook }: ClaimedDelivery,
  attempted: AttemptResult,
): Promise<void> => {
  const now = parts.now()
  if (webhook.failingSince !== null && !isToBeDisabled(attempted, webhook.failingSince, now)) return
  const mail = await mailToOwner(parts, webhook)
  const sent: NewMail[] = []
  await parts.stores.withMails(sent).webhooks.change(webhook.id, (current) => {
    const failingSince = current.failingSince ?? now
    if (!current.enabled || !isToBeDisabled(attempted, failingSince, now)) return { ...current, failingSince }
    sent.push(...mail)
    return { ...current, enabled: false, failingSince, updatedAt: now, version: current.version + 1 }
  })
}

const noteSuccess = async ({ stores }: DeliveryParts, { webhook }: ClaimedDelivery): Promise<void> => {
  if (webhook.failingSince !== null)
    await stores.webhooks.change(webhook.id, (current) => ({ ...current, failingSince: null }))
}

/** Attempts one claimed delivery (C11.1). Returns the time of the next attempt; null if no attempt follows. */
export const attemptDelivery = async (
  parts: DeliveryParts,
  claimed: ClaimedDelivery,
): Promise<Date | null> => {
  const { deliveries } = parts.stores
  const document = await createDocument(parts, claimed)
  if (document === null) {
    const outcome = withholdDelivery('The owner of the webhook may not read the record of the event.')
    await deliveries.settle(claimed, outcome, parts.now())
    return null
  }
  const attempted = await send(parts, claimed, document)
  const now = parts.now()
  const outcome = decideDeliveryOutcome(attempted, claimed.attempts, now)
  await deliveries.settle(claimed, outcome, now)
  await (isDelivered(attempted) ? noteSuccess(parts, claimed) : noteFailure(parts, claimed, attempted))
  return outcome.nextAttemptAt
}
