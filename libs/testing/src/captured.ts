import type { Mail, Mailer } from '@content-service/domain/internal/mails'
import type { WebhookSender } from '@content-service/domain/internal/webhooks'

/** A signed message of the service to the receiver of a webhook. */
export interface SentWebhook {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The parsed document of the event. */
  readonly event: Readonly<Record<string, unknown>>
  /** The signed text of the document. */
  readonly body: string
}

/** The status with which a receiver responds. */
export type ReceiveWebhook = (webhook: SentWebhook) => number

/** The mails and messages of a service, which nothing sends. */
export interface Captured {
  readonly mails: Mail[]
  readonly webhooks: SentWebhook[]
  readonly mailer: Mailer
  readonly sender: WebhookSender
}

export const capture = (receive: ReceiveWebhook): Captured => {
  const mails: Mail[] = []
  const webhooks: SentWebhook[] = []
  return {
    mails,
    webhooks,
    mailer: { isReady: true, send: async (mail) => void mails.push(mail) },
    sender: {
      post: async (message) => {
        const webhook = { ...message, event: JSON.parse(message.body) }
        webhooks.push(webhook)
        return { statusCode: receive(webhook), error: null }
      },
    },
  }
}
