import type { Mail } from '../mails/mailer.ts'
import type { User } from '../users/user.ts'
import type { Webhook } from './webhook.ts'

/** Tells the owner that nothing is sent to a webhook any more, and how to have it sent again. */
export const disabledMail = (
  { name, email }: Pick<User, 'name' | 'email'>,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
  baseUrl: string,
): Mail => ({
  to: email,
  subject: 'A webhook has been disabled',
  text: `Hello ${name},

nothing could be delivered to your webhook ${id} at ${baseUrl} for three days, or its receiver has answered that it
is gone:

    ${url}

It is disabled now. What was on its way is kept for 30 days. When the receiver works again, enable the webhook
(updateWebhook with enabled: true, or PATCH ${baseUrl}/api/webhooks/${id}): all of that is then delivered in order.
`,
})
