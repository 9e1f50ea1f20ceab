import type { Mail } from '../mails/mailer.ts'
import { describeAccount } from '../mails/name-in-mail.ts'
import type { User } from '../users/user.ts'
import type { Webhook } from './webhook.ts'

/** Informs the owner that a webhook is disabled, and how to enable it. */
export const createDisabledMail = (
  owner: Pick<User, 'name' | 'username' | 'email'>,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
  baseUrl: string,
): Mail => ({
  to: owner.email,
  subject: 'A webhook has been disabled',
  text: `Hello,

the service at ${baseUrl} has disabled your webhook ${id}. It could not deliver anything to the webhook for three days,
or the receiver responded with 410 Gone:

    ${url}

The service keeps the waiting events for 30 days. When the receiver works again, enable the webhook
(updateWebhook with enabled: true, or PATCH ${baseUrl}/api/webhooks/${id}). The service then delivers the events in order.

${describeAccount(owner)}
`,
})
